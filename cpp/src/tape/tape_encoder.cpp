#include "tape/tape_encoder.h"

#include "tape/tape_player.h"

namespace godot_variant {

void encode_tape(const TapeView& tape, Encoder& encoder) {
  const std::span<const std::int32_t> words = tape.words;
  for (std::size_t at = 0; at < words.size() && encoder.ok();) {
    if (words[at] == tape::run) {
      const auto count = static_cast<std::uint32_t>(words[at + 1]);
      const auto* run = reinterpret_cast<const std::uint8_t*>(words.data() + at + 2);
      encoder.write_run({run, std::size_t{count} * 4});
      at += 2 + count;
    } else if (words[at] == tape::beginning) {
      at = play_beginning(tape, encoder, at + 1);
      encoder.end();
    } else {
      at = play(tape, encoder, at);
    }
  }
}

RunHeaders run_headers(const EncodeSettings& settings) {
  Writer nothing;
  const Encoder encoder(nothing, settings);
  RunHeaders headers;
  for (std::size_t type = 0; type < type_count; ++type)
    headers[type] = encoder.run_header(static_cast<Type>(type));
  return headers;
}

}  // namespace godot_variant
