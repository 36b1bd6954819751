#include "variant/blocks.h"

#include <algorithm>

namespace godot_variant {

void* memory::allocate(std::size_t size) {
  auto* origin = static_cast<BlockOrigin*>(::operator new(sizeof(BlockOrigin) + size));
  return std::construct_at(origin, 0) + 1;
}

void memory::release(void* block) { BlockRelease().release(block); }

void Page::free_tree() {
  // Some of the memory outside may hold texts in the pages, which must not free them.
  if (outside != nullptr) {
    for (Page* page = this; page != nullptr; page = page->next) page->blocks += open;
    for (const Outside* one = outside; one != nullptr; one = one->next) one->free(one->value);
  }
  for (Page* page = this; page != nullptr;) ::operator delete(std::exchange(page, page->next));
}

void Blocks::add_page(std::size_t block) {
  close();
  page_size_ = std::min(std::max(page_size_, block * 2) * 2, largest_page);
  void* memory = ::operator new(page_size_);
  page_ = std::construct_at(static_cast<Page*>(memory));
  link(page_);
  next_ = static_cast<char*>(memory) + sizeof(Page);
  end_ = static_cast<char*>(memory) + page_size_;
}

void* Blocks::allocate_alone(std::size_t total) {
  auto* page = std::construct_at(static_cast<Page*>(::operator new(sizeof(Page) + total)));
  page->blocks = 1;
  link(page);
  return block_at(page + 1, page);
}

/// Puts a page behind the first one.
void Blocks::link(Page* page) {
  if (first_ == nullptr) {
    first_ = page;
  } else {
    page->next = std::exchange(first_->next, page);
  }
}

void Blocks::seal(Variant& root) {
  close();
  root.visit([&]<class T>(const T&) {
    if constexpr (holds_variants<T>) {
      if (first_ == nullptr || page_of(root.block()) != first_) return;
      first_->outside = outside_;
      memory::origin_of(root.block()) |= memory::untouched;
    }
  });
}

void Blocks::close() {
  if (page_ != nullptr) page_->drop(Page::open - count_);
  page_ = nullptr;
  next_ = end_ = nullptr;
  count_ = 0;
}

}  // namespace godot_variant
