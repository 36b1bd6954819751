// Single values of bytes that were read before, and the paths to them.
#pragma once
#include "godot_variant/path.h"
#include "wire/codec.h"

namespace godot_variant {

/// The text whose length is at `at`, as the engine reads it.
Text text_at(Bytes input, std::size_t at, const Dialect& dialect);

/// A String, in which U+FFFD replaces ill-formed UTF-8.
Variant value_of(const Text& text);

/// The value whose header is at `at`.
Variant value_at(Bytes input, std::size_t at, const ReadRequest& request);

/// How to read single values: other bytes follow them.
ReadRequest part_request(const ReadRequest& request);

/// The path to the value or the key at `at`, or to the value at which the read fails.
Path path_to(Bytes input, std::size_t at, const ReadRequest& request);

}  // namespace godot_variant
