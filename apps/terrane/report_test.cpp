#include "report.h"

#include <doctest/doctest.h>

#include <cmath>

namespace terrane::app {
namespace {

TEST_CASE("a report is one JSON object with its keys in order") {
  Report report;
  report.add_count("pieces", 18446744073709551615ULL);
  report.add("tick_ms", 0.25);
  report.add("never_ms", std::nan(""));
  report.add_flag("done", true);
  report.add_text("uri", "osm:a\"b\n.osm");
  report.add_numbers("bbox", {7.4092001, -1});
  report.add_texts("named", {"one", "two"});
  CHECK(report.to_json() ==
        "{\"pieces\":18446744073709551615,\"tick_ms\":0.25,\"never_ms\":null,\"done\":true,"
        "\"uri\":\"osm:a\\\"b\\n.osm\",\"bbox\":[7.4092001,-1.0],\"named\":[\"one\",\"two\"]}\n");
}

TEST_CASE("for people a report is a line a key") {
  Report report;
  report.add_count("pieces", 3);
  report.add_numbers("bbox", {7.4, -1});
  report.add_texts("named", {});
  CHECK(report.to_lines() == "pieces: 3\nbbox: 7.4,-1\nnamed: none\n");
}

TEST_CASE("an output that cannot be written is refused before the work") {
  CHECK(check_output("").ok());
  CHECK(check_output("-").ok());
  CHECK(check_output("report.json").ok());
  CHECK_FALSE(check_output("/").ok());
  CHECK_FALSE(check_output("/no-such-folder/report.json").ok());
  CHECK(check_made_file("a.png", "-").ok());
  CHECK_FALSE(check_made_file("", "").ok());
  CHECK_FALSE(check_made_file("-", "").ok());
  CHECK_FALSE(check_made_file("a.png", "./a.png").ok());
}

}  // namespace
}  // namespace terrane::app
