// Copying, comparing and destroying values of any depth: what is still to do waits in a list, not on the C++
// stack.
#include "variant/tree.h"

#include "bytes/stack.h"
#include "events/numbers.h"
#include "variant/blocks.h"

namespace godot_variant {
namespace {

/// A list that is copied, where the copy goes, and the number of the next value.
struct Copying {
  Contents from;
  Variant* to = nullptr;
  std::size_t next = 0;
};

/// Makes Nils and empty names, so that a copy for which the memory does not suffice can be destroyed.
template <class T>
void clear(T* items, std::size_t count) {
  std::memset(static_cast<void*>(items), 0, count * sizeof(T));
}

class TreeCopy {
 public:
  /// Copies to Nils. What a container holds is copied before what stands behind it, so that the copy lies in
  /// memory in the order in which others go through it.
  void run(const Contents& from, Variant* to) {
    open_.top() = {from, to};
    for (;;) {
      if (copies_container()) continue;
      if (open_.size() == 0) return;
      open_.pop();
    }
  }

 private:
  /// Copies the next values of the list on top, up to a container, which is then on top. Returns false at the
  /// end.
  bool copies_container() {
    Copying& list = open_.top();
    const Contents from = list.from;
    Variant* const to = list.to;
    for (std::size_t i = list.next; i < from.count; ++i) {
      const Variant& value = from[i];
      Variant& made = to[i * from.step];
      if (!Blocks::owns_memory(value)) {
        std::construct_at(&made, value);
        continue;
      }
      // The number alone: GCC would keep both addresses in one register and take them apart for each value.
      list.next = i + 1;
      if (opens(value, made)) return true;
    }
    return false;
  }
  /// Copies a value that has memory of its own. Returns true for a container that is not empty.
  bool opens(const Variant& value, Variant& made) {
    const std::size_t level = open_.size();
    value.visit([&](const auto& stored) { copy(stored, made); });
    return open_.size() != level;
  }
  template <class T>
  void copy(const T& value, Variant& to) {
    if constexpr (std::derived_from<T, Array>) {
      T& made = blocks_.make<T>(to);
      made.element_type = value.element_type;
      made.shared = value.shared;
      open(value.elements, made.elements);
    } else if constexpr (std::is_same_v<T, Dictionary>) {
      open(value.entries, blocks_.make<T>(to, List<Entry>(), value.types, value.shared).entries);
    } else if constexpr (std::is_same_v<T, Object>) {
      Object& made = blocks_.make<T>(to, value.class_name, List<Property>());
      open(value.properties, made.properties);
      for (std::size_t i = 0; i < value.properties.size(); ++i) {
        blocks_.copy_text(value.properties[i].first, made.properties[i].first);
      }
    } else if constexpr (std::is_same_v<T, NodePath>) {
      NodePath& made = blocks_.make<T>(to);
      made.absolute = value.absolute;
      made.property = value.property;
      copy_texts(value.names, made.names);
      copy_texts(value.subnames, made.subnames);
    } else if constexpr (std::is_same_v<T, PackedStringArray>) {
      copy_texts(value.data, blocks_.make<T>(to).data);
    } else if constexpr (std::is_same_v<T, String>) {
      blocks_.make_text<T>(to, value);
    } else if constexpr (std::is_same_v<T, StringName>) {
      blocks_.make_text<T>(to, value.text);
    } else if constexpr (requires { value.data.index(); }) {
      // Not the std::variant: if copying one throws, libstdc++ 12 destroys what it has not made.
      std::visit([&](auto numbers) { blocks_.make<T>(to, T{std::move(numbers)}); }, value.data);
    } else {
      blocks_.make<T>(to, value);
    }
  }
  void copy_texts(const List<String>& from, List<String>& to) {
    if (from.empty()) return;
    to = blocks_.list<String>(from.size());
    clear(to.data(), to.size());
    for (std::size_t i = 0; i < from.size(); ++i) blocks_.copy_text(from[i], to[i]);
  }
  template <class T>
  void open(const List<T>& from, List<T>& to) {
    if (from.empty()) return;
    to = blocks_.list<T>(from.size());
    clear(to.data(), to.size());
    open_.push({contents_of(from), const_cast<Variant*>(contents_of(to).first)});
  }

