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
/// The value of a bool, in the same byte.
constexpr std::uint32_t true_bit = 0x80;
/// One byte counts the arguments.
constexpr std::size_t most_arguments = 255;

struct Argument {
  Error error;
  std::size_t size = 0;
};

/// Writes the value of the first argument in the form of store_var; of a damaged one, all bytes from there
/// on, but nothing of an int that is cut, whose bytes could mean something else.
Argument expand(Bytes argument, const ReadRequest& request, Writer& out) {
  const std::uint32_t id = argument.empty() ? 0 : argument[0] & id_bits;
  if (id == bool_id) {
    put(out, bool_id);
    put(out, (argument[0] & true_bit) != 0 ? 1 : 0);
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
  put(out, result.ok() ? argument.first(size) : argument);
  return {result.error, size};
}

void compact_int(std::int64_t number, Writer& out) {
  std::uint32_t power = 0;
  while (power < 3 && number >> ((8U << power) - 1) != number >> 63) ++power;
  put_byte(out, int_id | power << 6);
  for (std::uint32_t i = 0; i < 1U << power; ++i) put_byte(out, number >> (8 * i) & 0xFF);
}

/// Writes a value in the form of store_var as an argument. Returns false for anything else that would read as
/// a bool or an int.
bool compact(Bytes value, Writer& out) {
  if (value.size() < word) return false;
  const std::uint32_t header = load<std::uint32_t>(value.data());
  const std::size_t size = value.size() - word;
  if (header == bool_id && size == 4) {
    put_byte(out, bool_id | (load<std::uint32_t>(value.data() + word) != 0 ? true_bit : 0));
  } else if (header == int_id && size == 4) {
    compact_int(load<std::int32_t>(value.data() + word), out);
  } else if (header == (int_id | flag_64) && size == 8) {
    compact_int(load<std::int64_t>(value.data() + word), out);
  } else if ((header & id_bits) == bool_id || (header & id_bits) == int_id) {
    return false;
  } else {
    put(out, value);
  }
  return true;
}

}  // namespace

Error expand_arguments(Bytes arguments, const DecodeSettings& settings, Writer& out) {
  ReadRequest request;
  request.settings = settings;
  request.allow_trailing = true;
  std::size_t at = std::min<std::size_t>(arguments.size(), 1);
  for (std::size_t left = arguments.empty() ? 0 : arguments[0]; left > 0; --left) {
    const std::size_t frame = out.view().size();
    put(out, 0);
    const Argument argument = expand(arguments.subspan(at), request, out);
    out.overwrite(frame, static_cast<std::uint32_t>(out.view().size() - frame - 4));
    if (argument.error.code != ErrorCode::none) return {argument.error.code, argument.error.offset + at};
    at += argument.size;
  }
  return at < arguments.size() ? Error{ErrorCode::trailing_bytes, at} : Error{};
}

Error compact_arguments(Bytes bytes, std::span<const Extent> values, Writer& out) {
  if (values.size() > most_arguments) return {ErrorCode::too_large, values[most_arguments].at};
  if (!values.empty()) put_byte(out, values.size());
  for (const Extent& part : values) {
    if (!compact(bytes.subspan(part.at, part.size), out)) return {ErrorCode::bad_length, part.at};
  }
  return {};
}

}  // namespace godot_variant::files
