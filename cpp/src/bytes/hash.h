// Hashing, comparing and copying short texts eight bytes at a time. The last eight bytes may overlap the
// previous ones, so that no byte is handled alone.
#pragma once
#include "bytes/cursor.h"

namespace godot_variant {

/// Packs fewer than 8 bytes into one number; for a given size, the packing is unique.
inline std::uint64_t short_word(const std::uint8_t* data, std::size_t size) {
  if (size >= 4) return load<std::uint32_t>(data) | std::uint64_t{load<std::uint32_t>(data + size - 4)} << 32;
  if (size == 0) return 0;
  return data[0] | std::uint32_t{data[size / 2]} << 8 | std::uint32_t{data[size - 1]} << 16;
}

inline std::uint64_t mixed(std::uint64_t hash, std::uint64_t value) {
  hash = (hash ^ value) * 0x9E3779B97F4A7C15;
  return hash ^ hash >> 32;
}

/// Not collision-resistant; callers bound the cost of collisions.
inline std::uint64_t hash_of(const std::uint8_t* data, std::size_t size) {
  if (size < 8) return mixed(size, short_word(data, size));
  std::uint64_t hash = mixed(size, load<std::uint64_t>(data + size - 8));
  for (std::size_t at = 8; at + 8 < size; at += 8) hash = mixed(hash, load<std::uint64_t>(data + at));
  return mixed(hash, load<std::uint64_t>(data));
}

inline bool equal(const std::uint8_t* a, const std::uint8_t* b, std::size_t size) {
  if (size < 8) return short_word(a, size) == short_word(b, size);
  if (load<std::uint64_t>(a) != load<std::uint64_t>(b)) return false;
  for (std::size_t at = 8; at + 8 < size; at += 8) {
    if (load<std::uint64_t>(a + at) != load<std::uint64_t>(b + at)) return false;
  }
  return load<std::uint64_t>(a + size - 8) == load<std::uint64_t>(b + size - 8);
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
