// A tape to bytes: what encodes the values of JavaScript.
#pragma once
#include "tape/tape_builder.h"
#include "wire/encoder.h"

namespace godot_variant {

/// Encodes the value on a tape; the commonest types skip the events.
void encode_tape(const TapeView& tape, Encoder& encoder);

}  // namespace godot_variant
