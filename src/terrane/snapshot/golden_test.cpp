// Frozen bytes of every version of the snapshot, decoded for ever. tests/golden/snapshot holds
// snapshot_v1.bin, _v2.bin and _v3.bin and what each says as text. UPDATE_GOLDEN=1 writes what is
// missing and today's version; those of older versions are never written again.
#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "terrane/base/digest.h"
#include "terrane/snapshot/buffer.h"
#include "terrane/snapshot/frozen_reader_v1.h"
#include "terrane/snapshot/print.h"
#include "terrane/snapshot/testing.h"
#include "terrane/snapshot/view.h"

namespace terrane::snapshot {
namespace {

const std::string k_folder = std::string(TERRANE_SOURCE_DIR) + "/tests/golden/snapshot/";

std::string read(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

void write(const std::string& path, std::string_view bytes) {
  std::filesystem::create_directories(std::filesystem::path(path).parent_path());
  std::ofstream file(path, std::ios::binary);
  file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

bool updating() {
  const char* value = std::getenv("UPDATE_GOLDEN");
  return value != nullptr && std::string_view(value) == "1";
}

std::string name_of(Word version) {
  return k_folder + "snapshot_v" + std::to_string(version);
}

void update(Word version) {
  const std::string name = name_of(version);
  if (version < k_version && std::filesystem::exists(name + ".bin")) return;
  const std::vector<Word> today = testing::encoded(testing::sample_world(3));
  const std::vector<Word> words = version < k_version ? testing::as_version(today, version) : today;
  std::string bytes(words.size() * sizeof(Word), '\0');
  words_to_bytes(words, {reinterpret_cast<std::uint8_t*>(bytes.data()), bytes.size()});
  write(name + ".bin", bytes);
  write(name + ".txt", to_text(View::open(words).value()));
}

Buffer golden(Word version) {
  if (updating()) update(version);
  const std::string bytes = read(name_of(version) + ".bin");
  REQUIRE_MESSAGE(!bytes.empty(), "no golden snapshot of version " << version);
  Buffer buffer;
  REQUIRE(
      words_from_bytes({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()}, buffer)
          .ok());
  return buffer;
}

}  // namespace

TEST_CASE("golden: the snapshots of versions 1, 2 and 3 say what they said when written") {
  for (Word version = 1; version <= 3; ++version) {
    const Buffer buffer = golden(version);
    const auto view = View::open(buffer.words());
    REQUIRE_MESSAGE(view.ok(), "version " << version << " no longer opens");
    CHECK(view.value().version() == version);
    CHECK(to_text(view.value()) == read(name_of(version) + ".txt"));
    const auto unit = view.value().core().get<CoreRow>(2);
    CHECK(unit.identity == 20);
    CHECK(unit.world_x_mm == 2700);
    CHECK(unit.world_z_mm == 4600);
    CHECK(unit.facing_turn16 == 8198);
    CHECK(unit.health_256 == 256 * 42);
    CHECK(unit.rank == (version == 3 ? 3 : 0));
    const auto first = view.value().core().get<CoreRow>(0);
    CHECK(first.status == (version == 1 ? 0 : status_bit(Status::Poisoned)));
  }
}

TEST_CASE("golden: today's writer writes the golden snapshot of its version, word for word") {
  const Buffer buffer = golden(k_version);
  const std::vector<Word> today = testing::encoded(testing::sample_world(3));
  CHECK(std::equal(today.begin(), today.end(), buffer.words().begin(), buffer.words().end()));
}

TEST_CASE("frozen reader: one written for version 1 reads every version, today's and a later one") {
  const testing::SampleWorld world = testing::sample_world(30);
  const std::vector<Word> today = testing::encoded(world);
  for (const std::vector<Word>& words :
       {testing::as_version(today, 1), testing::as_version(today, 2), today,
        testing::as_future(today)}) {
    frozen_v1::Reader reader;
    REQUIRE_MESSAGE(reader.open(words), "version " << (words[0] & 0xff));
    CHECK(reader.tick() == 100);
    REQUIRE(reader.count() == world.core.size());
    for (Word row = 0; row < reader.count(); ++row) {
      const frozen_v1::Unit unit = reader.unit(row);
      static_assert(sizeof(unit) == 24 * sizeof(Word));
      CHECK(std::memcmp(&unit, &world.core[row], sizeof(unit)) == 0);
    }
    CHECK(reader.table_count(static_cast<Word>(Table::Players)) == 2);
    CHECK(reader.table_word(static_cast<Word>(Table::Players), 1, 4) == 401);
    CHECK(reader.table_count(static_cast<Word>(Table::Corpses)) == 1);
    CHECK(reader.table_word(static_cast<Word>(Table::Corpses), 0, 7) == 99);
  }
  for (Word version = 1; version <= 3; ++version) {
    const Buffer buffer = golden(version);
    frozen_v1::Reader reader;
    REQUIRE(reader.open(buffer.words()));
    CHECK(reader.unit(2).world_z_mm == 4600);
  }
}

TEST_CASE("frozen reader: its text is what it was") {
  base::Digester digest;
  digest.add_text(
      read(std::string(TERRANE_SOURCE_DIR) + "/src/terrane/snapshot/frozen_reader_v1.h"));
  CHECK_MESSAGE(base::digest_text(digest.value()) == "f511855bf411b708",
                "frozen_reader_v1.h was changed; put it back and mend the layout instead");
}

}  // namespace terrane::snapshot
