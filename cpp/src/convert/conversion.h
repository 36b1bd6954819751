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
  Conversion(Writer& out, const EncodeSettings& settings, Framing framing)
      : settings_(settings),
        frame_(out, framing),
        encoder_(out, settings_),
        converter_(encoder_, *settings.dialect) {}

  /// The error comes from the reader or the Encoder; both report offsets in the input.
  ReadResult run(const Input& input, const ReadRequest& request);
  /// In input order, without entries that lost their place to others: see may_merge_keys().
  const Notes<Loss>& losses() const { return encoder_.losses(); }
  /// Whether keys that differ in the input may be equal in the output.
  bool may_merge_keys() const { return converter_.may_merge_keys(); }

 private:
  EncodeSettings settings_;
  FrameWriter frame_;
  Encoder encoder_;
  Converter converter_;
};

}  // namespace godot_variant
