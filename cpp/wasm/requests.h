// Translates requests of JavaScript into requests of the core.
#pragma once
#include <algorithm>

#include "boundary.gen.h"
#include "convert/conversion.h"
#include "text/parser.h"

namespace godot_variant {

/// The address of a block, for JavaScript.
template <class Block>
std::uint32_t address_of(const Block& block) {
  return static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(&block));
}

/// Finds a dialect by its number; -1 gives the default dialect.
inline const Dialect* dialect_of(int number) {
  return number < 0 ? find_dialect({}) : &all_dialects()[static_cast<std::size_t>(number)];
}

inline ReadRequest read_request(int dialect, std::uint32_t flags, std::uint32_t depth,
                                std::uint32_t elements) {
  ReadRequest request;
  request.settings.dialect = dialect_of(dialect);
  request.settings.allow_objects = (flags & allow_objects) != 0;
  request.settings.double_reals = (flags & double_reals) != 0;
  request.settings.replace_bad_utf8 = (flags & replace_bad_utf8) != 0;
  request.settings.depth = depth;
  request.settings.elements = elements;
  request.allow_trailing = (flags & allow_trailing) != 0;
  request.framing = (flags & store_var_framing) != 0 ? Framing::store_var : Framing::none;
  return request;
}

inline EncodeSettings encode_settings(int dialect, std::uint32_t flags, std::uint32_t depth,
                                      std::uint32_t output_bytes) {
  EncodeSettings settings;
  settings.dialect = dialect_of(dialect);
  settings.full_objects = (flags & full_objects) != 0;
  if ((flags & double_reals) != 0) settings.reals = FloatWidth::wide;
  if ((flags & single_reals) != 0) settings.reals = FloatWidth::single;
  settings.depth = depth;
  settings.output_bytes = output_bytes;
  return settings;
}

inline constexpr NumberText script_numbers{
    [](const char* text, std::size_t size) { return godot_variant_number(text, size, 0); },
    [](double value, char* to) { return static_cast<std::size_t>(godot_variant_number(to, 0, value)); }};

/// Asks JavaScript to load an input in chunks.
class ChunkLoader final : public Loader {
 public:
  ChunkLoader() = default;
  ChunkLoader(std::size_t input_size, std::size_t chunk_size)
      : input_size_(input_size), chunk_size_(chunk_size) {}

  std::size_t load(std::size_t begin, std::size_t end) override {
    end = std::min(std::max(end, begin + chunk_size_), input_size_);
    godot_variant_load_chunk(static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end));
    return end;
  }

 private:
  std::size_t input_size_ = 0;
  std::size_t chunk_size_ = 0;
};

}  // namespace godot_variant
