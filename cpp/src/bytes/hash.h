// Hashing, comparing and copying short texts eight bytes at a time. The last eight bytes may overlap the
// previous ones, so that no byte is handled alone.
#pragma once
#include <array>

#include "bytes/cursor.h"

namespace godot_variant {

/// Packs fewer than 8 bytes into one number; for a given size, the packing is unique.
[[gnu::always_inline]] inline std::uint64_t short_word(const std::uint8_t* data, std::size_t size) {
  if (size >= 4) return load<std::uint32_t>(data) | std::uint64_t{load<std::uint32_t>(data + size - 4)} << 32;
  if (size == 0) return 0;
  return data[0] | std::uint32_t{data[size / 2]} << 8 | std::uint32_t{data[size - 1]} << 16;
}

/// A text of at most 16 bytes, with zeros behind it. Handling it as two numbers needs no branch for its size.
struct ShortText {
  static constexpr std::size_t most = 16;
  std::uint64_t first = 0;
  std::uint64_t second = 0;
  bool operator==(const ShortText&) const = default;
};

/// For each size, ones where a text has bytes.
inline constexpr auto short_masks = [] {
  std::array<ShortText, ShortText::most + 1> masks{};
  for (std::size_t size = 1; size <= ShortText::most; ++size) {
    masks[size] = masks[size - 1];
    (size <= 8 ? masks[size].first : masks[size].second) |= std::uint64_t{0xFF} << (size - 1) % 8 * 8;
  }
  return masks;
}();

/// Reads 16 bytes, whatever those behind the text are.
[[gnu::always_inline]] inline ShortText short_text(const std::uint8_t* data, std::size_t size) {
  const ShortText& mask = short_masks[size];
  return {load<std::uint64_t>(data) & mask.first, load<std::uint64_t>(data + 8) & mask.second};
}

[[gnu::always_inline]] inline std::uint64_t mixed(std::uint64_t hash, std::uint64_t value) {
  hash = (hash ^ value) * 0x9E3779B97F4A7C15;
  return hash ^ hash >> 32;
}

/// Not collision-resistant; callers bound the cost of collisions.
[[gnu::always_inline]] inline std::uint64_t hash_of(const std::uint8_t* data, std::size_t size) {
  if (size < 8) return mixed(size, short_word(data, size));
  std::uint64_t hash = mixed(size, load<std::uint64_t>(data + size - 8));
  for (std::size_t at = 8; at + 8 < size; at += 8) hash = mixed(hash, load<std::uint64_t>(data + at));
  return mixed(hash, load<std::uint64_t>(data));
}

[[gnu::always_inline]] inline bool equal(const std::uint8_t* a, const std::uint8_t* b, std::size_t size) {
  if (size < 8) return short_word(a, size) == short_word(b, size);
  if (load<std::uint64_t>(a) != load<std::uint64_t>(b)) return false;
  for (std::size_t at = 8; at + 8 < size; at += 8) {
    if (load<std::uint64_t>(a + at) != load<std::uint64_t>(b + at)) return false;
  }
  return load<std::uint64_t>(a + size - 8) == load<std::uint64_t>(b + size - 8);
}

/// The same for values on the wire, of at least 8 bytes. Up to 24 bytes take no loop.
[[gnu::always_inline]] inline bool equal_values(const std::uint8_t* a, const std::uint8_t* b,
                                                std::size_t size) {
  const auto difference = [&](std::size_t at) {
    return load<std::uint64_t>(a + at) ^ load<std::uint64_t>(b + at);
  };
  if ((difference(0) | difference(size - 8)) != 0) return false;
  if (size <= 16) return true;
  if (difference(8) != 0) return false;
  return size <= 24 || equal(a + 16, b + 16, size - 16);
}

/// Copies texts that are too short for a call of memcpy to pay off.
inline void copy_short(std::uint8_t* to, const std::uint8_t* from, std::size_t size) {
  if (size >= 8) {
    std::memcpy(to, from, 8);
    for (std::size_t at = 8; at + 8 < size; at += 8) std::memcpy(to + at, from + at, 8);
    std::memcpy(to + size - 8, from + size - 8, 8);
  } else if (size >= 4) {
    std::memcpy(to, from, 4);
    std::memcpy(to + size - 4, from + size - 4, 4);
  } else if (size > 0) {
    to[0] = from[0];
    to[size / 2] = from[size / 2];
    to[size - 1] = from[size - 1];
  }
}

}  // namespace godot_variant
