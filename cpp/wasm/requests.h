// Translates requests of JavaScript into requests of the core.
#pragma once
#include <algorithm>

#include "boundary.gen.h"
#include "convert/conversion.h"
#include "search/query.h"
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
  request.settings.only_misfits = (flags & only_misfits) != 0;
  request.settings.depth = depth;
  request.settings.elements = elements;
  request.allow_trailing = (flags & allow_trailing) != 0;
  request.framing = (flags & store_var_framing) != 0 ? Framing::store_var : Framing::none;
  return request;
}

static_assert(offsetof(Query, pairs) == offsetof(QueryRecord, pairs));
static_assert(offsetof(Query, all) == offsetof(QueryRecord, all));

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

/// Asks JavaScript to load an input in chunks, each to its place in memory for the whole.
class ChunkLoader : public Loader {
 public:
  ChunkLoader() = default;
  ChunkLoader(Bytes input, std::size_t chunk_size)
      : base_(input.data()), size_(input.size()), chunk_size_(chunk_size) {}

  Loaded load(std::size_t, std::size_t begin, std::size_t end) override {
    end = end_of_chunk(begin, end);
    fill(base_, begin, end);
    return {base_, end};
  }

 protected:
  std::size_t end_of_chunk(std::size_t begin, std::size_t end) const {
    return std::min(std::max(end, begin + chunk_size_), size_);
  }
  static void fill(const std::uint8_t* base, std::size_t begin, std::size_t end) {
    godot_variant_load_chunk(static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end),
                             static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(base + begin)));
  }
  std::size_t chunk_size() const { return chunk_size_; }

 private:
  const std::uint8_t* base_ = nullptr;
  std::size_t size_ = 0;
  std::size_t chunk_size_ = 0;
};

/// Holds only the chunks that are being read, for sinks that do not look back.
class WindowLoader final : public ChunkLoader {
 public:
  WindowLoader() = default;
  WindowLoader(std::size_t input_size, std::size_t chunk_size)
      : ChunkLoader(Bytes{static_cast<const std::uint8_t*>(nullptr), input_size}, chunk_size) {}

  Loaded load(std::size_t kept, std::size_t begin, std::size_t end) override {
    end = end_of_chunk(begin, end);
    if (kept < start_ || end - start_ > room_) move(kept, begin, end - kept);
    const std::uint8_t* base = window_.data() + lead_ - start_;
    fill(base, begin, end);
    return {base, end};
  }

 private:
  static constexpr std::size_t chunks = 4;
  /// Some processors copy 17 times slower to an address that is up to 15 bytes further behind a page than
  /// the source is. A script's memory begins at a multiple of 16.
  static constexpr std::size_t alignment = 16;

  /// Makes room for `size` bytes from position `kept` on, of which those before `begin` are loaded already.
  void move(std::size_t kept, std::size_t begin, std::size_t size) {
    const std::size_t from = lead_ + (kept - start_);
    if (size > room_) {
      room_ = std::max(size, chunk_size() * chunks);
      window_.enlarge_whole(alignment + room_ + ShortText::most);
    }
    lead_ = (kept - reinterpret_cast<std::uintptr_t>(window_.data())) % alignment;
    if (begin > kept) std::memmove(window_.data() + lead_, window_.data() + from, begin - kept);
    start_ = kept;
  }

  /// The bytes from position `start_` on, behind `lead_` others.
  ByteBuffer window_;
  std::size_t lead_ = 0;
  std::size_t start_ = 0;
  std::size_t room_ = 0;
};

}  // namespace godot_variant
