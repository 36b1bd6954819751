#include <algorithm>

#include "any_sink.h"
#include "append.h"
#include "codec.h"
#include "godot_variant/containers.h"
#include "path.h"

namespace godot_variant {
namespace {

/// Ids that are the same in every dialect.
constexpr std::uint32_t bool_id = 1;
constexpr std::uint32_t int_id = 2;
/// The first byte of an argument is an id and, for an int, the power of two of its size.
constexpr std::uint32_t id_bits = 0x3F;

struct Argument {
  Error error;
  std::size_t size = 0;
};

Argument short_of(std::size_t at) { return {{ErrorCode::unexpected_end, at}}; }

Argument expand_int(Bytes argument, ByteVector& frame) {
  const std::size_t size = std::size_t{1} << (argument[0] >> 6);
  if (argument.size() <= size) return short_of(0);
  const bool wide = size == 8;
  append(frame, int_id | (wide ? flag_64 : 0));
  append(frame, argument.subspan(1, size));
  const std::uint8_t sign = argument[size] > 127 ? 255 : 0;
  frame.resize(wide ? 12 : 8, sign);
  return {{}, size + 1};
}

Argument expand(Bytes argument, const ReadRequest& request, ByteVector& frame) {
  if (argument.empty()) return short_of(0);
  if ((argument[0] & id_bits) == int_id) return expand_int(argument, frame);
  if ((argument[0] & id_bits) == bool_id) {
    append(frame, bool_id);
    append(frame, std::uint32_t{argument[0]} >> 7);
    return {{}, 1};
  }
  PathTracker sink({});
  const ReadResult result = read_value<AnySink>(argument, request, sink);
  const std::size_t size = std::min(result.bytes_read, argument.size());
  append(frame, argument.first(size));
  return {result.error, size};
}

void compact_int(Bytes value, ByteVector& out) {
  std::int64_t number = load<std::int32_t>(value.data() + 4);
  if (value.size() > 8) number = load<std::int64_t>(value.data() + 4);
  std::uint32_t power = 0;
  while (power < 3 && number >> ((8U << power) - 1) != number >> 63) ++power;
  append(out, static_cast<std::uint8_t>(int_id | power << 6));
  append(out, value.subspan(4, std::min<std::size_t>(value.size() - 4, std::size_t{1} << power)));
}

}  // namespace

Error expand_arguments(Bytes arguments, std::string_view dialect, bool allow_objects, ByteVector& out) {
  ReadRequest request;
  request.settings.dialect = find_dialect(dialect);
  request.settings.allow_objects = allow_objects;
  request.allow_trailing = true;
  std::size_t at = 1;
  for (std::size_t left = arguments.empty() ? 0 : arguments[0]; left > 0; --left) {
    ByteVector frame;
    const Argument argument = expand(arguments.subspan(at), request, frame);
    if (argument.error.code != ErrorCode::none) return {argument.error.code, argument.error.offset + at};
    at += argument.size;
    append(out, static_cast<std::uint32_t>(frame.size()));
    append(out, frame);
  }
  return at < arguments.size() ? Error{ErrorCode::trailing_bytes, at} : Error{};
}

void compact_arguments(Bytes bytes, std::span<const Extent> values, ByteVector& out) {
  if (!values.empty()) append(out, static_cast<std::uint8_t>(values.size()));
  for (const Extent& extent : values) {
    const Bytes value = bytes.subspan(extent.at, extent.size);
    const std::uint32_t id = load<std::uint32_t>(value.data()) & id_bits;
    if (id == int_id) {
      compact_int(value, out);
    } else if (id == bool_id) {
      append(out, static_cast<std::uint8_t>(bool_id | std::uint32_t{value[4]} << 7));
    } else {
      append(out, value);
    }
  }
}

}  // namespace godot_variant
