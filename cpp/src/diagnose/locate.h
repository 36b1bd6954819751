// Repeats a read or a write to find the path of a value. Paths are computed only on demand, because tracking
// them slows down every value.
#pragma once
#include "diagnose/path.h"
#include "tape/tape_player.h"
#include "wire/codec.h"

namespace godot_variant {

/// Reads the input again with the same `request`, up to the last target of `tracker` or the error.
void locate(const Input& input, const ReadRequest& request, PathTracker& tracker);
/// Plays a tape again, likewise.
void locate(const TapeView& tape, PathTracker& tracker);

}  // namespace godot_variant
