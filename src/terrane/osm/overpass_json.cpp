#include "terrane/osm/overpass_json.h"

#include <charconv>
#include <exception>
#include <optional>
#include <vector>

#include <rapidjson/memorystream.h>
#include <osmium/builder/osm_object_builder.hpp>

#include "terrane/base/json_document.h"

namespace terrane::osm {
namespace {

using base::Error;
using base::ErrorCode;

std::optional<std::int64_t> parse_id(std::string_view text) {
  std::int64_t id = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), id);
  if (failure != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return id;
}

struct Member {
  std::string type;
  std::optional<std::int64_t> ref;
  std::string role;
};

// One element as it stands in the text, before it becomes an object.
struct Element {
  std::string type;
  std::optional<std::int64_t> id;
  std::int64_t version = 1;
  std::string lat;
  std::string lon;
  std::vector<std::pair<std::string, std::string>> tags;
  std::vector<std::optional<std::int64_t>> nodes;
  std::vector<Member> members;
};

class ElementWriter {
 public:
  explicit ElementWriter(OsmObjects& objects) : objects_(objects) {
    objects_.buffers.emplace_back(std::size_t{1} << 20, osmium::memory::Buffer::auto_grow::yes);
  }

  void write(const Element& element) {
    if (element.type != "node" && element.type != "way" && element.type != "relation") return;
    const std::string name =
        element.type + " " + (element.id ? std::to_string(*element.id) : std::string("without id"));
    if (!element.id) {
      objects_.warnings.push_back({"element_without_id", name, "it was left out"});
      return;
    }
    osmium::memory::Buffer& buffer = objects_.buffers.back();
    try {
      if (element.type == "node") {
        write_node(buffer, element);
      } else if (element.type == "way") {
        write_way(buffer, element);
      } else {
        write_relation(buffer, element);
      }
      buffer.commit();
    } catch (const std::exception& failure) {
      buffer.rollback();
      const bool position = element.type == "node";
      objects_.warnings.push_back({position ? "node_position_invalid" : "element_invalid", name,
                                   std::string("it was left out: ") + failure.what()});
    }
  }

 private:
  static void set_common(osmium::OSMObject& object, const Element& element) {
    object.set_id(*element.id);
    const bool sane = element.version > 0 && element.version < INT32_MAX;
    object.set_version(sane ? static_cast<osmium::object_version_type>(element.version) : 1);
    object.set_visible(true);
  }

  static void add_tags(osmium::builder::Builder& parent, const Element& element) {
    if (element.tags.empty()) return;
    osmium::builder::TagListBuilder tags(parent);
    for (const auto& [key, value] : element.tags) tags.add_tag(key, value);
  }

  static void write_node(osmium::memory::Buffer& buffer, const Element& element) {
    osmium::builder::NodeBuilder builder(buffer);
    set_common(builder.object(), element);
    osmium::Location place;
    place.set_lat(element.lat.c_str());  // throws where it is no number
    place.set_lon(element.lon.c_str());
    builder.set_location(place);
    builder.set_user("");
    add_tags(builder, element);
  }

  static void write_way(osmium::memory::Buffer& buffer, const Element& element) {
    osmium::builder::WayBuilder builder(buffer);
    set_common(builder.object(), element);
    builder.set_user("");
    add_tags(builder, element);
    osmium::builder::WayNodeListBuilder nodes(builder);
    for (const std::optional<std::int64_t>& node : element.nodes) {
      if (node) nodes.add_node_ref(*node);
    }
  }

  static void write_relation(osmium::memory::Buffer& buffer, const Element& element) {
    osmium::builder::RelationBuilder builder(buffer);
    set_common(builder.object(), element);
    builder.set_user("");
    add_tags(builder, element);
    osmium::builder::RelationMemberListBuilder members(builder);
    for (const Member& member : element.members) {
      if (!member.ref) continue;
      if (member.type == "node") {
        members.add_member(osmium::item_type::node, *member.ref, member.role);
      } else if (member.type == "way") {
        members.add_member(osmium::item_type::way, *member.ref, member.role);
      } else if (member.type == "relation") {
        members.add_member(osmium::item_type::relation, *member.ref, member.role);
      }
    }
  }

  OsmObjects& objects_;
};

// The parser's events. Where we are is a short stack of places; whatever is not known is skipped by
// depth. Numbers come as text, so that no id passes through a double.
class ReplyHandler : public rapidjson::BaseReaderHandler<rapidjson::UTF8<>, ReplyHandler> {
 public:
  explicit ReplyHandler(OsmObjects& objects) : writer_(objects) {}

  bool elements_seen() const { return elements_seen_; }
  const std::string& remark() const { return remark_; }

