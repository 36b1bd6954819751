// Where a nested value stands, for messages about errors, warnings and losses.
//
//   const auto decoded = godot_variant::decode(bytes, options);
//   if (!decoded) {
//     const auto path = godot_variant::path_at(bytes, decoded.error().offset, options);
//     log(name_of(decoded.error().code), godot_variant::path_text(path));  // bad-length ["bag"][3]["hp"]
//   }
#pragma once
#include <string>

#include "godot_variant/godot_variant.h"

namespace godot_variant {

/// From the top of a value to a nested one: indices of Arrays as ints, keys of Dictionaries, names of
/// properties as Strings. Empty for the top. What is inside a key has the path of the Dictionary.
using Path = List<Variant>;

/// The path to the value or the key at byte `offset` of the input, as an Error, a Warning or a Loss has it.
/// Reads the input again up to there, with the options of the first time.
Path path_at(Bytes input, std::size_t offset, const DecodeOptions& options = {});

/// The path to the value that encode refuses; empty when it refuses none. Encodes the value again, with the
/// options of the first time.
Path path_of_error(const Variant& value, const EncodeOptions& options = {});

/// Prints a path on one line, as GDScript has it and the command line reads it: `["bag"][3]["hp"]`. A key
/// that has no text form shows its type.
std::string path_text(const Path& path);

}  // namespace godot_variant
