#include "files/files.h"

namespace godot_variant::files {

void put(Writer& out, std::uint32_t number) { out.write(number); }

void put(Writer& out, Bytes bytes) { out.write_bytes(bytes); }

void put_byte(Writer& out, std::size_t byte) { out.write(static_cast<std::uint8_t>(byte)); }

}  // namespace godot_variant::files
