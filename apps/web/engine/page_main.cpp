// What the page calls: a world, its workers, a graphics device, one way at a time. Every call is on
// the page's main thread. A call that can fail returns 0 then, and terrane_error() says why in a
// sentence. Texts are UTF-8 and good until the next call of the same function.
#include <emscripten.h>
#include <emscripten/html5.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "hud_json.h"
#include "page_device.h"
#include "page_fetch.h"
#include "page_match.h"
#include "page_ports.h"
#include "page_way.h"
#include "terrane/base/trig.h"
#include "terrane/fetch/file.h"
#include "terrane/geo/geodetic.h"
#include "terrane/gpu/backend.h"
#include "terrane/play/command_arena.h"
#include "terrane/play/command_ground.h"
#include "terrane/play/ride_way.h"
#include "terrane/stream/message_transport.h"
#include "terrane/world/arrival.h"
#include "terrane/world/open_world.h"
#include "web_budgets.h"

namespace terrane::web {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

constexpr double k_loading_picture_s = 2;
constexpr double k_degrees = 180 / base::k_pi;
// One of the page's pool (PTHREAD_POOL_SIZE) stays for a match.
constexpr unsigned k_build_threads_max = 3;

// Destroyed from the last member to the first: a way before its device, workers before their world.
struct Page {
  std::unique_ptr<stream::Provider> provider;
  std::optional<rts::Battlefield> arena;              // the provider's, where it is one
  std::unique_ptr<world::Arrival> arrival;            // of the first map tile, until it is over
  std::unique_ptr<stream::BuildTransport> transport;  // until a way takes it
  std::string transport_trouble;
  EMSCRIPTEN_WEBGL_CONTEXT_HANDLE context = 0;
  std::unique_ptr<gpu::Device> device;
  std::unique_ptr<play::Way> way;
  MatchWish match;
  play::Settings settings;
  std::vector<gpu::InputRecord> records;
  double undrawn_s = 0;  // since the last picture
  play::Hud hud;
  std::string hud_text;
  std::string place_text;
  std::string arrival_text;
  std::string error;
};

Page& page() {
  static Page the_page;
  return the_page;
}

Result<void> open_page_world(const std::string& uri) {
  Page& here = page();
  here.way.reset();
  here.transport.reset();
  here.arrival.reset();
  here.arena.reset();
  if (play::is_arena(uri)) {
    here.arena = TERRANE_TRY(make_arena(uri, here.match));
    here.provider = std::make_unique<play::ArenaProvider>(*here.arena);
    return {};
  }
  here.provider = TERRANE_TRY(world::open_world(
      uri, []() -> Result<std::unique_ptr<fetch::Transport>> { return make_page_transport(); }));
  return {};
}

Result<stream::LoadMessage> load_message(const stream::Provider& provider) {
  stream::LoadMessage load;
  load.uri = provider.info().uri;
  const auto name = TERRANE_TRY(world::parse_world_uri(load.uri, 0));
  if (name.scheme != world::Scheme::Map || name.path.empty()) return load;
  load.file_name = name.path;
  std::string bytes = TERRANE_TRY(fetch::read_file(name.path));
  load.file = std::make_shared<const std::string>(std::move(bytes));
  return load;
}

Result<void> start_workers(const std::string& kind, unsigned count) {
  Page& here = page();
  here.transport.reset();
  if (here.provider == nullptr) {
    return Error{ErrorCode::BadUsage, "workers before a world", "terrane_start_workers",
                 "a world first"};
  }
  if (here.arena && kind == "messages") return {};  // its workers open worlds, and it is none
  if (kind == "threads") {
    count = std::min(count, k_build_threads_max);
    here.transport = stream::make_thread_transport(*here.provider, count);
    if (here.transport == nullptr) {
      return Error{ErrorCode::Unavailable, "the browser gives no threads", "the build workers",
                   "a page that is cross-origin isolated, and free workers in its pool"};
    }
  } else if (kind == "messages") {
    const stream::LoadMessage load = TERRANE_TRY(load_message(*here.provider));
    here.transport = stream::make_message_transport(*here.provider, page_ports(count), load);
  }
  return {};
}

Result<void> open_device(const char* selector) {
  Page& here = page();
  replace_device(nullptr);
  EmscriptenWebGLContextAttributes attributes;
  emscripten_webgl_init_context_attributes(&attributes);
  attributes.majorVersion = 2;
  attributes.alpha = false;
  attributes.depth = false;
  attributes.antialias = false;  // the renderer's own
  attributes.powerPreference = EM_WEBGL_POWER_PREFERENCE_HIGH_PERFORMANCE;
  here.context = emscripten_webgl_create_context(selector, &attributes);
  if (here.context <= 0 ||
      emscripten_webgl_make_context_current(here.context) != EMSCRIPTEN_RESULT_SUCCESS) {
    here.context = 0;
    return Error{ErrorCode::Unavailable, "the browser gives no WebGL 2", selector,
                 "a browser and a graphics driver with WebGL 2"};
  }
  auto backend = TERRANE_TRY(gpu::make_gl_backend());
  here.device = std::make_unique<gpu::Device>(std::move(backend));
  return {};
}

// A place of the page: X,Z in metres of a city, latitude and longitude of a map.
Result<geo::Vec3> place_of(const stream::WorldInfo& info, double first, double second) {
  if (!std::isfinite(first) || !std::isfinite(second)) {
    return Error{ErrorCode::BadUsage, "is no place", "the place", "two numbers"};
  }
  if (!info.geographic) return geo::Vec3{first, 0, second};
  if (std::fabs(first) > 85 || std::fabs(second) > 180) {
    return Error{ErrorCode::OutOfRange, "is not on the map",
                 std::to_string(first) + "," + std::to_string(second),
                 "a latitude up to 85 degrees and a longitude up to 180"};
  }
  return geo::to_ecef({first / k_degrees, second / k_degrees, 0});
}

Result<void> open_way(const std::string& way, const std::string& quality, bool has_place,
                      double first, double second, double heading_deg, double hour,
                      bool autopilot) {
  Page& here = page();
  here.way.reset();
  if (here.provider == nullptr || here.device == nullptr) {
    return Error{ErrorCode::BadUsage, "a way before its world and device", way, "both first"};
  }
  play::LiveOptions live;
  render::RendererOptions renderer;
  apply(budget_of(quality), live, renderer);
  // Drawn by the processor, samples are what costs most.
  if (here.device->capabilities().software) renderer.samples = 1;
  live.make_transport = [&here](const stream::Provider&) { return std::move(here.transport); };
  if (way == "command") {
    play::CommandOptions options;
    options.hour = hour;
    options.live = std::move(live);
    options.renderer = renderer;
    here.way =
        TERRANE_TRY(open_match(*here.device, *here.provider, here.arena ? &*here.arena : nullptr,
                               here.match, std::move(options)));
    return {};
  }
  play::RideOptions options;
  options.mover = way == "walk" ? drive::Mover::Walker : drive::Mover::Car;
  options.autopilot = autopilot;
  options.bindings = here.settings.bindings;
  options.hour = hour;
  options.live = std::move(live);
  options.renderer = renderer;
  if (has_place) {
    options.at = TERRANE_TRY(place_of(here.provider->info(), first, second));
    options.heading_rad = -heading_deg / k_degrees;
  }
  here.way = TERRANE_TRY(play::RideWay::open(*here.device, *here.provider, options));
  return {};
}

Result<void> run_frame(double elapsed_s, std::uint32_t width, std::uint32_t height) {
  Page& here = page();
  if (here.way == nullptr) {
    return Error{ErrorCode::BadUsage, "a frame before a way", "terrane_frame", "a way first"};
  }
  here.device->set_surface_size(width, height);
  TERRANE_TRY(here.way->step(here.records, elapsed_s, width, height));
  here.records.clear();
  if (width == 0 || height == 0) return {};
  // Until the world stands, pictures are few, so that its pieces are taken over sooner.
  here.undrawn_s += elapsed_s;
  if (!here.way->is_world_ready() && here.undrawn_s < k_loading_picture_s) return {};
  here.undrawn_s = 0;
  return here.way->draw(here.device->surface());
}

}  // namespace

