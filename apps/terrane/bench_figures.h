// What a bench reports: figures, each with the bar it is held to, and times taken by turns, so that
// a busy machine hits all that are compared. Owner thread.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace terrane::app {

class Report;

// Adds figures to a report and remembers which bars were missed.
class Figures {
 public:
  explicit Figures(Report& report) : report_(report) {}

  void add(const std::string& key, double value);
  void add_count(const std::string& key, std::uint64_t value);
  void add_at_most(const std::string& key, double value, double bar);
  void add_at_least(const std::string& key, double value, double bar);
  // Of a rival, nothing when the build has not got it.
  void add_at_least(const std::string& key, std::optional<double> value, double bar);

  const std::vector<std::string>& missed() const { return missed_; }

 private:
  Report& report_;
  std::vector<std::string> missed_;  // sentences
};

// The middle one; of an even number the higher. 0 of none.
double median(std::vector<double> values);
double mean(const std::vector<double>& values);

// Time that this process has worked, which a busy machine does not stretch: for works of at least
// many microseconds, since the C library counts whole ones.
double cpu_us();

// Of one call, by the wall clock.
template <typename Work>
double microseconds(Work&& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start)
      .count();
}

struct Compared {
  double first_us = 0;  // medians
  double second_us = 0;
  double ratio = 0;  // median of the rounds' first / second
};

// Runs the two by turns, `rounds` times each after a first that does not count.
template <typename First, typename Second>
Compared compare_by_turns(int rounds, First&& first, Second&& second) {
  std::vector<double> first_us, second_us, ratios;
  for (int round = -1; round < rounds; ++round) {
    const double one = microseconds(first);
    const double two = microseconds(second);
    if (round < 0) continue;
    first_us.push_back(one);
    second_us.push_back(two);
    ratios.push_back(one / two);
  }
  return {median(std::move(first_us)), median(std::move(second_us)), median(std::move(ratios))};
}

}  // namespace terrane::app
