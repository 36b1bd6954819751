// Counts the memory that the code under test requests: allocations.cpp replaces the global operator new.
#pragma once
#include <cstddef>

namespace godot_variant::tests {

/// Bytes requested so far, including memory that was freed.
std::size_t allocated_bytes();

}  // namespace godot_variant::tests
