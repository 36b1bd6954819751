// Reads one value from bytes into a sink: finds its bounds, decodes it and checks for trailing bytes. The
// public C++ functions and the WASM bindings share this code.
#pragma once
#include "godot_variant/options.h"
#include "wire/decoder.h"

namespace godot_variant {

/// The rules for reading a value.
struct ReadRequest {
  DecodeSettings settings;
  bool allow_trailing = false;
  Framing framing = Framing::none;
  /// How many values follow each other.
  std::uint32_t values = 1;
};

struct ReadResult {
  Error error;
  std::size_t bytes_read = 0;
  /// The end of the value, if it could be read.
  std::size_t value_end = 0;
  std::vector<Warning> warnings;

  bool ok() const { return error.code == ErrorCode::none; }
};

/// The bounds of the value in the input.
struct ValueFrame {
  Input input;
  std::size_t begin = 0;
  Error error;
};

/// Finds the value: the whole input, or the part that a u32 length at its start covers.
inline ValueFrame find_frame(const Input& input, Framing framing) {
  if (framing == Framing::none) return {input, 0, {}};
  Reader reader(input);
  if (!reader.has(4)) return {input, 0, {ErrorCode::unexpected_end, reader.size()}};
  const std::uint32_t length = reader.read<std::uint32_t>();
  if (!reader.holds(length)) return {input, 0, {ErrorCode::unexpected_end, 0}};
  return {{input.bytes.first(std::size_t{length} + 4), input.loader}, 4, {}};
}

/// Reads one value into `sink`. When the sink stops early, the result has no error; the sink has it.
template <Sink S>
ReadResult read_value(const Input& input, const ReadRequest& request, S& sink) {
  ReadResult result;
  const ValueFrame frame = find_frame(input, request.framing);
  result.error = frame.error;
  if (!result.ok()) return result;
  Decoder<S> decoder(Reader(frame.input, frame.begin), sink, request.settings);
  const bool whole = decoder.run(request.values);
  result.error = decoder.error();
  result.warnings = decoder.warnings();
  const bool framed = request.framing != Framing::none;
  result.value_end = decoder.position();
  result.bytes_read = framed ? frame.input.bytes.size() : decoder.position();
  if (!whole || request.allow_trailing) return result;
  if (decoder.position() < frame.input.bytes.size()) {
    result.error = {ErrorCode::trailing_bytes, decoder.position()};
  } else if (frame.input.bytes.size() < input.bytes.size()) {
    result.error = {ErrorCode::trailing_bytes, frame.input.bytes.size()};
  }
  return result;
}

}  // namespace godot_variant