  Blocks blocks_;
  /// Lists around each other, the innermost on top.
  Stack<Copying> open_;
};

class TreeDestroy {
 public:
  void run(const Contents& values) {
    for (std::size_t left = values.count; left > 0;) {
      one(values[--left]);
      empty_waiting();
    }
  }

 private:
  /// The memory of a list, whose head nobody else needs any more, and how many of its values are left.
  struct Waiting {
    std::size_t count;
    Waiting* next;
  };

  /// Destroys the values of a list from the last one on, and what each contains before the one in front of
  /// it. That is the order of copies in memory backwards, so the blocks of one page come one after the other.
  void empty_waiting() {
    while (waiting_ != nullptr) {
      Waiting* const list = waiting_;
      auto* const values = reinterpret_cast<Variant*>(list + 1);
      std::size_t left = list->count;
      while (left > 0 && waiting_ == list) one(values[--left]);
      list->count = left;
      if (waiting_ != list) continue;
      waiting_ = list->next;
      release_.release(list);
    }
  }
  void one(const Variant& value) {
    if (!Blocks::owns_memory(value)) return;
    value.visit([&](const auto& stored) { destroy(const_cast<std::decay_t<decltype(stored)>&>(stored)); });
  }
  template <class T>
  void destroy(T& value) {
    if constexpr (holds_variants<T>) {
      if (Blocks::free_untouched(value)) return;
    }
    if constexpr (std::derived_from<T, Array>) {
      wait(value.elements, 1);
    } else if constexpr (std::is_same_v<T, Dictionary>) {
      wait(value.entries, 2);
    } else if constexpr (std::is_same_v<T, Object>) {
      for (Property& property : value.properties) {
        // With a Nil in place of its name, a property looks like a pair of a Dictionary.
        std::destroy_at(&property.first);
        std::construct_at(reinterpret_cast<Variant*>(&property));
      }
      wait(value.properties, 2);
    }
    Blocks::destroy(value, release_);
  }
  template <class T>
  void wait(List<T>& list, std::size_t variants) {
    const std::size_t count = list.size() * variants;
    void* memory = Blocks::take_memory(list);
    if (memory != nullptr) {
      waiting_ = std::construct_at(static_cast<Waiting*>(memory), Waiting{count, waiting_});
    }
  }

  BlockRelease release_;
  Waiting* waiting_ = nullptr;
};

class TreeEqual {
 public:
  bool run(const Contents& a, const Contents& b) {
    if (a.count != b.count) return false;
    open_.top() = {a, b};
    for (;;) {
      const std::size_t level = open_.size();
      if (!same_up_to_container()) return false;
      if (open_.size() > level) continue;
      if (level == 0) return true;
      open_.pop();
    }
  }

 private:
  /// Two lists of as many values, and the number of the next ones.
  struct Comparing {
    Contents a;
    Contents b;
    std::size_t next = 0;
  };

