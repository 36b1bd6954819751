// The memory of a tree that is built at once: pages full of blocks, one for each container, long text or
// boxed value. A page counts its blocks and goes with the last one, so every value owns its memory as usual,
// though allocating a block is an addition and freeing it a subtraction. A tree that nobody could change
// frees its pages without a look at its values.
#pragma once
#include "bytes/hash.h"
#include "variant/page.h"
#include "variant/tree.h"

namespace godot_variant {

/// Frees blocks. Those of one page are counted first and subtracted together, because an atomic operation
/// takes longer than all the rest.
class BlockRelease {
 public:
  BlockRelease() = default;
  BlockRelease(const BlockRelease&) = delete;
  BlockRelease& operator=(const BlockRelease&) = delete;
  BlockRelease(BlockRelease&&) = delete;
  BlockRelease& operator=(BlockRelease&&) = delete;
  ~BlockRelease() {
    if (page_ != nullptr) page_->drop(count_);
  }
  void release(void* block) {
    Page* page = page_of(block);
    if (page == nullptr) return ::operator delete(&memory::origin_of(block));
    if (page != page_) {
      if (page_ != nullptr) page_->drop(count_);
      page_ = page;
      count_ = 0;
    }
    ++count_;
  }

 private:
  Page* page_ = nullptr;
  std::uint64_t count_ = 0;
};

/// Makes values in pages. Destroy it before the values are used by another thread.
class Blocks {
 public:
  Blocks() = default;
  Blocks(const Blocks&) = delete;
  Blocks& operator=(const Blocks&) = delete;
  Blocks(Blocks&&) = delete;
  Blocks& operator=(Blocks&&) = delete;
  ~Blocks() { close(); }

  void* allocate(std::size_t size) {
    const std::size_t total = sizeof(memory::BlockOrigin) + (size + 7) / 8 * 8;
    if (total > static_cast<std::size_t>(end_ - next_)) {
      if (total > largest_page / 8) return allocate_alone(total);
      add_page(total);
    }
    char* at = next_;
    next_ += total;
    ++count_;
    return block_at(at, page_);
  }

