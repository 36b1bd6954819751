// An example of a user's program: decodes the Array [true, 42] and encodes it again.
#include <godot_variant/godot_variant.h>

#include <cstdint>
#include <vector>

int main() {
  const std::vector<std::uint8_t> bytes{28, 0, 0, 0, 2, 0, 0, 0, 1,  0, 0, 0,
                                        1,  0, 0, 0, 2, 0, 0, 0, 42, 0, 0, 0};
  const auto value = godot_variant::decode(bytes);
  if (!value) return 1;
  const auto again = godot_variant::encode(value.value().value);
  return again && again.value() == bytes ? 0 : 2;
}
