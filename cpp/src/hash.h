// A fast hash of short texts. Not against enemies: whoever uses it bounds what a collision costs.
#pragma once
#include "cursor.h"

namespace godot_variant {

inline std::uint64_t mixed(std::uint64_t hash, std::uint64_t value) {
  hash = (hash ^ value) * 0x9E3779B97F4A7C15;
  return hash ^ hash >> 32;
}

inline std::uint64_t hash_of(Bytes text) {
  const std::uint8_t* data = text.data();
  const std::size_t size = text.size();
  std::uint64_t hash = size;
  std::size_t at = 0;
  for (; size - at >= 8; at += 8) hash = mixed(hash, load<std::uint64_t>(data + at));
  if (size - at >= 4) {
    hash = mixed(hash, load<std::uint32_t>(data + at));
    at += 4;
  }
  std::uint32_t rest = 0;
  for (; at < size; ++at) rest = rest << 8 | data[at];
  return mixed(hash, rest);
}

inline bool equal(Bytes a, Bytes b) {
  if (a.size() != b.size()) return false;
  std::size_t at = 0;
  for (; a.size() - at >= 4; at += 4) {
    if (load<std::uint32_t>(a.data() + at) != load<std::uint32_t>(b.data() + at)) return false;
  }
  for (; at < a.size(); ++at) {
    if (a[at] != b[at]) return false;
  }
  return true;
}

}  // namespace godot_variant
