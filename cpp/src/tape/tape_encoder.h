// Encodes a tape, usually one that JavaScript wrote.
#pragma once
#include "tape/tape_builder.h"
#include "wire/encoder.h"

namespace godot_variant {

/// Encodes the value on a tape; the most common types bypass the events.
void encode_tape(const TapeView& tape, Encoder& encoder);

}  // namespace godot_variant