  String text(std::string_view text) {
    if (text.size() > String::longest_inside) return {text, allocate(String::memory_of(text))};
    String string;
    string.bytes_[0] = static_cast<unsigned char>(text.size());
    copy_short(string.bytes_ + 1, reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
    return string;
  }
  /// Turns an empty text into a copy of another one.
  void copy_text(const String& from, String& empty) {
    if (from.is_long()) {
      std::construct_at(&empty, text(from));
    } else {
      std::memcpy(empty.bytes_, from.bytes_, sizeof empty.bytes_);
    }
  }
  /// Longer texts need memory of their own.
  static constexpr std::size_t longest_inside = String::longest_inside;
  /// Constructs a Variant of a text that needs no memory. Two words, because it is written for every key.
  template <class T>
  static void construct_inside(void* place, const ShortText& text, std::size_t size) {
    static_assert(sizeof(Variant) == 2 * sizeof(std::uint64_t) && longest_inside == sizeof(Variant) - 2);
    const std::uint64_t words[2] = {index_of<T> | size << 8 | text.first << 16,
                                    text.first >> 48 | text.second << 16};
    std::memcpy(place, words, sizeof words);
  }
  static bool is_inside(const String& text) { return !text.is_long(); }
  /// A text that needs no memory, with anything behind it.
  static ShortText words_inside(const String& text) {
    static_assert(sizeof text.bytes_ == 15);
    // Byte 0 holds the size. The two numbers overlap in byte 7.
    const auto first = load<std::uint64_t>(text.bytes_);
    const auto second = load<std::uint64_t>(text.bytes_ + 7) >> 8;
    return {first >> 8 | second << 56, second >> 8};
  }
  static ShortText words_inside(const Variant& text) {
    const auto first = load<std::uint64_t>(text.bytes_);
    const auto second = load<std::uint64_t>(text.bytes_ + 8);
    return {first >> 16 | second << 48, second >> 16};
  }
  /// Whether decode made a tree that nobody could change since.
  static bool is_untouched_tree(const Variant& root) {
    return contents_in(root).count > 0 && is_untouched(root.block());
  }
  static bool have_same_bits(const Variant& a, const Variant& b) {
    return load<std::uint64_t>(a.bytes_) == load<std::uint64_t>(b.bytes_) &&
           load<std::uint64_t>(a.bytes_ + 8) == load<std::uint64_t>(b.bytes_ + 8);
  }
  /// The value of a Variant that is known to be a T.
  template <class T>
  static const T& stored(const Variant& value) {
    return value.stored<T>();
  }
  /// Turns a Nil into a T.
  template <class T, class... A>
  T& make(Variant& nil, A&&... arguments) {
    constexpr bool boxed = !is_text<T> && !is_small<T>;
    if constexpr (has_memory_outside<T>) return make_noted<T>(nil, std::forward<A>(arguments)...);
    return nil.make_in<T>(boxed ? allocate(sizeof(T)) : nullptr, std::forward<A>(arguments)...);
  }
  /// Turns a Nil into a String or a StringName. Writes a short one where it stays, because a processor waits
  /// when it copies what it has just written in parts.
  template <class T>
  void make_text(Variant& nil, std::string_view text) {
    if (text.size() > longest_inside) {
      make<T>(nil, this->text(text));
      return;
    }
    nil.bytes_[0] = static_cast<unsigned char>(index_of<T>);
    nil.bytes_[1] = static_cast<unsigned char>(text.size());
    copy_short(nil.bytes_ + 2, reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
  }
  /// Turns a Nil into an Array or a Dictionary, which may get a declared type.
  template <class T>
  T& make_container(Variant& nil, bool typed) {
    return typed ? make_noted<T>(nil) : make<T>(nil);
  }
  /// Marks a finished tree as untouched.
  void seal(Variant& root);
  /// Frees the memory of a container that is untouched, with all that is inside. Returns false for others.
  template <class T>
  static bool free_untouched(T& container) {
    const bool untouched = is_untouched(&container);
    if (untouched) page_of(&container)->free_tree();
    return untouched;
  }
  /// A list of `size` items that the caller must construct in the memory at its data().
  template <class T>
  List<T> list(std::size_t size) {
    List<T> list;
    if (size == 0) return list;
    using ListHead = typename List<T>::Head;
    void* const memory = allocate(List<T>::memory_of(size));
    list.head_ = std::construct_at(static_cast<ListHead*>(memory), ListHead{size, size});
    return list;
  }
  /// The memory of a list, whose items the caller must destroy; null for an empty one.
  template <class T>
  static void* take_memory(List<T>& list) {
    return std::exchange(list.head_, nullptr);
  }

  static bool owns_memory(const Variant& value) { return value.owns_memory(); }
  /// Destroys a value of a Variant, and frees its memory.
  template <class T>
  static void destroy(T& value, BlockRelease& release) {
    if constexpr (std::is_same_v<T, String>) {
      if (value.is_long()) release.release(value.block());
    } else if constexpr (std::is_same_v<T, StringName>) {
      destroy(value.text, release);
    } else {
      if constexpr (std::is_same_v<T, NodePath>) {
        destroy_texts(value.names, release);
        destroy_texts(value.subnames, release);
      } else if constexpr (std::is_same_v<T, PackedStringArray>) {
        destroy_texts(value.data, release);
      }
      std::destroy_at(&value);
      if constexpr (!is_small<T>) release.release(&value);
    }
  }

 private:
  /// Pages are small at first, so that small values take little memory. Values that stay longer than others
  /// of the same tree keep at most one such page each.
  static constexpr std::size_t first_page = 512;
  static constexpr std::size_t largest_page = std::size_t{64} * 1024;

  static void destroy_texts(List<String>& texts, BlockRelease& release) {
    for (String& text : texts) destroy(text, release);
    void* memory = take_memory(texts);
    if (memory != nullptr) release.release(memory);
  }
  static void* block_at(void* at, const Page* page) {
    const auto distance =
        static_cast<std::uint64_t>(static_cast<char*>(at) - reinterpret_cast<const char*>(page));
    return std::construct_at(static_cast<memory::BlockOrigin*>(at), distance) + 1;
  }
  /// Turns a Nil into a T that has memory outside of the pages.
  template <class T, class... A>
  T& make_noted(Variant& nil, A&&... arguments) {
    T& made = nil.make_in<T>(allocate(sizeof(T) + sizeof(Outside)), std::forward<A>(arguments)...);
    void* behind = &made + 1;
    outside_ = std::construct_at(static_cast<Outside*>(behind), Outside{outside_, &made, free_outside<T>});
    return made;
  }
  void add_page(std::size_t block);
  /// Blocks that are too large for a page have one of their own.
  void* allocate_alone(std::size_t total);
  void link(Page* page);
  void close();

  Page* first_ = nullptr;
  Outside* outside_ = nullptr;
  Page* page_ = nullptr;
  char* next_ = nullptr;
  char* end_ = nullptr;
  std::uint64_t count_ = 0;
  std::size_t page_size_ = first_page;
};

}  // namespace godot_variant
