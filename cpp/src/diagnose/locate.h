// Repeats what was read or written, to find out where in it something stands.
#pragma once
#include "diagnose/path.h"
#include "tape/tape_player.h"
#include "wire/codec.h"

namespace godot_variant {

/// Reads the input again, as `request` did, up to the last target of `tracker` or to the error.
void locate(const Input& input, const ReadRequest& request, PathTracker& tracker);
/// The same for a tape.
void locate(const TapeView& tape, PathTracker& tracker);

}  // namespace godot_variant
