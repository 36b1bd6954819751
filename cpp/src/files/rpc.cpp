// Arguments of remote calls, in their compact form.
#include <algorithm>

#include "diagnose/path.h"
#include "events/any_sink.h"
#include "files/files.h"
#include "wire/codec.h"

namespace godot_variant::files {
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

/// Writes the value of the first argument in the form of store_var.
Argument expand(Bytes argument, const ReadRequest& request, Writer& out) {
  const std::uint32_t id = argument.empty() ? 0 : argument[0] & id_bits;
  if (id == bool_id) {
    put(out, bool_id);
    put(out, std::uint32_t{argument[0]} >> 7);
    return {{}, 1};
  }
  if (id == int_id) {
    const std::size_t size = std::size_t{1} << (argument[0] >> 6);
    if (argument.size() <= size) return {{ErrorCode::unexpected_end, 0}};
    const bool wide = size == 8;
    put(out, int_id | (wide ? flag_64 : 0));
    put(out, argument.subspan(1, size));
    if (size < 4) std::memset(out.grow(4 - size), argument[size] > 127 ? 255 : 0, 4 - size);
    return {{}, size + 1};
  }
  PathTracker sink({});
  const ReadResult result = read_value<AnySink>(argument, request, sink);
  const std::size_t size = std::min(result.bytes_read, argument.size());
  put(out, argument.first(size));
  return {result.error, size};
}

void compact_int(Bytes value, Writer& out) {
  std::int64_t number = load<std::int32_t>(value.data() + 4);
  if (value.size() > 8) number = load<std::int64_t>(value.data() + 4);
  std::uint32_t power = 0;
  while (power < 3 && number >> ((8U << power) - 1) != number >> 63) ++power;
  put_byte(out, int_id | power << 6);
  put(out, value.subspan(4, std::min<std::size_t>(value.size() - 4, std::size_t{1} << power)));
}

}  // namespace

Error expand_arguments(Bytes arguments, const Dialect& dialect, bool allow_objects, Writer& out) {
  ReadRequest request;
  request.settings.dialect = &dialect;
  request.settings.allow_objects = allow_objects;
  request.allow_trailing = true;
  std::size_t at = std::min<std::size_t>(arguments.size(), 1);
  for (std::size_t left = arguments.empty() ? 0 : arguments[0]; left > 0; --left) {
    const std::size_t frame = out.view().size();
    put(out, 0);
    const Argument argument = expand(arguments.subspan(at), request, out);
    if (argument.error.code != ErrorCode::none) return {argument.error.code, argument.error.offset + at};
    out.overwrite(frame, static_cast<std::uint32_t>(out.view().size() - frame - 4));
    at += argument.size;
  }
  return at < arguments.size() ? Error{ErrorCode::trailing_bytes, at} : Error{};
}

void compact_arguments(Bytes bytes, std::span<const Extent> values, Writer& out) {
  if (!values.empty()) put_byte(out, values.size());
  for (const Extent& part : values) {
    const Bytes value = bytes.subspan(part.at, part.size);
    // A frame need not hold a value.
    const std::uint32_t id = value.size() < 8 ? 0 : value[0] & id_bits;
    if (id == int_id) {
      compact_int(value, out);
    } else if (id == bool_id) {
      put_byte(out, bool_id | std::uint32_t{value[4]} << 7);
    } else {
      put(out, value);
    }
  }
}

}  // namespace godot_variant::files
