#include "terrane/stream/worker_messages.h"

#include <doctest/doctest.h>

#include <functional>
#include <string>

#include "terrane/stream/testing.h"

namespace terrane::stream {
namespace {

fetch::Bytes bytes_of(std::string text) {
  return std::make_shared<const std::string>(std::move(text));
}

BuildOutcome built_outcome() {
  const testing::ScriptedProvider provider;
  const PieceKey key = testing::ScriptedProvider::key_of({3, -4});
  return {17, key, provider.build_on_worker({key, 0, InputScope::Padded}, {}), 1.25, true};
}

// One message of each kind, and whether its reader takes it.
struct Kind {
  Message message;
  std::function<bool(MessageView)> reads;
};

std::vector<Kind> one_of_each() {
  std::vector<Kind> kinds(6);
  write_load({"osm:town.json", "town.json", bytes_of("{}")}, kinds[0].message);
  kinds[0].reads = [](MessageView of) { return read_load(of).ok(); };
  write_hello({"city:412", 9}, kinds[1].message);
  kinds[1].reads = [](MessageView of) { return read_hello(of).ok(); };
  write_trouble({{base::ErrorCode::NotFound, "no", "here", "there"}}, kinds[2].message);
  kinds[2].reads = [](MessageView of) { return read_trouble(of).ok(); };
  const std::vector<std::uint8_t> changes{1, 2, 3};
  write_changes(changes, kinds[3].message);
  kinds[3].reads = [](MessageView of) { return read_changes(of).ok(); };
  const std::vector<BuildJob> bundle{{1, {{5}, 0, InputScope::Padded}, {bytes_of("x"), nullptr}}};
  SentInputs sent;
  write_build(bundle, sent, kinds[4].message);
  kinds[4].reads = [](MessageView of) {
    HeldInputs held;
    return read_build(of, held).ok();
  };
  write_finished(built_outcome(), kinds[5].message);
  kinds[5].reads = [](MessageView of) { return read_finished(of).ok(); };
  return kinds;
}

}  // namespace

TEST_CASE("a load message says which world, and brings its file") {
  Message message;
  write_load({"osm:town.json", "town.json", bytes_of(std::string("a\0b", 3))}, message);
  const auto map = read_load(message);
  REQUIRE(map.ok());
  CHECK(map.value().uri == "osm:town.json");
  CHECK(map.value().file_name == "town.json");
  REQUIRE(map.value().file != nullptr);
  CHECK(*map.value().file == std::string("a\0b", 3));

  write_load({"city:412", "", nullptr}, message);
  CHECK_MESSAGE(read_load(message).value().file == nullptr, "no file became an empty file");
  write_load({"osm:empty.json", "empty.json", bytes_of("")}, message);
  CHECK_MESSAGE(read_load(message).value().file != nullptr, "an empty file became no file");
}

TEST_CASE("hello, trouble and changes come across") {
  Message message;
  write_hello({"city:412?layout=grown", UINT64_MAX - 1}, message);
  CHECK(read_hello(message).value().uri == "city:412?layout=grown");
  CHECK(read_hello(message).value().rules_digest == UINT64_MAX - 1);

  write_trouble({{base::ErrorCode::IoFailed, "what", "where", "expected"}}, message);
  const base::Error error = read_trouble(message).value().error;
  CHECK(error.code == base::ErrorCode::IoFailed);
  CHECK(base::to_sentence(error) == "what (where): expected");

  const std::vector<std::uint8_t> changes{4, 0, 5};
  write_changes(changes, message);
  const auto read = read_changes(message).value();
  CHECK(std::vector<std::uint8_t>(read.begin(), read.end()) == changes);
}

TEST_CASE("a bundle of builds comes across with everything a build may see") {
  std::vector<BuildJob> bundle;
  bundle.push_back({UINT64_MAX, {{77}, 2, InputScope::Everything}, {bytes_of("one"), nullptr}});
  bundle.push_back({4, {{78}, 0, InputScope::Padded}, {}});
  Message message;
  SentInputs sent;
  HeldInputs held;
  write_build(bundle, sent, message);
  const auto read = read_build(message, held);
  REQUIRE(read.ok());
  REQUIRE(read.value().size() == 2);
  const BuildJob& first = read.value()[0];
  CHECK(first.request_id == UINT64_MAX);
  CHECK(first.request.key == PieceKey{77});
  CHECK(first.request.lod == 2);
  CHECK(first.request.scope == InputScope::Everything);
  REQUIRE(first.inputs.size() == 2);
  CHECK(*first.inputs[0] == "one");
  CHECK(first.inputs[1] == nullptr);
  CHECK(read.value()[1].request.key == PieceKey{78});
  CHECK(read.value()[1].inputs.empty());
}

TEST_CASE("an input that several jobs share crosses once, and goes when its owner lets go") {
  SentInputs sent;
  HeldInputs held;
  Message message;
  auto shared = bytes_of(std::string(10000, 's'));
  const auto send = [&](std::vector<fetch::Bytes> inputs) {
    const std::vector<BuildJob> bundle{{1, {{5}, 0, InputScope::Padded}, std::move(inputs)}};
    write_build(bundle, sent, message);
    auto read = read_build(message, held);
    REQUIRE(read.ok());
    return std::move(read).value().front().inputs;
  };
  CHECK(*send({shared, bytes_of("one")})[0] == *shared);
  CHECK(message.size() > 10000);
  const auto again = send({bytes_of("two"), shared, shared});
  CHECK(message.size() < 200);
  CHECK(*again[0] == "two");
  CHECK(*again[1] == *shared);
  CHECK(again[1] == again[2]);
  shared.reset();
  send({});
  CHECK(held.size() == 0);
  // A number that was never sent is a lie.
  const std::vector<BuildJob> bundle{{1, {{5}, 0, InputScope::Padded}, {bytes_of("x")}}};
  write_build(bundle, sent, message);
  write_build(bundle, sent, message);
  HeldInputs nothing;
  CHECK(!read_build(message, nothing).ok());
}

TEST_CASE("a finished build comes across as content or as the error") {
  Message message;
  const BuildOutcome built = built_outcome();
  write_finished(built, message);
  const auto read = read_finished(message);
  REQUIRE(read.ok());
  CHECK(read.value().request_id == 17);
  CHECK(read.value().key == built.key);
  CHECK(read.value().build_ms == 1.25);
  CHECK(read.value().built_on_worker);
  REQUIRE(read.value().content.ok());
  CHECK(content::digest(read.value().content.value()) == content::digest(built.content.value()));

  BuildOutcome failed{18, {5}, base::Error{base::ErrorCode::BadData, "a", "b", "c"}, 0, true};
  write_finished(failed, message);
  const auto error = read_finished(message);
  REQUIRE(error.ok());
  REQUIRE_FALSE(error.value().content.ok());
  CHECK(base::to_sentence(error.value().content.error()) == "a (b): c");
}

TEST_CASE("a message is read as its own kind only, and of this version only") {
  const std::vector<Kind> kinds = one_of_each();
  for (std::size_t written = 0; written < kinds.size(); ++written) {
    CHECK(static_cast<std::size_t>(kind_of(kinds[written].message).value()) == written);
    for (std::size_t asked = 0; asked < kinds.size(); ++asked) {
      CHECK_MESSAGE(kinds[asked].reads(kinds[written].message) == (asked == written), "kind ",
                    written, " read as kind ", asked);
    }
    Message later = kinds[written].message;
    later[2] += 1;
    CHECK_FALSE(kinds[written].reads(later));
    CHECK(base::to_sentence(kind_of(later).error()).find("version 2") != std::string::npos);
  }
  CHECK_FALSE(kind_of({}).ok());
}

TEST_CASE("messages cut at any length or flipped at any byte never read outside") {
  for (const Kind& kind : one_of_each()) {
    // Changes are whatever the provider wrote: a shorter one is one too.
    const bool is_opaque = kind_of(kind.message).value() == MessageKind::Changes;
    for (std::size_t size = 0; size < kind.message.size(); ++size) {
      const Message cut(kind.message.begin(),
                        kind.message.begin() + static_cast<std::ptrdiff_t>(size));
      CHECK(kind.reads(cut) == (is_opaque && size >= 4));
    }
    Message longer = kind.message;
    longer.push_back(0);
    CHECK(kind.reads(longer) == is_opaque);
    Message flipped = kind.message;
    for (std::uint8_t& byte : flipped) {
      for (const unsigned flip : {0x01u, 0x80u, 0xffu}) {
        byte = static_cast<std::uint8_t>(byte ^ flip);
        kind.reads(flipped);
        byte = static_cast<std::uint8_t>(byte ^ flip);
      }
    }
  }
}

}  // namespace terrane::stream
