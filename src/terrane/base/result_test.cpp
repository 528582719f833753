#include "terrane/base/result.h"

#include <doctest/doctest.h>

#include <memory>

namespace terrane::base {
namespace {

Result<int> positive(int value) {
  if (value <= 0) return Error{ErrorCode::OutOfRange, "value is too small", "value", "1 or more"};
  return value;
}

Result<std::string> twice_as_text(int value) {
  const int number = TERRANE_TRY(positive(value));
  return std::to_string(2 * number);
}

Result<void> check_both(int first, int second) {
  TERRANE_TRY(positive(first));
  TERRANE_TRY(positive(second));
  return {};
}

}  // namespace

TEST_CASE("a Result holds a value or an error") {
  const Result<int> good = positive(3);
  CHECK(good.ok());
  CHECK(static_cast<bool>(good));
  CHECK(good.value() == 3);
  const Result<int> bad = positive(0);
  CHECK(!bad.ok());
  CHECK(bad.error().code == ErrorCode::OutOfRange);
  CHECK(bad.error().where == "value");
}

TEST_CASE("TERRANE_TRY gives the value or returns the error") {
  CHECK(twice_as_text(4).value() == "8");
  CHECK(twice_as_text(-1).error().what == "value is too small");
  CHECK(check_both(1, 2).ok());
  CHECK(!check_both(1, 0).ok());
  CHECK(check_both(0, 1).error().expected == "1 or more");
}

TEST_CASE("a value that can only be moved comes out whole") {
  Result<std::unique_ptr<int>> result = std::make_unique<int>(7);
  const std::unique_ptr<int> owner = std::move(result).value();
  CHECK(*owner == 7);
}

TEST_CASE("an error is one line, whatever its parts hold") {
  CHECK(to_sentence({ErrorCode::BadData, "file is empty", "a.osm", "an OpenStreetMap file"}) ==
        "file is empty (a.osm): an OpenStreetMap file");
  CHECK(to_sentence({ErrorCode::BadData, "broken", "", ""}) == "broken");
  CHECK(to_sentence({ErrorCode::BadData, "no\nsuch", "x\ty\x7f", "a\r"}) == "no such (x y ): a ");
}

}  // namespace terrane::base
