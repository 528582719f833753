#include "terrane/fetch/transport.h"

#include <algorithm>

namespace terrane::fetch {
namespace {

constexpr std::size_t k_url_bytes_max = 1024;

bool is_letter_or_digit(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

// Of a URL that http or https begins.
std::string_view authority_of(std::string_view url) {
  const std::size_t colon = url.find("://");
  if (colon == std::string_view::npos) return {};
  url.remove_prefix(colon + 3);
  return url.substr(0, url.find('/'));
}

bool is_host_and_port(std::string_view authority) {
  const std::size_t bracket = authority.rfind(']');  // of an IPv6 address
  const std::size_t colon = authority.find(':', bracket == std::string_view::npos ? 0 : bracket);
  const std::string_view host = authority.substr(0, colon);
  const auto is_host_character = [](char c) {
    return is_letter_or_digit(c) || c == '.' || c == '-' || c == '_' || c == '[' || c == ']' ||
           c == ':';
  };
  if (host.empty() || !std::all_of(host.begin(), host.end(), is_host_character)) return false;
  if (colon == std::string_view::npos) return true;
  const std::string_view port = authority.substr(colon + 1);
  return !port.empty() && port.size() <= 5 &&
         std::all_of(port.begin(), port.end(), [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

base::Result<void> check_service_url(std::string_view url, const std::string& where) {
  const auto bad = [&where](const char* what) {
    return base::Error{base::ErrorCode::BadUri, what, where,
                       "an address as https://overpass-api.de/api/interpreter"};
  };
  if (url.size() > k_url_bytes_max) return bad("the service's address is too long");
  if (url.substr(0, 7) != "http://" && url.substr(0, 8) != "https://") {
    return bad("the service's address is not of http or https");
  }
  const auto is_refused = [](char c) {
    const auto code = static_cast<unsigned char>(c);
    return code <= 0x20 || code >= 0x7f ||
           std::string_view("@?#\"'\\<>`{}|^").find(c) != std::string::npos;
  };
  if (std::any_of(url.begin(), url.end(), is_refused)) {
    return bad("the service's address holds a user, a query, a fragment or a sign of no address");
  }
  if (!is_host_and_port(authority_of(url))) return bad("the service's address names no host");
  return {};
}

std::string host_of(std::string_view url) {
  return std::string(authority_of(url));
}

std::string percent_encoded(std::string_view text) {
  constexpr char k_digits[] = "0123456789ABCDEF";
  std::string out;
  for (const char c : text) {
    if (is_letter_or_digit(c) || c == '-' || c == '.' || c == '_' || c == '~') {
      out += c;
      continue;
    }
    const auto code = static_cast<unsigned char>(c);
    out += '%';
    out += k_digits[code >> 4];
    out += k_digits[code & 15];
  }
  return out;
}

}  // namespace terrane::fetch
