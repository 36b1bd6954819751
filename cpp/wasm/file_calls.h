// The operations on files of docs/BOUNDARY.md: words and addresses here, structs in the core. They share one
// call, because every bound function costs its own glue.
#pragma once
#include <cstdint>

namespace godot_variant::file_calls {

std::uint32_t room(std::uint32_t bytes, std::uint32_t words);
std::uint32_t run_operation(std::uint32_t operation);

}  // namespace godot_variant::file_calls
