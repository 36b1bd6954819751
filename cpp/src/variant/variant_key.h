// When two Dictionary keys are one key to an engine (DIALECTS.md, "Which keys are equal"): values compare by
// value, String equals StringName, NaN equals NaN, 0.0 equals -0.0, 1 differs from 1.0, Objects compare by
// identity. Inside an Array or a Dictionary's values String differs from StringName and a float NaN from
// itself.
#pragma once
#include <span>

#include "godot_variant/error.h"
#include "godot_variant/variant.h"

namespace godot_variant {

/// A hash that equal keys share, of a value that holds no other values. Objects get a different one each
/// time.
std::uint64_t key_hash(const Variant& leaf);
/// That of a String or StringName.
std::uint64_t key_hash(Bytes text);

/// The hash of a container is made from the hashes of what it holds, in order.
constexpr std::uint64_t combine(std::uint64_t hash, std::uint64_t next) {
  hash = (hash ^ next) * 0x9E3779B97F4A7C15;
  return hash ^ hash >> 29;
}

bool same_key(const Variant& a, const Variant& b);

/// Merges entries with the same key: the last value stays, at the first key's place. `hashes` has one for
/// each entry.
void merge_duplicates(Dictionary& dictionary, std::span<const std::uint64_t> hashes);

/// A hash that equals no other: of keys that compare by identity.
std::uint64_t unique_hash();

}  // namespace godot_variant
