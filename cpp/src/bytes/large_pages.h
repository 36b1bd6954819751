// Large outputs in large pages. Linux clears and maps new memory page by page, and a page of 4 KB takes
// longer to come than to fill. Pages of 2 MB take a quarter of that time; many systems give them to programs
// that ask.
#pragma once
#include <cstddef>

#if defined(__linux__) && !defined(__EMSCRIPTEN__)
#include <sys/mman.h>

#include <cerrno>
#include <cstdint>
#endif

namespace godot_variant {

/// Asks for large pages where they fit into new memory that will be written from begin to end.
inline void prefer_large_pages([[maybe_unused]] void* memory, [[maybe_unused]] std::size_t size) {
#if defined(__linux__) && !defined(__EMSCRIPTEN__) && defined(MADV_HUGEPAGE)
  constexpr std::uintptr_t page = std::uintptr_t{2} << 20;
  const auto begin = (reinterpret_cast<std::uintptr_t>(memory) + page - 1) / page * page;
  const auto end = (reinterpret_cast<std::uintptr_t>(memory) + size) / page * page;
  if (begin >= end) return;
  const int error = errno;
  // A system without such pages refuses, and everything works as before.
  madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE);  // NOLINT(performance-no-int-to-ptr)
  errno = error;
#endif
}

}  // namespace godot_variant
