// The file operations of docs/BOUNDARY.md, which translate between words and the core's structs. They share
// one call, because every bound function needs its own glue code.
#pragma once
#include <cstdint>

namespace godot_variant::file_calls {

std::uint32_t room(std::uint32_t bytes, std::uint32_t words);
std::uint32_t run_operation(std::uint32_t operation);

}  // namespace godot_variant::file_calls
