#include "bench_figures.h"

#include <algorithm>
#include <cstdio>
#include <ctime>

#include "report.h"

namespace terrane::app {
namespace {

std::string sentence(const std::string& key, double value, const char* side, double bar) {
  char text[64];
  std::snprintf(text, sizeof(text), " is %.4g, %s %.4g", value, side, bar);
  return key + text;
}

}  // namespace

void Figures::add(const std::string& key, double value) {
  report_.add(key, value);
}

void Figures::add_count(const std::string& key, std::uint64_t value) {
  report_.add_count(key, value);
}

void Figures::add_at_most(const std::string& key, double value, double bar) {
  report_.add(key, value);
  if (!(value <= bar)) missed_.push_back(sentence(key, value, "to be at most", bar));
}

void Figures::add_at_least(const std::string& key, double value, double bar) {
  report_.add(key, value);
  if (!(value >= bar)) missed_.push_back(sentence(key, value, "to be at least", bar));
}

void Figures::add_at_least(const std::string& key, std::optional<double> value, double bar) {
  if (value) {
    add_at_least(key, *value, bar);
  } else {
    report_.add_text(key, "this build has not got it (TERRANE_BENCH and its package)");
  }
}

double cpu_us() {
  return static_cast<double>(std::clock()) * (1e6 / CLOCKS_PER_SEC);
}

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

double mean(const std::vector<double>& values) {
  if (values.empty()) return 0;
  double sum = 0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

}  // namespace terrane::app
