// Converts bytes between dialects with a Decoder, a Converter and an Encoder in a row.
#pragma once
#include "convert/converter.h"
#include "wire/codec.h"

namespace godot_variant {

/// Writes the length word of the framing, if it has one. close() fills in the size written since
/// construction.
class FrameWriter {
 public:
  FrameWriter(Writer& out, Framing framing) : out_(out), framed_(framing != Framing::none) {
    if (framed_) out_.write<std::uint32_t>(0);
  }
  void close() const {
    if (framed_) out_.overwrite(0, static_cast<std::uint32_t>(out_.size() - 4));
  }

 private:
  Writer& out_;
  bool framed_;
};

class Conversion {
 public:
  Conversion(const EncodeSettings& settings, Framing framing)
      : settings_(settings),
        frame_(writer_, framing),
        encoder_(writer_, settings_),
        converter_(encoder_, *settings.dialect) {}

  /// The error comes from the reader or the Encoder; both report offsets in the input.
  ReadResult run(const Input& input, const ReadRequest& request);
  ByteBuffer take() { return writer_.take(); }
  Bytes bytes() const { return writer_.view(); }
  /// In input order.
  std::vector<Loss> losses() const;

 private:
  EncodeSettings settings_;
  Writer writer_;
  FrameWriter frame_;
  Encoder encoder_;
  Converter converter_;
};

}  // namespace godot_variant
