// Encodes a tape, usually one that JavaScript wrote.
#pragma once
#include "tape/tape_builder.h"
#include "wire/encoder.h"

namespace godot_variant {

/// For each Type the header of values that JavaScript may write in runs itself, or -1.
using RunHeaders = std::array<std::int32_t, type_count>;

/// The headers for these settings.
RunHeaders run_headers(const EncodeSettings& settings);

/// Encodes the value on a tape, which may be interrupted by runs and beginnings of containers.
void encode_tape(const TapeView& tape, Encoder& encoder);

}  // namespace godot_variant
