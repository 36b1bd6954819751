#include "allocations.h"

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <new>

namespace {

constexpr std::size_t never = SIZE_MAX;

std::atomic<std::size_t> total = 0;
thread_local std::ptrdiff_t in_use = 0;
thread_local std::size_t until_failure = never;
thread_local bool failed = false;

void* allocate(std::size_t size) {
  if (until_failure != never && until_failure-- == 0) {
    until_failure = never;
    failed = true;
    return nullptr;
  }
  total += size;
  ++in_use;
  return std::malloc(size == 0 ? 1 : size);
}

void release(void* memory) {
  if (memory != nullptr) --in_use;
  std::free(memory);
}

}  // namespace

namespace godot_variant::tests {

std::size_t allocated_bytes() { return total; }
std::ptrdiff_t blocks_in_use() { return in_use; }
void fail_allocation_after(std::size_t count) {
  failed = false;
  until_failure = count;
}
bool stop_failing() {
  until_failure = never;
  return failed;
}

}  // namespace godot_variant::tests

void* operator new(std::size_t size) {
  void* memory = allocate(size);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

// std::stable_sort takes its memory this way.
void* operator new(std::size_t size, const std::nothrow_t&) noexcept { return allocate(size); }

void operator delete(void* memory) noexcept { release(memory); }
void operator delete(void* memory, std::size_t) noexcept { release(memory); }
