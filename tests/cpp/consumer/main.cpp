// An example of a user's program: decodes the Array [true, 42], encodes it again, also into memory of its
// own, and reads a part in place.
#include <godot_variant/godot_variant.h>
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
  return number && number->get<std::int64_t>() == 42 ? 0 : 5;
}
