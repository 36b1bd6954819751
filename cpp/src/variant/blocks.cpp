#include "variant/blocks.h"

#include <algorithm>

namespace godot_variant {

void* memory::allocate(std::size_t size) {
  auto* origin = static_cast<BlockOrigin*>(::operator new(sizeof(BlockOrigin) + size));
  return std::construct_at(origin, BlockOrigin{0}) + 1;
}

void memory::release(void* block) { BlockRelease().release(block); }

bool Blocks::add_page(std::size_t block) {
  if (block > largest_page / 8) return false;
  close();
  page_size_ = std::min(std::max(page_size_, block * 2) * 2, largest_page);
  void* memory = ::operator new(page_size_);
  page_ = std::construct_at(static_cast<Page*>(memory));
  next_ = static_cast<char*>(memory) + sizeof(Page);
  end_ = static_cast<char*>(memory) + page_size_;
  return true;
}

void Blocks::close() {
  if (page_ != nullptr) page_->drop(Page::open - count_);
  page_ = nullptr;
  next_ = end_ = nullptr;
  count_ = 0;
}

}  // namespace godot_variant
