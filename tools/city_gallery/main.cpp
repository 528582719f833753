// city_gallery: one thing of the city alone, drawn headless by the real renderer into a PNG.
//
//   cmake --build --preset release --target city_gallery        (or ninja -C BUILD city_gallery)
//
// One building:
//   city_gallery --name brownstone --key 7 --lod 0 --view corner --size 640x480 --out f.png
//   ... --district 4 --density 0.8 --hilly --hour 16
// Several of anything make a contact sheet, the last list running fastest:
//   city_gallery --name temple_bank,colonnade --key 1,2,3 --lod 0,1,2 --out sheet.png
//   city_gallery --name all --lod 0,1,2 --columns 6 --size 320x320 --out sheet.png
// All 17 styles at the three levels, from the front and the corner, into a folder:
//   city_gallery --sheet out/styles
// A built piece of any world (keys as `terrane digest` prints them), or it and its neighbours:
//   city_gallery --subject piece --world city:412 --key 007fffff7fffff30 --lod 0 --out f.png
//   city_gallery --subject place --world city:412 --key ... --rings 9 --view above --out f.png
// Something of a city, the nearest to its origin, with its surroundings, by name (a style's, a
// district's) or all; --where only prints where they are, as `terrane render` takes it:
//   city_gallery --subject bridge --name all --lod 0,1,2 --view front --out sheet.png
//   ... --subject park|water|field|street_end|district|junction|corner|dead_end --view over
//   city_gallery --subject district --where
// Views: front, ahead, over, corner, above, top, back, side, street (from eye height). A red box of
// a person's size, 1.75 m, stands beside each building. What was counted is in the caption:
// vertices, triangles, instances, size.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

#include "places.h"
#include "stage.h"
#include "subjects.h"
#include "terrane/base/digest.h"
#include "terrane/base/quantise.h"
#include "terrane/base/trig.h"

namespace terrane::gallery {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

struct Arguments {
  std::string subject = "building";
  std::vector<std::string> names;  // none: a brownstone, or all of a kind of place
  std::vector<std::string> keys{"7"};
  std::vector<unsigned> lods{0};
  std::vector<std::string> views{"corner"};
  std::string size = "640x480";
  std::string out_path;
  std::string sheet_folder;
  std::string world = "city:412";
  unsigned district = static_cast<unsigned>(city::District::CivicAvenue);
  double density = 0.5;
  double depth_m = 16;
  double hour = 10;
  double zoom = 1;
  unsigned rings = 1;
  unsigned columns = 0;  // 0: as many as the last list is long
  bool backdrop = false;
  bool hilly = false;
  bool where = false;  // print the places instead

