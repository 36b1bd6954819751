// An example of a user's program: decodes the Array [true, 42], encodes it again, also into memory of its
// own, and reads a part in place. Then it does so with floats that fast math does not know, and with floats
// in text, which not every standard library can read.
#include <godot_variant/godot_variant.h>
#include <godot_variant/text.h>
#include <godot_variant/view.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

int main() {
  const std::vector<std::uint8_t> bytes{28, 0, 0, 0, 2, 0, 0, 0, 1,  0, 0, 0,
                                        1,  0, 0, 0, 2, 0, 0, 0, 42, 0, 0, 0};
  const auto value = godot_variant::decode(bytes);
  if (!value) return 1;
  const auto again = godot_variant::encode(value.value().value);
  if (!again || again.value() != bytes) return 2;
  std::array<std::uint8_t, 64> memory{};
  const auto written = godot_variant::encode_into(value.value().value, memory);
  if (!written || !std::equal(bytes.begin(), bytes.end(), memory.begin())) return 3;
  const auto viewed = godot_variant::view(bytes);
  if (!viewed) return 4;
  const auto number = viewed.value().root().at(1);
  if (!number || number->get<std::int64_t>() != 42) return 5;

  // The Array [5e-324, -0.0, NAN, 1e-45].
  const std::vector<std::uint8_t> floats{28, 0, 0, 0, 4, 0, 0,   0,   3, 0, 1, 0,   1, 0, 0, 0,
                                         0,  0, 0, 0, 3, 0, 0,   0,   0, 0, 0, 128, 3, 0, 1, 0,
                                         0,  0, 0, 0, 0, 0, 248, 127, 3, 0, 0, 0,   1, 0, 0, 0};
  const auto rare = godot_variant::decode(floats);
  if (!rare) return 6;
  const auto written_again = godot_variant::encode(rare.value().value);
  if (!written_again || written_again.value() != floats) return 7;

  // The largest float that is subnormal, and the largest of all.
  const std::vector<std::uint8_t> limits{28,  0,   0,  0, 2, 0, 0, 0, 3,   0,   1,   0,   255, 255, 255, 255,
                                         255, 255, 15, 0, 3, 0, 1, 0, 255, 255, 255, 255, 255, 255, 239, 127};
  const auto parsed = godot_variant::parse_text("[2.225073858507201e-308, 1.7976931348623157e+308]");
  if (!parsed) return 8;
  const auto from_text = godot_variant::encode(parsed.value().value);
  if (!from_text || from_text.value() != limits) return 9;
  const auto printed = godot_variant::to_text(parsed.value().value);
  return printed && printed.value() == "[2.225073858507201e-308, 1.7976931348623157e+308]" ? 0 : 10;
}
