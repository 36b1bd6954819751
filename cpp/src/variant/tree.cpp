// Copying, comparing and destroying values of any depth: what is still to do waits in a list, not on the C++
// stack.
#include "variant/tree.h"

#include "events/numbers.h"
#include "variant/blocks.h"

namespace godot_variant {
namespace {

/// Where a copy goes, and what is copied.
struct Copying {
  Contents from;
  Variant* to;
};

/// Makes Nils and empty names, so that a copy for which the memory does not suffice can be destroyed.
template <class T>
void clear(T* items, std::size_t count) {
  std::memset(static_cast<void*>(items), 0, count * sizeof(T));
}

class TreeCopy {
 public:
  /// Copies to Nils.
  void run(const Contents& from, Variant* to) {
    waiting_.push_back({from, to});
    while (!waiting_.empty()) {
      const Copying next = waiting_.back();
      waiting_.pop_back();
      for (std::size_t i = 0; i < next.from.count; ++i) {
        one(next.from[i], next.to[i * next.from.step]);
      }
    }
  }

 private:
  void one(const Variant& from, Variant& to) {
    if (!Blocks::owns_memory(from)) {
      std::construct_at(&to, from);
      return;
    }
    from.visit([&](const auto& value) { copy(value, to); });
  }
  template <class T>
  void copy(const T& value, Variant& to) {
    if constexpr (std::derived_from<T, Array>) {
      T& made = blocks_.make<T>(to);
      made.element_type = value.element_type;
      made.shared = value.shared;
      wait(value.elements, made.elements);
    } else if constexpr (std::is_same_v<T, Dictionary>) {
      wait(value.entries, blocks_.make<T>(to, List<Entry>(), value.types, value.shared).entries);
    } else if constexpr (std::is_same_v<T, Object>) {
      Object& made = blocks_.make<T>(to, value.class_name, List<Property>());
      wait(value.properties, made.properties);
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
  void wait(const List<T>& from, List<T>& to) {
    if (from.empty()) return;
    to = blocks_.list<T>(from.size());
    clear(to.data(), to.size());
    const Contents contents = contents_of(from);
    waiting_.push_back({contents, const_cast<Variant*>(contents_of(to).first)});
  }

  Blocks blocks_;
  std::vector<Copying> waiting_;
};

class TreeDestroy {
 public:
  void run(const Contents& values) {
    destroy(values);
    while (waiting_ != nullptr) {
      Waiting* next = std::exchange(waiting_, waiting_->next);
      destroy({reinterpret_cast<Variant*>(next + 1), next->count, 1});
      release_.release(next);
    }
  }

 private:
  /// The memory of a list, whose head nobody else needs any more.
  struct Waiting {
    std::size_t count;
    Waiting* next;
  };

  void destroy(const Contents& values) {
    for (std::size_t i = 0; i < values.count; ++i) {
      const Variant& value = values[i];
      if (!Blocks::owns_memory(value)) continue;
      value.visit([&](const auto& stored) { destroy(const_cast<std::decay_t<decltype(stored)>&>(stored)); });
    }
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
    waiting_.emplace_back(a, b);
    while (!waiting_.empty()) {
      const auto [mine, theirs] = waiting_.back();
      waiting_.pop_back();
      if (mine.count != theirs.count) return false;
      for (std::size_t i = 0; i < mine.count; ++i) {
        if (!one(mine[i], theirs[i])) return false;
      }
    }
    return true;
  }

 private:
  /// Compares two values without their contents, which then wait.
  bool one(const Variant& a, const Variant& b) {
    if (Blocks::have_same_bits(a, b)) return true;
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
      return a.element_type == b.element_type && a.shared == b.shared && wait(a.elements, b.elements);
    } else if constexpr (std::is_same_v<T, Dictionary>) {
      return a.types == b.types && a.shared == b.shared && wait(a.entries, b.entries);
    } else if constexpr (std::is_same_v<T, Object>) {
      return a.class_name == b.class_name && same_names(a.properties, b.properties) &&
             wait(a.properties, b.properties);
    } else {
      return a == b;
    }
  }
  template <class T>
  bool wait(const List<T>& a, const List<T>& b) {
    waiting_.push_back({contents_of(a), contents_of(b)});
    return a.size() == b.size();
  }

  std::vector<std::pair<Contents, Contents>> waiting_;
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
