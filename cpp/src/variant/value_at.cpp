#include "variant/value_at.h"

#include "diagnose/locate.h"
#include "events/usual_floats.h"
#include "variant/requests.h"
#include "variant/variant_builder.h"
#include "wire/size_estimate.h"

namespace godot_variant {
namespace {

Variant key_of(const Segment& segment, Bytes input, const ReadRequest& request) {
  switch (segment.kind) {
    case Segment::Kind::index:
      return static_cast<std::int64_t>(segment.at);
    case Segment::Kind::key:
      return value_at(input, segment.at, request);
    case Segment::Kind::property:
      break;
  }
  return value_of(text_at(input, segment.at, *request.settings.dialect));
}

bool is_readable(Bytes input, std::size_t at, const ReadRequest& request) {
  SizeEstimate unused;
  return read_value(input.subspan(at), part_request(request), unused).ok();
}

}  // namespace

Text text_at(Bytes input, std::size_t at, const Dialect& dialect) {
  Text text{input.subspan(at + 4, load<std::uint32_t>(input.data() + at))};
  if (!is_plain_ascii(text.bytes.data(), text.bytes.size())) cut_text(text, dialect);
  return text;
}

Variant value_of(const Text& text) {
  if (text.form == TextForm::broken) return replaced(text.bytes);
  return std::string_view(reinterpret_cast<const char*>(text.bytes.data()), text.bytes.size());
}

Variant value_at(Bytes input, std::size_t at, const ReadRequest& request) {
  const Bytes rest = input.subspan(at);
  VariantBuilder builder(*request.settings.dialect, rest);
  read_value(rest, part_request(request), builder);
  return builder.take();
}

ReadRequest part_request(const ReadRequest& request) {
  ReadRequest part = request;
  part.allow_trailing = true;
  part.framing = Framing::none;
  return part;
}

Path path_to(Bytes input, std::size_t at, const ReadRequest& request) {
  PathTracker tracker({&at, 1});
  locate(input, request, tracker);
  std::vector<Segment> segments = tracker.found().empty() ? tracker.here() : tracker.found()[0];
  // Of a damaged key, a part would look like another key.
  if (tracker.found_key() && is_readable(input, at, request)) segments.push_back({Segment::Kind::key, at});
  Path path;
  for (const Segment& segment : segments) path.push_back(key_of(segment, input, request));
  return path;
}

Path path_at(Bytes input, std::size_t offset, const DecodeOptions& options) {
  const UsualFloats floats;
  const Dialect* dialect = find_dialect(options.dialect);
  if (dialect == nullptr) return {};
  return path_to(input, offset, read_request(options, dialect));
}

}  // namespace godot_variant