  bool of_building() const { return subject == "building"; }
  bool of_place() const {
    const std::vector<std::string> kinds = place_kinds();
    return std::find(kinds.begin(), kinds.end(), subject) != kinds.end();
  }
};

Result<View> view_of_name(const std::string& name, double hour) {
  struct Named {
    const char* name;
    double turn_deg;
    double pitch_deg;
  };
  constexpr std::array<Named, 9> k_views{{{"front", 0, -6},
                                          {"ahead", 0, 2},
                                          {"over", 20, -30},
                                          {"corner", 38, -18},
                                          {"above", 30, -52},
                                          {"top", 20, -72},
                                          {"back", 200, -18},
                                          {"side", 90, -8},
                                          {"street", 28, 4}}};
  std::string all;
  for (const Named& view : k_views) {
    if (name == view.name) {
      return View{view.turn_deg * base::k_radians_per_degree,
                  view.pitch_deg * base::k_radians_per_degree, hour};
    }
    all += (all.empty() ? "" : ", ") + std::string(view.name);
  }
  return Error{ErrorCode::BadUsage, "no such view", "--view " + name, "one of " + all};
}

// A lot's key is a whole number; a piece's is as `digest` prints it, sixteen digits of base 16.
Result<std::uint64_t> parse_key(const std::string& text, bool of_piece) {
  char* end = nullptr;
  const std::uint64_t key = std::strtoull(text.c_str(), &end, of_piece ? 16 : 10);
  if (end != text.c_str() && *end == '\0') return key;
  return Error{ErrorCode::BadUsage, "not a key", "--key " + text, "a whole number"};
}

// One picture of the sheet.
struct Shot {
  std::string name;
  std::uint64_t key = 0;
  std::uint8_t lod = 0;
  std::string view;
  std::optional<Place> place;
};

Result<Subject> subject_of(const Arguments& arguments, const Shot& shot) {
  if (shot.place) return place_subject(arguments.world, *shot.place, shot.lod);
  if (!arguments.of_building()) {
    const unsigned rings = arguments.subject == "place" ? arguments.rings : 0;
    return piece_subject(arguments.world, shot.key, shot.lod, rings);
  }
  BuildingChoice choice;
  choice.style = TERRANE_TRY(style_of_name(shot.name));
  choice.district = static_cast<city::District>(arguments.district);
  choice.key = shot.key;
  choice.lod = shot.lod;
  choice.density = arguments.density;
  choice.depth_m = arguments.depth_m;
  choice.backdrop = arguments.backdrop;
  choice.hilly = arguments.hilly;
  return building_subject(choice);
}

std::string caption_of(const Arguments& arguments, const Shot& shot, const Subject& subject,
                       std::uint32_t width) {
  const auto side_m = [&](int axis) {
    return base::from_mm(subject.focus.max_mm[axis] - subject.focus.min_mm[axis]);
  };
  char text[200];
  const std::string& name = shot.name.empty() ? arguments.subject : shot.name;
  std::snprintf(text, sizeof(text), "%s L%u %zu v", name.c_str(), shot.lod, subject.vertices);
  const std::string brief = text;
  // As --key takes it.
  const std::string key =
      arguments.of_building() ? std::to_string(shot.key) : base::digest_text(shot.key);
  std::string more = brief + ", " + std::to_string(subject.triangles) + " t, " +
                     std::to_string(subject.instances) + " i";
  if (!shot.place) {
    std::snprintf(text, sizeof(text), ", %.0fx%.0fx%.0f m", side_m(0), side_m(2), side_m(1));
    more += text;
  }
  more += ", key " + key + ", " + shot.view;
  return render::text_width(more) <= width ? more : brief;
}

Result<void> save(const render::Picture& picture, const std::string& path) {
  const std::vector<std::uint8_t> bytes = TERRANE_TRY(render::encode_png(picture));
  std::ofstream file(path, std::ios::binary);
  file.write(reinterpret_cast<const char*>(bytes.data()),
             static_cast<std::streamsize>(bytes.size()));
  if (file.flush()) return {};
  return Error{ErrorCode::IoFailed, "cannot write", path, "a folder that takes files"};
}

// What is to be shown, without view and level.
Result<std::vector<Shot>> motifs_of(const Arguments& arguments) {
  std::vector<Shot> motifs;
  if (arguments.of_place()) {
    std::vector<Place> places =
        TERRANE_TRY(find_places(arguments.world, arguments.subject, arguments.names));
    for (Place& place : places) {
      motifs.push_back({place.name, place.key.value, 0, "", std::move(place)});
    }
    return motifs;
  }
  std::vector<std::string> names = arguments.names;
  if (names.empty()) names = {"brownstone"};
  if (names.size() == 1 && names[0] == "all") {
    names.clear();
    for (unsigned index = 0; index < city::k_building_style_count; ++index) {
      names.push_back(city::style_name(static_cast<city::BuildingStyle>(index)));
    }
  }
  if (!arguments.of_building()) names = {""};
  for (const std::string& name : names) {
    for (const std::string& key_text : arguments.keys) {
      const std::uint64_t key = TERRANE_TRY(parse_key(key_text, !arguments.of_building()));
      motifs.push_back({name, key, 0, "", std::nullopt});
    }
  }
  return motifs;
}

Result<std::vector<Shot>> shots_of(const Arguments& arguments) {
  std::vector<Shot> shots;
  const std::vector<Shot> motifs = TERRANE_TRY(motifs_of(arguments));
  for (const Shot& motif : motifs) {
    for (const std::string& view : arguments.views) {
      for (const unsigned lod : arguments.lods) {
        shots.push_back(motif);
        shots.back().view = view;
        shots.back().lod = static_cast<std::uint8_t>(lod);
      }
    }
  }
  return shots;
}

// A line for each place: its name and the options of `terrane render` that show it.
Result<void> print_places(const Arguments& arguments) {
  const std::vector<Place> places =
      TERRANE_TRY(find_places(arguments.world, arguments.subject, arguments.names));
  for (const Place& place : places) {
    double heading_deg = -place.street_turn_rad / base::k_radians_per_degree;
    if (heading_deg < 0) heading_deg += 360;
    std::printf("%s: %s --at %.2f,%.2f --heading %.1f\n", place.name.c_str(),
                arguments.world.c_str(), base::from_mm(place.street.x_mm),
                base::from_mm(place.street.z_mm), heading_deg);
  }
  return {};
}

unsigned columns_of(const Arguments& arguments) {
  if (arguments.columns != 0) return arguments.columns;
  if (arguments.lods.size() > 1) return static_cast<unsigned>(arguments.lods.size());
  if (arguments.views.size() > 1) return static_cast<unsigned>(arguments.views.size());
  return arguments.keys.size() > 1 ? static_cast<unsigned>(arguments.keys.size()) : 4;
}

Result<void> draw_shots(const Arguments& arguments, Stage& stage, std::uint32_t width) {
  const std::vector<Shot> shots = TERRANE_TRY(shots_of(arguments));
  std::vector<render::Picture> pictures;
  std::vector<std::string> captions;
  for (const Shot& shot : shots) {
    const Subject subject = TERRANE_TRY(subject_of(arguments, shot));
    View view = TERRANE_TRY(view_of_name(shot.view, arguments.hour));
    view.zoom = arguments.zoom;
    pictures.push_back(TERRANE_TRY(stage.draw(subject, view)));
    captions.push_back(caption_of(arguments, shot, subject, width));
    std::printf("%s\n", caption_of(arguments, shot, subject, UINT32_MAX).c_str());
  }
  std::vector<render::CaptionedPicture> cells;
  for (std::size_t index = 0; index < pictures.size(); ++index) {
    cells.push_back({&pictures[index], captions[index]});
  }
  const unsigned columns = shots.size() == 1 ? 1 : columns_of(arguments);
  return save(render::contact_sheet(cells, columns, width), arguments.out_path);
}

Result<void> run(Arguments arguments) {
  if (arguments.where) return print_places(arguments);
  unsigned width = 0;
  unsigned height = 0;
  char rest = 0;
  if (std::sscanf(arguments.size.c_str(), "%4ux%4u%c", &width, &height, &rest) != 2 || width < 16 ||
      height < 16) {
    return Error{ErrorCode::BadUsage, "not a size", "--size " + arguments.size, "as in 640x480"};
  }
  const auto stage = TERRANE_TRY(Stage::open(width, height));
  if (arguments.sheet_folder.empty()) return draw_shots(arguments, *stage, width);

  std::error_code failed;
  std::filesystem::create_directories(arguments.sheet_folder, failed);
  arguments.names = {"all"};
  arguments.lods = {0, 1, 2};
  arguments.columns = 6;
  for (const char* view : {"front", "corner"}) {
    arguments.views = {view};
    arguments.out_path = arguments.sheet_folder + "/styles_" + view + ".png";
    TERRANE_TRY(draw_shots(arguments, *stage, width));
  }
  return {};
}

int run_command_line(int argc, char** argv) {
  CLI::App app{"Draws one thing of the city alone into a PNG.", "city_gallery"};
  Arguments arguments;
  std::vector<std::string> subjects = place_kinds();
  subjects.insert(subjects.begin(), {"building", "piece", "place"});
  app.add_option("--subject", arguments.subject, "What is shown")->check(CLI::IsMember(subjects));
  app.add_option("--name", arguments.names, "Styles, districts and so on, or all")->delimiter(',');
  app.add_option("--key", arguments.keys, "Keys of lots, or of pieces")->delimiter(',');
  app.add_option("--lod", arguments.lods, "Levels of detail")
      ->delimiter(',')
      ->check(CLI::Range(0, 2));
  app.add_option("--view", arguments.views,
                 "front, ahead, over, corner, above, top, back, side, street")
      ->delimiter(',');
  app.add_option("--size", arguments.size, "Of one picture");
  app.add_option("--district", arguments.district, "By number")
      ->check(CLI::Range(0u, city::k_district_count - 1));
  app.add_option("--density", arguments.density, "Of the city at the lot")
      ->check(CLI::Range(0.0, 1.0));
  app.add_option("--depth", arguments.depth_m, "Of the lot")->check(CLI::Range(4.0, 60.0));
  app.add_option("--hour", arguments.hour, "Of the day")->check(CLI::Range(0.0, 23.99));
  app.add_option("--rings", arguments.rings, "Of neighbours, for a place")
      ->check(CLI::Range(0, 60));
  app.add_option("--zoom", arguments.zoom, "So many times nearer")->check(CLI::Range(0.1, 50.0));
  app.add_option("--columns", arguments.columns, "Of the sheet");
  app.add_option("--world", arguments.world, "Of the piece");
  app.add_flag("--backdrop", arguments.backdrop, "A lot of the second row");
  app.add_flag("--where", arguments.where, "Print where the places are");
  app.add_flag("--hilly", arguments.hilly, "On the steepest ground");
  CLI::Option* out = app.add_option("--out", arguments.out_path, "The picture");
  CLI::Option* sheet = app.add_option("--sheet", arguments.sheet_folder,
                                      "All styles at all levels, into this folder");
  sheet->excludes(out);
  CLI11_PARSE(app, argc, argv);
  if (arguments.where && !arguments.of_place()) {
    std::fputs("city_gallery: error: --where: give a --subject that is a kind of place\n", stderr);
    return 2;
  }
  if (!arguments.where && arguments.out_path.empty() && arguments.sheet_folder.empty()) {
    std::fputs("city_gallery: error: nowhere to draw to: give --out or --sheet\n", stderr);
    return 2;
  }
  const Result<void> done = run(std::move(arguments));
  if (done.ok()) return 0;
  std::fprintf(stderr, "city_gallery: error: %s\n", base::to_sentence(done.error()).c_str());
  return 2;
}

}  // namespace
}  // namespace terrane::gallery

int main(int argc, char** argv) {
  return terrane::gallery::run_command_line(argc, argv);
}
