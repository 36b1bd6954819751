// What crosses the boundary in every call: the exchange block, flags and settings, and what JavaScript does
// for C++. docs/BOUNDARY.md has the words.
#pragma once
#include <algorithm>

#include "convert/conversion.h"
#include "text/parser.h"

/// Copies the bytes from `begin` to `end` of the input to where they belong in the region at `bytesAt`.
extern "C" void godot_variant_load(std::uint32_t begin, std::uint32_t end);
/// Reads the number that stands in `size` bytes of text; or, when `size` is 0, writes `value` with up to six
/// digits and gives their count.
extern "C" double godot_variant_number(const char* text, std::size_t size, double value);

namespace godot_variant {

enum RequestFlag : std::uint32_t {
  allow_trailing = 1,
  allow_objects = 2,
  full_objects = 4,
  double_reals = 8,
  single_reals = 16,
  replace_bad_utf8 = 32,
  store_var_framing = 64,
};

/// docs/BOUNDARY.md, "exchange block".
struct ExchangeBlock {
  const void* bytes_at = nullptr;
  const void* words_at = nullptr;
  const void* texts_at = nullptr;
  std::uint32_t word_count = 0;
  std::uint32_t text_count = 0;
  std::uint32_t error = 0;
  std::uint32_t error_offset = 0;
  std::uint32_t bytes_read = 0;
  const void* output_at = nullptr;
  std::uint32_t output_length = 0;
  const void* notes_at = nullptr;
  std::uint32_t note_count = 0;
  const void* path_at = nullptr;
  std::uint32_t path_count = 0;
  /// KeyTree: keys, their bytes, nodes; counts grow from call to call until the generation changes.
  const void* keys_at = nullptr;
  const void* key_bytes_at = nullptr;
  const void* nodes_at = nullptr;
  std::uint32_t generation = 0;
  const void* units_at = nullptr;
  const void* ascii_at = nullptr;
  std::uint32_t ascii_length = 0;
  const void* utf16_at = nullptr;
  std::uint32_t utf16_length = 0;
  /// Larger inputs are loaded in chunks of this size. The cache holds one beside what is made of it.
  std::uint32_t chunk_size = 1 << 16;
  const void* text_bytes_at = nullptr;
  const void* gaps_at = nullptr;
};
static_assert(sizeof(void*) != 4 || sizeof(ExchangeBlock) == 104);

/// Of a number of `dialectNumbers`; the default one for -1.
inline const Dialect* dialect_of(int number) {
  return number < 0 ? find_dialect({}) : &all_dialects()[static_cast<std::size_t>(number)];
}

/// What JavaScript asks for, in the terms of the core.
inline ReadRequest read_request(int dialect, std::uint32_t flags, std::uint32_t depth, double elements) {
  ReadRequest request;
  request.settings.dialect = dialect_of(dialect);
  request.settings.allow_objects = (flags & allow_objects) != 0;
  request.settings.double_reals = (flags & double_reals) != 0;
  request.settings.replace_bad_utf8 = (flags & replace_bad_utf8) != 0;
  request.settings.depth = depth;
  request.settings.elements = static_cast<std::uint64_t>(elements);
  request.allow_trailing = (flags & allow_trailing) != 0;
  request.framing = (flags & store_var_framing) != 0 ? Framing::store_var : Framing::none;
  return request;
}

inline EncodeSettings encode_settings(int dialect, std::uint32_t flags, std::uint32_t depth,
                                      double output_bytes) {
  EncodeSettings settings;
  settings.dialect = dialect_of(dialect);
  settings.full_objects = (flags & full_objects) != 0;
  if ((flags & double_reals) != 0) settings.reals = FloatWidth::wide;
  if ((flags & single_reals) != 0) settings.reals = FloatWidth::single;
  settings.depth = depth;
  settings.output_bytes = static_cast<std::uint64_t>(output_bytes);
  return settings;
}

inline constexpr NumberText script_numbers{
    [](const char* text, std::size_t size) { return godot_variant_number(text, size, 0); },
    [](double value, char* to) { return static_cast<std::size_t>(godot_variant_number(to, 0, value)); }};

/// Brings an input in pieces of a size.
class ChunkLoader final : public Loader {
 public:
  ChunkLoader() = default;
  ChunkLoader(std::size_t input_size, std::size_t chunk_size)
      : input_size_(input_size), chunk_size_(chunk_size) {}

  std::size_t load(std::size_t begin, std::size_t end) override {
    end = std::min(std::max(end, begin + chunk_size_), input_size_);
    godot_variant_load(static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end));
    return end;
  }

 private:
  std::size_t input_size_ = 0;
  std::size_t chunk_size_ = 0;
};

}  // namespace godot_variant
