#include "terrane/base/bytes.h"

#include <doctest/doctest.h>

namespace terrane::base {

TEST_CASE("numbers, texts and blocks come back as they were written") {
  std::vector<std::uint8_t> bytes;
  ByteWriter writer(bytes);
  writer.put(std::uint8_t{200});
  writer.put(std::int16_t{-2});
  writer.put(std::uint32_t{0x01020304});
  writer.put(std::int64_t{INT64_MIN});
  writer.put(-0.1);
  writer.put_text("a street");
  const std::int32_t block[2] = {7, -7};
  writer.put_block(block, 2);
  CHECK_MESSAGE(bytes[3] == 4, "the little end does not come first");

  ByteReader reader(bytes);
  CHECK(reader.get<std::uint8_t>() == 200);
  CHECK(reader.get<std::int16_t>() == -2);
  CHECK(reader.get<std::uint32_t>() == 0x01020304);
  CHECK(reader.get<std::int64_t>() == INT64_MIN);
  CHECK(reader.get<double>() == -0.1);
  CHECK(reader.get_text() == "a street");
  std::int32_t read[2] = {0, 0};
  reader.get_block(read, 2);
  CHECK(read[0] == 7);
  CHECK(read[1] == -7);
  CHECK_FALSE(reader.failed());
  CHECK(reader.remaining() == 0);
}

TEST_CASE("variable-length numbers hold all 64 bits, and no more") {
  for (const std::uint64_t value : {std::uint64_t{0}, std::uint64_t{127}, std::uint64_t{128},
                                    std::uint64_t{1} << 35, std::uint64_t{1} << 63, UINT64_MAX}) {
    std::vector<std::uint8_t> bytes;
    ByteWriter(bytes).put_varint(value);
    ByteReader reader(bytes);
    CHECK(reader.get_varint() == value);
    CHECK(reader.remaining() == 0);
    bytes.pop_back();
    ByteReader cut(bytes);
    CHECK(cut.get_varint() == 0);
    CHECK(cut.failed());
  }
  const std::vector<std::uint8_t> beyond{0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 2};
  ByteReader reader(beyond);
  CHECK(reader.get_varint() == 0);
  CHECK(reader.failed());
}

TEST_CASE("small differences of either sign are small numbers") {
  CHECK(zigzag64(0) == 0);
  CHECK(zigzag64(-1) == 1);
  CHECK(zigzag64(1) == 2);
  for (const std::int64_t value :
       {std::int64_t{-5}, std::int64_t{INT64_MAX}, std::int64_t{INT64_MIN}}) {
    CHECK(unzigzag64(zigzag64(value)) == value);
  }
}

TEST_CASE("a reader that has failed stays so and gives zeros") {
  const std::vector<std::uint8_t> bytes{1, 0, 0, 0, 5, 2};
  ByteReader lying(bytes);
  CHECK_MESSAGE(lying.get_count(3) == 0, "a count was believed that the bytes cannot hold");
  CHECK(lying.failed());
  CHECK(lying.get<std::uint8_t>() == 0);
  CHECK(lying.remaining() == 0);
  CHECK(lying.rest().empty());

  ByteReader honest(bytes);
  CHECK(honest.get_count(2) == 1);
  CHECK(honest.get_bool() == false);
  CHECK_MESSAGE(honest.failed(), "5 is neither yes nor no");

  ByteReader block(bytes);
  std::uint64_t untouched = 3;
  block.get_block(&untouched, 1);
  CHECK(block.failed());
  CHECK(untouched == 3);
}

}  // namespace terrane::base
