// Counts the memory that the code under test requests, and refuses some of it: allocations.cpp replaces the
// global operator new.
#pragma once
#include <cstddef>

namespace godot_variant::tests {

/// Bytes requested so far, including memory that was freed.
std::size_t allocated_bytes();
/// Blocks that this thread has allocated less those that it has freed.
std::ptrdiff_t blocks_in_use();
/// In this thread, the allocation after the next `count` ones fails, once.
void fail_allocation_after(std::size_t count);
/// No allocation fails any more. Returns whether one did.
bool stop_failing();

}  // namespace godot_variant::tests
