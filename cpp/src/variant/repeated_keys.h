// Where a Dictionary or an Object of the input has a key again. Only damaged or hand-made bytes do.
#pragma once
#include <vector>

#include "wire/codec.h"

namespace godot_variant {

/// Adds a warning for every later entry with an equal key to the warnings of a read of `input` by `request`.
/// Takes longer than the read, so it is called only when keys were equal.
void add_repeated_keys(std::vector<Warning>& warnings, Bytes input, const ReadRequest& request);

}  // namespace godot_variant
