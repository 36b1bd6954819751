#include "diagnose/plausibility.h"

namespace godot_variant {
namespace {

/// Number of elements of a packed array that are checked.
constexpr std::size_t sample = 16;

/// Zero, or a magnitude that is common in games.
bool is_usual(double value) {
  const double magnitude = std::fabs(value);
  return value == 0 || (magnitude > 1e-15 && magnitude < 1e18);
}

}  // namespace

bool Plausibility::read(const Input& input, const Dialect& dialect, std::uint32_t depth,
                        std::uint64_t elements, std::size_t begin, bool replace_bad_utf8) {
  DecodeSettings settings;
  settings.dialect = &dialect;
  settings.allow_objects = true;
  settings.replace_bad_utf8 = replace_bad_utf8;
  settings.depth = depth;
  settings.elements = elements;
  container_ = false;
  input_ = input.bytes;
  begin_ = begin;
  Decoder<AnySink> decoder(Reader(input, begin), *this, settings);
  whole_ = decoder.run();
  for (const Warning& warning : decoder.warnings()) {
    looked_ += warning.count;
    odd_ += warning.count;
  }
  const std::size_t size = input.bytes.size();
  walked_ = (whole_ ? std::min(decoder.position(), size) : decoder.error().offset) - begin;
  bytes_read_ = std::min(decoder.position(), size) - begin;
  cut_ = decoder.error().code == ErrorCode::unexpected_end;
  stopped_ = decoder.error().code == ErrorCode::too_large;
  return (whole_ && decoder.position() >= size) || stopped_;
}

void Plausibility::boolean(Head head, bool) { look(load<std::uint32_t>(input_.data() + head.at + 4) > 1); }

void Plausibility::integer(Head head, std::int64_t value) {
  count_integer((load<std::uint32_t>(input_.data() + head.at) & flag_64) != 0, value);
}

bool Plausibility::is_odd(Bytes text) {
  return std::any_of(text.begin(), text.end(),
                     [](std::uint8_t byte) { return byte < 32 && (byte < 8 || byte > 13); });
}

void Plausibility::look_at(const Numbers& numbers) {
  if (numbers.element != Element::f32 && numbers.element != Element::f64) return;
  for (std::size_t i = 0; i < std::min(numbers.total(), sample); ++i) look(!is_usual(real_at(numbers, i)));
}

void Plausibility::packed(Head, const Numbers& numbers) {
  look_at(numbers);
  const std::uint8_t* end = numbers.data + numbers.total();
  const std::size_t left = static_cast<std::size_t>(input_.data() + input_.size() - end);
  const std::size_t padding =
      numbers.element == Element::u8 ? std::min(padding_of(numbers.total()), left) : 0;
  if (padding > 0) look(std::any_of(end, end + padding, [](std::uint8_t byte) { return byte != 0; }));
}

}  // namespace godot_variant
