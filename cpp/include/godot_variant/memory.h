// The memory of Strings, Lists and boxed values. Not meant for users.
#pragma once
#include <cstddef>

namespace godot_variant::memory {

/// Memory for `size` bytes, aligned to 8.
void* allocate(std::size_t size);
/// Frees memory of allocate(), or one block of the pages that decode fills (cpp/src/variant/blocks.h).
void release(void* block);

}  // namespace godot_variant::memory
