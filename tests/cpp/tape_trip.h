// The path through the WASM module, without WASM: bytes to a tape, and the tape to bytes.
#pragma once
#include "requests.h"
#include "tape/tape_encoder.h"
#include "tape/tape_player.h"
#include "variant/variant_builder.h"

namespace godot_variant::tests {

struct TapeTrip {
  /// The error of reading, or else of writing.
  Error error;
  std::size_t bytes_read = 0;
  /// The value on the tape.
  Variant value;
  /// The encoding of the tape.
  std::vector<std::uint8_t> bytes;
};

inline TapeTrip through_tape(Bytes input, const DecodeOptions& decode, const EncodeOptions& encode) {
  TapeTrip trip;
  // As in the WASM module, keys of earlier inputs predict keys of later ones, and all inputs share the
  // memory.
  static KeyTree key_tree;
  static TapeBuilder builder(key_tree);
  if (key_tree.is_full()) key_tree = KeyTree();
  builder.start(input, 0);
  const ReadResult read = read_value(input, read_request(decode), builder);
  trip.error = read.error;
  trip.bytes_read = read.bytes_read;
  if (!read.ok()) return trip;

  const TapeView tape = builder.view();
  VariantBuilder variant(*find_dialect(decode.dialect));
  TapePlayer(tape, variant).run();
  trip.value = variant.take();

  const EncodeSettings settings = encode_settings(encode);
  Writer writer;
  Encoder encoder(writer, settings);
  encode_tape(tape, encoder);
  trip.error = encoder.error();
  trip.bytes.assign(writer.view().begin(), writer.view().end());
  return trip;
}

}  // namespace godot_variant::tests
