// Errors as values. A function that can fail on bad data or a failed call returns Result<T>; the
// caller uses TERRANE_TRY to pass an error on. A mistake of ours is an assert (assert.h) instead.
// An Error is a sentence in three parts, which the command line prints as
// `terrane: error: WHAT (WHERE): EXPECTED`.
#pragma once

#include <string>
#include <utility>
#include <variant>

#include "terrane/base/assert.h"

namespace terrane::base {

enum class ErrorCode {
  BadUsage,     // an option or argument that cannot be meant
  BadUri,       // a world URI that cannot be parsed
  NotFound,     // a file, object or tile that is not there
  BadData,      // bytes that are not what they claim to be
  Incomplete,   // data that was cut short
  OutOfRange,   // a number outside what is supported
  Unavailable,  // a device, display or service that is not there
  IoFailed,     // reading or writing failed
};

struct Error {
  ErrorCode code = ErrorCode::BadData;
  std::string what;      // what went wrong: "file is empty"
  std::string where;     // the file, object id, option or key: "way 17 in town.osm"
  std::string expected;  // what was expected instead: "an OpenStreetMap file"
};

// "WHAT (WHERE): EXPECTED", on one line: control characters in any part become spaces.
std::string to_sentence(const Error& error);

template <typename T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}      // NOLINT: implicit
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}  // NOLINT: implicit

  explicit operator bool() const { return ok(); }
  bool ok() const { return state_.index() == 0; }

  T& value() & {
    TERRANE_ASSERT(ok(), "value() of a failed Result");
    return *std::get_if<0>(&state_);
  }
  const T& value() const& {
    TERRANE_ASSERT(ok(), "value() of a failed Result");
    return *std::get_if<0>(&state_);
  }
  T&& value() && {
    TERRANE_ASSERT(ok(), "value() of a failed Result");
    return std::move(*std::get_if<0>(&state_));
  }
  const Error& error() const& {
    TERRANE_ASSERT(!ok(), "error() of a successful Result");
    return *std::get_if<1>(&state_);
  }
  Error&& error() && {
    TERRANE_ASSERT(!ok(), "error() of a successful Result");
    return std::move(*std::get_if<1>(&state_));
  }

 private:
  std::variant<T, Error> state_;
};

template <>
class [[nodiscard]] Result<void> {
 public:
  Result() = default;
  Result(Error error) : error_(std::move(error)), ok_(false) {}  // NOLINT: implicit

  explicit operator bool() const { return ok_; }
  bool ok() const { return ok_; }
  void value() const { TERRANE_ASSERT(ok_, "value() of a failed Result"); }
  const Error& error() const& { return error_; }
  Error&& error() && { return std::move(error_); }

 private:
  Error error_;
  bool ok_ = true;
};

}  // namespace terrane::base

// The value of a Result, or a return of its error from the enclosing function.
#define TERRANE_TRY(expression)                                                 \
  __extension__({                                                               \
    auto terrane_try_result = (expression);                                     \
    if (!terrane_try_result.ok()) return std::move(terrane_try_result).error(); \
    std::move(terrane_try_result).value();                                      \
  })
