// Repeats what was read or written, to find out where in it something stands.
#pragma once
#include "codec.h"
#include "path.h"
#include "tape_player.h"

namespace godot_variant {

/// Reads the input again, as `request` did, up to the last target of `tracker` or to the error.
void locate(const Input& input, const ReadRequest& request, PathTracker& tracker);
/// The same for a tape.
void locate(const TapeView& tape, PathTracker& tracker);

}  // namespace godot_variant
