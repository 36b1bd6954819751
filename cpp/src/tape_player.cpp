#include "tape_player.h"

#include "encoder.h"
#include "hash.h"

namespace godot_variant {
namespace {

/// Longer texts are worth a call of memcpy.
constexpr std::size_t longest_short_text = 64;

constexpr auto bool_tag = static_cast<std::int32_t>(Type::Bool);
constexpr auto int_tag = static_cast<std::int32_t>(Type::Int);
constexpr auto float_tag = static_cast<std::int32_t>(Type::Float);
constexpr auto string_tag = static_cast<std::int32_t>(Type::String);

std::uint8_t* put(std::uint8_t* to, std::uint32_t first, std::uint32_t second) {
  std::memcpy(to, &first, 4);
  std::memcpy(to + 4, &second, 4);
  return to + 8;
}

/// A header, a length, and a text with its padding.
std::uint8_t* put_text(std::uint8_t* to, std::uint32_t header, Bytes text) {
  const std::size_t padded = text.size() + padding_of(text.size());
  // The last word first: its end is padding that nothing else covers.
  std::memset(to + 4 + padded, 0, 4);
  put(to, header, static_cast<std::uint32_t>(text.size()));
  if (text.size() > longest_short_text) {
    std::memcpy(to + 8, text.data(), text.size());
  } else {
    copy_short(to + 8, text.data(), text.size());
  }
  return to + 8 + padded;
}

}  // namespace

void play(const TapeView& tape, AnySink& sink) { TapePlayer<AnySink>(tape, sink).run(); }

/// Bytes of the numbers of a vector or color that are written as they are on the tape; 0 for anything else.
std::size_t Encoder::single_size(std::int32_t tag) const {
  if (tag > static_cast<std::int32_t>(Type::Color)) return 0;
  const TypeRow* row = dialect_.row_of(static_cast<Type>(tag));
  if (row == nullptr || row->layout != Layout::numbers || row->columns) return 0;
  return wire_element(*row, Element::f32) == Element::f64 ? 0 : std::size_t{row->components} * 4;
}

/// Bools, 32-bit numbers and texts, most of what a tape holds, where nothing can be wrong with them: what is
/// needed stays in registers then, which no sequence of events can do. Everything else is left to the events.
void Encoder::run(const TapeView& tape, TapeRun& run) {
  if (unusual_ || dialect_.integers != IntegerWidth::narrowest || dialect_.floats != FloatWidth::narrowest)
    return;
  const std::int32_t* const words = tape.words.data();
  const std::span<std::uint8_t> room = out_.room();
  std::uint8_t* to = room.data();
  std::size_t at = run.at;
  std::uint64_t remaining = run.remaining;
  for (; remaining > 0; --remaining) {
    const auto left = static_cast<std::size_t>(room.data() + room.size() - to);
    if (left < 8) break;
    const std::int32_t* next = words + at;
    const bool key = run.dictionary && remaining % 2 == 0;
    const std::int32_t tag = key ? string_tag : *next;
    const std::uint32_t header = dialect_.ids[static_cast<std::size_t>(tag & 0xFF)];
    if (tag == string_tag) {
      if (key && *next > first_key_text) break;
      const auto number = static_cast<std::size_t>(key ? first_key_text - *next : next[1]);
      const auto length = static_cast<std::uint32_t>(tape.texts[number * 2 + 1]);
      // That of a raw text is always too large.
      if (length > left - 8 || padding_of(length) > left - 8 - length) break;
      const Bytes text = tape.bytes.subspan(static_cast<std::uint32_t>(tape.texts[number * 2]), length);
      if (has_byte_order_mark(text)) break;
      to = put_text(to, header, text);
      at += key ? 1 : 2;
    } else if (tag == int_tag || (tag == float_tag && !is_nan_float(static_cast<std::uint32_t>(next[1])))) {
      to = put(to, header, static_cast<std::uint32_t>(next[1]));
      at += 2;
    } else if ((tag & 0xFF) == bool_tag) {
      to = put(to, header, static_cast<std::uint32_t>(tag) >> 16 & 1);
      at += 1;
    } else if (const std::size_t size = single_size(tag); size > 0 && size <= left - 4) {
      std::memcpy(to, &header, 4);
      copy_short(to + 4, reinterpret_cast<const std::uint8_t*>(next + 1), size);
      to += 4 + size;
      at += 1 + size / 4;
    } else {
      break;
    }
  }
  out_.take_room(to);
  run.at = at;
  run.remaining = remaining;
}

}  // namespace godot_variant
