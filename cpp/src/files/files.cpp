#include "files/files.h"

namespace godot_variant::files {

void put(WordBuffer& list, std::initializer_list<std::size_t> words) {
  std::int32_t* to = list.grow(words.size());
  for (const std::size_t word : words) *to++ = static_cast<std::int32_t>(word);
}

void put(Writer& out, std::uint32_t number) { out.write(number); }

void put(Writer& out, Bytes bytes) { out.write_bytes(bytes); }

void put_byte(Writer& out, std::size_t byte) { out.write(static_cast<std::uint8_t>(byte)); }

}  // namespace godot_variant::files
