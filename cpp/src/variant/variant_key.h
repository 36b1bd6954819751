// Whether engines treat two Dictionary keys as equal (DIALECTS.md, "Which keys are equal"): values compare by
// value, String equals StringName, NaN equals NaN, 0.0 equals -0.0, 1 differs from 1.0, Objects compare by
// identity. Inside an Array or a Dictionary's values, String differs from StringName and a float NaN from
// itself.
#pragma once
#include <span>

#include "godot_variant/error.h"
#include "godot_variant/variant.h"

namespace godot_variant {

/// Equal keys have equal hashes, which differ from process to process. `leaf` must not be a container. Every
/// Object gets a unique hash.
std::uint64_t key_hash(const Variant& leaf);
/// The hash of a String or StringName.
std::uint64_t key_hash(Bytes text);

/// Adds the hash of the next contained value to the hash of a container.
std::uint64_t combine(std::uint64_t hash, std::uint64_t next);

bool same_key(const Variant& a, const Variant& b);

/// Merges entries with equal keys: the last value is kept, in the place of the first key. `hashes` has one
/// hash per entry.
void merge_duplicates(Dictionary& dictionary, std::span<const std::uint64_t> hashes);

/// A hash that differs from all others, for keys that compare by identity.
std::uint64_t unique_hash();

}  // namespace godot_variant
