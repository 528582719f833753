#include "page_ports.h"

#include <emscripten.h>

#include <cstdlib>

// The functions below are JavaScript; `Module` is the instance of this very module.
// clang-format off
EM_JS(void, terrane_port_post, (unsigned port, const std::uint8_t* bytes, std::size_t size), {
  Module["terranePorts"][port].post(HEAPU8.slice(bytes, bytes + size));
});
EM_JS(int, terrane_port_next_size, (unsigned port), {
  return Module["terranePorts"][port].nextSize();
});
EM_JS(void, terrane_port_take, (unsigned port, std::uint8_t* bytes), {
  HEAPU8.set(Module["terranePorts"][port].take(), bytes);
});
EM_JS(int, terrane_port_code_loaded, (unsigned port), {
  return Module["terranePorts"][port].codeLoaded ? 1 : 0;
});
EM_JS(char*, terrane_port_error, (unsigned port), {
  const text = Module["terranePorts"][port].error;
  const size = lengthBytesUTF8(text) + 1;
  const at = _malloc(size);
  stringToUTF8(text, at, size);
  return at;
});
EM_JS(int, terrane_port_restart, (unsigned port), {
  return Module["terranePorts"][port].restart() ? 1 : 0;
});
EM_JS(void, terrane_port_end, (unsigned port), {
  Module["terranePorts"][port].end();
});
EM_JS(void, terrane_post_to_owner, (const std::uint8_t* bytes, std::size_t size), {
  const copy = HEAPU8.slice(bytes, bytes + size);
  self.postMessage(copy.buffer, [copy.buffer]);
});
// clang-format on

namespace terrane::web {
namespace {

class PagePort final : public stream::MessagePort {
 public:
  explicit PagePort(unsigned number) : number_(number) {}

  void post(stream::MessageView message) override {
    terrane_port_post(number_, message.data(), message.size());
  }
  bool take(stream::Message& message) override {
    const int size = terrane_port_next_size(number_);
    if (size < 0) return false;
    message.resize(static_cast<std::size_t>(size));
    terrane_port_take(number_, message.data());
    return true;
  }
  bool code_loaded() const override { return terrane_port_code_loaded(number_) != 0; }
  std::string error() const override {
    char* text = terrane_port_error(number_);
    std::string error = text;
    std::free(text);
    return error;
  }
  bool restart() override { return terrane_port_restart(number_) != 0; }
  void end() override { terrane_port_end(number_); }

 private:
  unsigned number_;
};

}  // namespace

std::vector<std::unique_ptr<stream::MessagePort>> page_ports(unsigned count) {
  std::vector<std::unique_ptr<stream::MessagePort>> ports;
  for (unsigned number = 0; number < count; ++number) {
    ports.push_back(std::make_unique<PagePort>(number));
  }
  return ports;
}

void post_to_owner(stream::MessageView message) {
  terrane_post_to_owner(message.data(), message.size());
}

}  // namespace terrane::web
