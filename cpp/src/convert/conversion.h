// From bytes to another dialect's bytes: a Decoder, a Converter and an Encoder in a row.
#pragma once
#include "convert/converter.h"
#include "wire/codec.h"

namespace godot_variant {

/// Puts the length in front of what is written between its making and close(), when the framing has one.
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

  /// The result's error is the reader's or the Encoder's; both have offsets in the input.
  ReadResult run(const Input& input, const ReadRequest& request);
  ByteBuffer take() { return writer_.take(); }
  Bytes bytes() const { return writer_.view(); }
  /// In the order of the input.
  std::vector<Loss> losses() const;

 private:
  EncodeSettings settings_;
  Writer writer_;
  FrameWriter frame_;
  Encoder encoder_;
  Converter converter_;
};

}  // namespace godot_variant
