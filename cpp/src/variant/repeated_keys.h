// Where a Dictionary or an Object of the input has a key again: in damaged or hand-made bytes, after a
// conversion, or where encode rounds. Takes longer than a read, so it is called only when keys were equal, or
// may be.
#pragma once
#include <optional>
#include <vector>

#include "events/notes.h"
#include "wire/codec.h"

namespace godot_variant {

/// Adds a warning for every later entry with an equal key to the warnings of a read of `input` by `request`.
void add_repeated_keys(std::vector<Warning>& warnings, Bytes input, const ReadRequest& request);

/// A loss for every entry of `input` whose key differs from the earlier ones there, but not in `output`, to
/// which `input` was converted.
std::vector<Loss> merged_keys(Bytes input, const ReadRequest& request, Bytes output,
                              const ReadRequest& target);

/// Where a key begins in `output` that encode could only write like another.
std::optional<std::size_t> find_repeated_key(Bytes output, const ReadRequest& request);

}  // namespace godot_variant
