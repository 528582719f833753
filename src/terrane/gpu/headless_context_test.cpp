#include "terrane/gpu/headless_context.h"

#include <doctest/doctest.h>

#include <cstdio>

#include "terrane/gpu/testing.h"

namespace terrane::gpu {
namespace {

TEST_CASE("a headless device clears, resolves and reads back in both dialects") {
  for (const GlDialect dialect : {GlDialect::Desktop, GlDialect::Es}) {
    auto context = HeadlessContext::open(dialect);
    if (!context) {
      std::printf("SKIPPED: headless GL (no EGL driver)\n");
      return;
    }
    Device& device = context.value()->device();
    INFO(device.capabilities().backend << " by " << device.capabilities().renderer);
    TextureDesc desc;
    desc.label = "picture";
    desc.width = 5;
    desc.height = 3;
    desc.render_target = true;
    const Texture picture = device.make_texture(desc).value();
    BeginPass pass;
    pass.color = picture;
    if (device.capabilities().max_sample_count >= 4) {
      desc.sample_count = 4;
      pass.color = device.make_texture(desc).value();
      pass.resolve = picture;
    }
    pass.clear_rgba[0] = 1.0f;
    pass.clear_rgba[1] = 0.5f;
    pass.clear_rgba[2] = 0.0f;
    CommandList list;
    list.begin_pass(pass);
    list.end_pass();
    REQUIRE(device.submit(list).ok());
    const std::vector<std::uint8_t> pixels = device.read_rgba8(picture).value();
    REQUIRE(pixels.size() == 5 * 3 * 4);
    for (std::size_t pixel = 0; pixel < pixels.size(); pixel += 4) {
      CHECK(pixels[pixel] == 255);
      CHECK(pixels[pixel + 1] >= 127);
      CHECK(pixels[pixel + 1] <= 128);
      CHECK(pixels[pixel + 2] == 0);
    }
  }
}

}  // namespace
}  // namespace terrane::gpu
