// Reads bytes with the lane of the decoder and without it, into every sink that has one, and compares what
// they give.
#pragma once
#include "fixtures.h"
#include "requests.h"
#include "tape/tape_builder.h"
#include "tape/tape_encoder.h"

namespace godot_variant::tests {

using Octets = std::vector<std::uint8_t>;

/// Bytes that the values on a tape are written as, and the keys and texts that JavaScript reads.
Octets encoded(const TapeView& tape, const Dialect& dialect);

/// Reads several times with the lane, because the second time knows the keys. Returns the result without the
/// lane.
ReadResult compare_tapes(Bytes bytes, const ReadRequest& request, const std::string& what);

/// Compares the words of tapes, which also say how JavaScript reads a number. The bytes have no keys, whose
/// numbers would differ.
void compare_words(Bytes bytes, const ReadRequest& request, const std::string& what);

/// Compares tapes, indexes, trees, conversions, texts and scores.
void compare(Bytes bytes, const ReadRequest& request, const std::string& what);

}  // namespace godot_variant::tests
