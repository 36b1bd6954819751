#include "allocations.h"

#include <atomic>
#include <cstdlib>
#include <new>

namespace {

std::atomic<std::size_t> total = 0;

}  // namespace

std::size_t godot_variant::tests::allocated_bytes() { return total; }

void* operator new(std::size_t size) {
  total += size;
  void* memory = std::malloc(size == 0 ? 1 : size);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

// std::stable_sort takes its memory this way.
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  total += size;
  return std::malloc(size == 0 ? 1 : size);
}

void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
