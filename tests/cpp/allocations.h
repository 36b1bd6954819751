// How much memory the code under test asks for: allocations.cpp replaces the global operator new.
#pragma once
#include <cstddef>

namespace godot_variant::tests {

/// Bytes that the program has asked for so far, whether or not it gave them back.
std::size_t allocated_bytes();

}  // namespace godot_variant::tests