  /// Compares the next values of the lists on top, up to two containers, whose lists are then on top.
  bool same_up_to_container() {
    Comparing& lists = open_.top();
    const std::size_t level = open_.size();
    for (std::size_t i = lists.next; i < lists.a.count; ++i) {
      const Variant& a = lists.a[i];
      const Variant& b = lists.b[i];
      if (Blocks::have_same_bits(a, b)) continue;
      lists.next = i + 1;
      if (!one(a, b)) return false;
      if (open_.size() != level) break;
    }
    return true;
  }
  /// Compares two values without their contents.
  bool one(const Variant& a, const Variant& b) {
    return a.visit([&](const auto& mine) {
      const auto* theirs = b.get_if<std::decay_t<decltype(mine)>>();
      return theirs != nullptr && same(mine, *theirs);
    });
  }
  template <class T>
  bool same(const T& a, const T& b) {
    if constexpr (std::is_same_v<T, double>) {
      return same_bits(a, b);
    } else if constexpr (std::derived_from<T, Array>) {
      return a.element_type == b.element_type && a.shared == b.shared && open(a.elements, b.elements);
    } else if constexpr (std::is_same_v<T, Dictionary>) {
      return a.types == b.types && a.shared == b.shared && open(a.entries, b.entries);
    } else if constexpr (std::is_same_v<T, Object>) {
      return a.class_name == b.class_name && same_names(a.properties, b.properties) &&
             open(a.properties, b.properties);
    } else {
      return a == b;
    }
  }
  template <class T>
  bool open(const List<T>& a, const List<T>& b) {
    if (a.size() != b.size()) return false;
    if (!a.empty()) open_.push({contents_of(a), contents_of(b)});
    return true;
  }

  /// Lists around each other, the innermost on top.
  Stack<Comparing> open_;
};

}  // namespace

bool same_names(const List<Property>& a, const List<Property>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const Property& mine, const Property& theirs) { return mine.first == theirs.first; });
}

bool Variant::operator==(const Variant& other) const { return TreeEqual().run({this, 1}, {&other, 1}); }
void Variant::copy(const Variant& other) { TreeCopy().run({&other, 1}, this); }
void Variant::destroy() { TreeDestroy().run({this, 1}); }

template <class T>
void TreeItems<T>::destroy(T* items, std::size_t count) {
  if constexpr (std::is_same_v<T, Property>) {
    for (std::size_t i = 0; i < count; ++i) std::destroy_at(&items[i].first);
  }
  TreeDestroy().run(contents_of(items, count));
}
/// Destroys what was copied if copying the rest throws.
template <class T>
struct NewItems {
  T* items;
  std::size_t count;

  NewItems(T* first, std::size_t size) : items(first), count(size) {}
  NewItems(const NewItems&) = delete;
  NewItems& operator=(const NewItems&) = delete;
  NewItems(NewItems&&) = delete;
  NewItems& operator=(NewItems&&) = delete;
  ~NewItems() { TreeItems<T>::destroy(items, count); }
};
template <class T>
void TreeItems<T>::copy(const T* from, T* to, std::size_t count) {
  clear(to, count);
  NewItems<T> made(to, count);
  if constexpr (std::is_same_v<T, Property>) {
    for (std::size_t i = 0; i < count; ++i) to[i].first = from[i].first;
  }
  TreeCopy().run(contents_of(from, count), const_cast<Variant*>(contents_of(to, count).first));
  made.count = 0;
}
template <class T>
bool TreeItems<T>::equal(const T* a, const T* b, std::size_t count) {
  if constexpr (std::is_same_v<T, Property>) {
    for (std::size_t i = 0; i < count; ++i) {
      if (a[i].first != b[i].first) return false;
    }
  }
  return TreeEqual().run(contents_of(a, count), contents_of(b, count));
}
template struct TreeItems<Variant>;
template struct TreeItems<Entry>;
template struct TreeItems<Property>;

Path path_in(const Stack<OpenVariants>& open) {
  Path path;
  for (std::size_t level = 1; level <= open.size(); ++level) {
    const OpenVariants& around = open[level];
    if (around.next == 0) break;
    const std::size_t at = around.next - 1;
    if (around.object != nullptr) {
      path.push_back(around.object->properties[at].first);
    } else if (!around.pairs) {
      path.push_back(static_cast<std::int64_t>(at));
    } else if (at % 2 == 1) {
      path.push_back(around.contents[at - 1]);
    } else {
      break;
    }
  }
  return path;
}

}  // namespace godot_variant