  bool StartObject() {
    if (skipped_ > 0) return skip_deeper();
    switch (place_) {
      case Place::Start:
        place_ = Place::Reply;
        return true;
      case Place::Elements:
        element_ = Element();
        place_ = Place::Element;
        return true;
      case Place::Element:
        if (key_ != "tags") return skip_deeper();
        place_ = Place::Tags;
        return true;
      case Place::Members:
        element_.members.emplace_back();
        place_ = Place::Member;
        return true;
      default:
        return skip_deeper();
    }
  }

  bool EndObject(rapidjson::SizeType) {
    if (skipped_ > 0) return skip_shallower();
    switch (place_) {
      case Place::Reply:
        place_ = Place::End;
        return true;
      case Place::Element:
        writer_.write(element_);
        place_ = Place::Elements;
        return true;
      case Place::Tags:
        place_ = Place::Element;
        return true;
      default:
        place_ = Place::Members;
        return true;
    }
  }

  bool StartArray() {
    if (skipped_ > 0) return skip_deeper();
    if (place_ == Place::Reply && key_ == "elements") {
      elements_seen_ = true;
      place_ = Place::Elements;
    } else if (place_ == Place::Element && key_ == "nodes") {
      place_ = Place::Nodes;
    } else if (place_ == Place::Element && key_ == "members") {
      place_ = Place::Members;
    } else {
      return skip_deeper();
    }
    return true;
  }

  bool EndArray(rapidjson::SizeType) {
    if (skipped_ > 0) return skip_shallower();
    place_ = place_ == Place::Elements ? Place::Reply : Place::Element;
    return true;
  }

  bool Key(const char* text, rapidjson::SizeType size, bool) {
    if (skipped_ == 0) key_.assign(text, size);
    return true;
  }

  bool String(const char* text, rapidjson::SizeType size, bool) {
    if (skipped_ == 0) value({text, size});
    return place_ != Place::Start;
  }

  bool RawNumber(const char* text, rapidjson::SizeType size, bool) {
    return String(text, size, true);
  }

  bool Default() { return place_ != Place::Start; }  // null, true, false say nothing here

 private:
  enum class Place { Start, Reply, Elements, Element, Tags, Nodes, Members, Member, End };

  bool skip_deeper() {
    skipped_ += 1;
    return place_ != Place::Start;  // a text that does not open with an object is no reply
  }
  bool skip_shallower() {
    skipped_ -= 1;
    return true;
  }

  void value(std::string_view text) {
    if (place_ == Place::Reply) {
      if (key_ == "remark") remark_ = text;
    } else if (place_ == Place::Element) {
      element_value(text);
    } else if (place_ == Place::Tags) {
      element_.tags.emplace_back(key_, text);
    } else if (place_ == Place::Nodes) {
      element_.nodes.push_back(parse_id(text));
    } else if (place_ == Place::Member) {
      Member& member = element_.members.back();
      if (key_ == "type") member.type = text;
      if (key_ == "ref") member.ref = parse_id(text);
      if (key_ == "role") member.role = text;
    }
  }

  void element_value(std::string_view text) {
    if (key_ == "type") element_.type = text;
    if (key_ == "id") element_.id = parse_id(text);
    if (key_ == "version") element_.version = parse_id(text).value_or(1);
    if (key_ == "lat") element_.lat = text;
    if (key_ == "lon") element_.lon = text;
  }

  ElementWriter writer_;
  Place place_ = Place::Start;
  unsigned skipped_ = 0;  // depth inside what is not known
  std::string key_;
  Element element_;
  std::string remark_;
  bool elements_seen_ = false;
};

}  // namespace

bool speaks_of_failure(std::string remark) {
  for (char& c : remark) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return remark.find("error") != std::string::npos || remark.find("timed out") != std::string::npos;
}

base::Result<OsmObjects> read_overpass_json(std::string_view text, const std::string& where) {
  OsmObjects objects;
  ReplyHandler handler(objects);
  rapidjson::Reader reader;
  rapidjson::MemoryStream stream(text.data(), text.size());
  // Iterative: a text nested a million deep must not exhaust the stack.
  constexpr unsigned k_flags =
      rapidjson::kParseIterativeFlag | rapidjson::kParseNumbersAsStringsFlag;
  const rapidjson::ParseResult parsed = reader.Parse<k_flags>(stream, handler);
  if (parsed.IsError()) {
    const bool is_cut = parsed.Offset() + 1 >= text.size();
    return Error{is_cut ? ErrorCode::Incomplete : ErrorCode::BadData,
                 std::string(is_cut ? "JSON is cut short" : "JSON cannot be read") + " at byte " +
                     std::to_string(parsed.Offset()),
                 where, "a whole Overpass JSON reply was expected"};
  }
  if (speaks_of_failure(handler.remark())) {
    return Error{ErrorCode::Incomplete, "Overpass reports a failure: " + handler.remark(), where,
                 "a complete reply was expected"};
  }
  if (!handler.elements_seen()) {
    return Error{ErrorCode::BadData, "JSON has no elements", where,
                 "an Overpass JSON reply was expected"};
  }
  return objects;
}

}  // namespace terrane::osm