int done(const Result<void>& result) {
  if (result.ok()) return 1;
  page().error = base::to_sentence(result.error());
  return 0;
}

play::Way* current_way() {
  return page().way.get();
}
play::CommandWay* current_command() {
  return dynamic_cast<play::CommandWay*>(page().way.get());
}
stream::Provider* current_provider() {
  return page().provider.get();
}
MatchWish& match_wish() {
  return page().match;
}
play::Settings& page_settings() {
  return page().settings;
}

void replace_device(std::unique_ptr<gpu::Device> device) {
  Page& here = page();
  here.way.reset();
  here.device = std::move(device);
  if (here.context != 0) emscripten_webgl_destroy_context(here.context);
  here.context = 0;
}

}  // namespace terrane::web

extern "C" {

using terrane::web::done;
using terrane::web::page;

EMSCRIPTEN_KEEPALIVE const char* terrane_error() {
  return page().error.c_str();
}

EMSCRIPTEN_KEEPALIVE int terrane_open_world(const char* uri) {
  return done(terrane::web::open_page_world(uri));
}
EMSCRIPTEN_KEEPALIVE const char* terrane_world_uri() {
  return page().provider == nullptr ? "" : page().provider->info().uri.c_str();
}

// Asks for the map at a place of a live world, or at its start; whatever failed may be asked for
// again. Of other worlds nothing is asked.
EMSCRIPTEN_KEEPALIVE void terrane_want_place(int has_place, double first, double second) {
  auto& here = page();
  here.arrival.reset();
  if (here.provider == nullptr || here.provider->fetcher() == nullptr) return;
  here.provider->fetcher()->hurry();
  const auto& info = here.provider->info();
  auto place = info.start.origin;
  if (has_place != 0) {
    const auto asked = terrane::web::place_of(info, first, second);
    if (asked.ok()) place = asked.value();
  }
  here.arrival = std::make_unique<terrane::world::Arrival>(*here.provider);
  here.arrival->want_place(place);
}
// Whether it has come: "" then, "waiting", or why it does not.
EMSCRIPTEN_KEEPALIVE const char* terrane_arrival() {
  auto& here = page();
  here.arrival_text.clear();
  if (here.arrival == nullptr) return "";
  here.arrival->poll();
  if (!here.arrival->is_over()) return "waiting";
  if (!here.arrival->failures().empty()) {
    here.arrival_text = terrane::base::to_sentence(here.arrival->failures().front());
  }
  here.arrival.reset();
  return here.arrival_text.c_str();
}
EMSCRIPTEN_KEEPALIVE void terrane_stop_waiting() {
  page().arrival.reset();
}

// `kind`: "threads", "messages" or "inline". The first two fail where there are none.
EMSCRIPTEN_KEEPALIVE int terrane_start_workers(const char* kind, unsigned count) {
  return done(terrane::web::start_workers(kind, count));
}

// `selector`: of the canvas.
EMSCRIPTEN_KEEPALIVE int terrane_open_device(const char* selector) {
  return done(terrane::web::open_device(selector));
}
EMSCRIPTEN_KEEPALIVE const char* terrane_device_name() {
  return page().device == nullptr ? "" : page().device->capabilities().backend.c_str();
}
EMSCRIPTEN_KEEPALIVE int terrane_device_is_software() {
  return page().device != nullptr && page().device->capabilities().software ? 1 : 0;
}

// Of the next way "command", and of the next arena: `players` as in "human,ai" or "hard,normal",
// `units` both together.
EMSCRIPTEN_KEEPALIVE void terrane_set_match(const char* players, unsigned units, unsigned seed,
                                            int in_worker) {
  auto& match = page().match;
  match = {players, units, seed, in_worker != 0, std::move(match.replay)};
}

// `way`: "drive", "walk" or "command". `first`, `second`: X, Z or latitude, longitude, not of a
// match. `heading_deg`: compass.
EMSCRIPTEN_KEEPALIVE int terrane_open_way(const char* way, const char* quality, int has_place,
                                          double first, double second, double heading_deg,
                                          double hour, int autopilot) {
  return done(terrane::web::open_way(way, quality, has_place != 0, first, second, heading_deg, hour,
                                     autopilot != 0));
}
EMSCRIPTEN_KEEPALIVE void terrane_close_way() {
  page().way.reset();
}

// The members of gpu::InputRecord, as numbers.
EMSCRIPTEN_KEEPALIVE void terrane_input(unsigned kind, unsigned key, int button, int pressed,
                                        unsigned axis, double value, double x, double y, double dx,
                                        double dy, unsigned action) {
  if (axis >= terrane::gpu::k_pad_axis_count) return;
  terrane::gpu::InputRecord record;
  record.kind = static_cast<terrane::gpu::InputKind>(kind);
  record.key = static_cast<terrane::gpu::Key>(key);
  record.button = button;
  record.pressed = pressed != 0;
  record.axis = static_cast<terrane::gpu::PadAxis>(axis);
  record.value = value;
  record.x = x;
  record.y = y;
  record.dx = dx;
  record.dy = dy;
  record.action = action;
  page().records.push_back(record);
}

EMSCRIPTEN_KEEPALIVE int terrane_frame(double elapsed_s, unsigned width, unsigned height) {
  return done(terrane::web::run_frame(elapsed_s, width, height));
}

EMSCRIPTEN_KEEPALIVE const char* terrane_hud() {
  auto& here = page();
  if (here.way == nullptr) return "{}";
  here.way->describe(here.hud);
  terrane::web::write_hud(here.hud, here.hud_text);
  return here.hud_text.c_str();
}

// "FIRST,SECOND,HEADING,HOUR": for the link of this view.
EMSCRIPTEN_KEEPALIVE const char* terrane_place() {
  auto& here = page();
  if (here.way == nullptr) return "";
  const terrane::play::Standpoint stand = here.way->standpoint();
  double first = stand.position.x;
  double second = stand.position.z;
  int digits = 1;
  if (here.provider->info().geographic) {
    const terrane::geo::Geodetic place = terrane::geo::to_geodetic(stand.position);
    first = place.lat_rad * terrane::web::k_degrees;
    second = place.lon_rad * terrane::web::k_degrees;
    digits = 6;
  }
  const double turns = -stand.heading_rad / (2 * terrane::base::k_pi);
  char text[128];
  std::snprintf(text, sizeof(text), "%.*f,%.*f,%.1f,%.2f", digits, first, digits, second,
                (turns - std::floor(turns)) * 360, stand.hour);
  here.place_text = text;
  return here.place_text.c_str();
}

EMSCRIPTEN_KEEPALIVE void terrane_set_hour(double hour) {
  if (page().way != nullptr && hour >= 0 && hour < 24) page().way->set_hour(hour);
}
EMSCRIPTEN_KEEPALIVE int terrane_wants_pointer_lock() {
  return page().way != nullptr && page().way->wants_pointer_lock() ? 1 : 0;
}
EMSCRIPTEN_KEEPALIVE void terrane_release_pointer() {
  if (page().way != nullptr) page().way->release_pointer();
}
EMSCRIPTEN_KEEPALIVE int terrane_take_photo_wish() {
  return page().way != nullptr && page().way->take_photo_wish() ? 1 : 0;
}

}  // extern "C"
