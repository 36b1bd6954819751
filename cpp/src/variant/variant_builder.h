// Events to a Variant.
#pragma once
#include <algorithm>
#include <memory>

#include "bytes/stack.h"
#include "events/numbers.h"
#include "variant/blocks.h"
#include "wire/lane.h"

namespace godot_variant {

/// Every finished value stands on a stack, behind the container it belongs to. When that ends, it takes the
/// values behind it into a list of their exact number, so a false count in the input costs nothing.
class VariantBuilder {
 public:
  /// `input` is what the events describe, or nothing when they come from elsewhere.
  explicit VariantBuilder(const Dialect& dialect, Bytes input = {}) : dialect_(dialect), input_(input) {
    // Small inputs need little memory, which is quickly allocated.
    values_.reserve(std::min(input.size() / 4 + 1, small_stack));
  }
  VariantBuilder(const VariantBuilder&) = delete;
  VariantBuilder& operator=(const VariantBuilder&) = delete;
  VariantBuilder(VariantBuilder&&) = delete;
  VariantBuilder& operator=(VariantBuilder&&) = delete;
  ~VariantBuilder();

  void empty(Head head) {
    Variant& value = add();
    if (head.type == Type::Callable) value = Callable{};
  }
  void boolean(Head, bool value) { blocks_.make<bool>(add(), value); }
  void integer(Head, std::int64_t value) { blocks_.make<std::int64_t>(add(), value); }
  void real(Head, double value) { blocks_.make<double>(add(), value); }
  void text(Head head, const Text& text) {
    if (head.type == Type::StringName) return add_name(text);
    const bool key = is_key();
    add_text(text);
    if (key) note_key(text);
  }
  void numbers(Head head, const Numbers& numbers);
  void id(Head head, std::uint64_t id);
  void signal(Head head, const Text& name, std::uint64_t object);
  void packed(Head head, const Numbers& numbers);
  void image(Head head, const ImageParts& image);
  void input_event(Head head, const InputEventParts& event);
  void node_path(Head head, const NodePathHead& path);
  void object(Head head, const Text& class_name, std::uint32_t count);
  void array(Head head, const Container& container);
  void dictionary(Head head, const Container& container);
  void packed_texts(Head head, std::uint32_t count);
  void part(const Text& text) { add_text(text); }
  void end();
  static constexpr bool ok() { return true; }

  Variant take();
  /// Whether some Dictionary or Object had equal keys.
  bool repeats() const { return repeats_; }

  /// Writes what the decoder's lane reads.
  class Pen;

 private:
  /// The memory of a Variant, which may be copied to another place.
  struct Place {
    alignas(Variant) unsigned char bytes[sizeof(Variant)];
  };
  /// A key in its wire form.
  struct Key {
    Bytes raw;
    /// The String, if it needs no memory of its own.
    Place value{};
  };
  /// A Dictionary's keys, as far as they are Strings in their ordinary form. All differ.
  using KeyList = std::vector<Key>;
  static constexpr std::size_t small_stack = 60;
  static constexpr std::size_t foreseen_depth = 32;
  static constexpr std::size_t most_foreseen = 256;

  struct OpenValue {
    Type type = Type::Array;
    /// Dictionary: so far, all keys are those of `key_list`.
    bool foreseen = true;
    /// NodePath: the number of names.
    std::uint32_t names = 0;
    /// Number of values on the stack before those inside this one.
    std::size_t first = 0;
    /// Dictionary: the keys of the last one at this depth, and how many of them came again.
    KeyList* key_list = nullptr;
    std::size_t key = 0;
  };

  /// A new Nil on the stack.
  Variant& add() { return *std::construct_at(reinterpret_cast<Variant*>(values_.grow(1))); }
  /// A text that needs memory of its own. Not inlined into the lane, where few texts are long.
  void add_long(std::string_view text);
  void add_text(const Text& text) {
    if (text.form == TextForm::broken) return blocks_.make_text<String>(add(), replaced(text.bytes));
    blocks_.make_text<String>(add(), {reinterpret_cast<const char*>(text.bytes.data()), text.bytes.size()});
  }
  void add_name(const Text& text);
  String string_of(const Text& text);
  ContainerType container_type(const Typing& typing);
  Variant& value_at(std::size_t place) { return reinterpret_cast<Variant&>(values_[place]); }
  /// True when the next value is a Dictionary key.
  bool is_key() const {
    const OpenValue& open = open_.top();
    return open.type == Type::Dictionary && (values_.size() - open.first) % 2 == 0;
  }
  void note_key(const Text& text);
  /// Enters the container that add() has just made.
  OpenValue& open(Type type);
  /// An Array or a Dictionary, of which `typing` holds the declared types if there are any.
  void open_array(Type type, bool shared, const Container* typing);
  void open_dictionary(bool shared, const Container* typing);
  template <class T>
  List<T> list_of(std::size_t first, std::size_t end);
  void end_dictionary(const OpenValue& open, Dictionary& dictionary);

  const Dialect& dialect_;
  Bytes input_;
  Blocks blocks_;
  Buffer<Place> values_;
  Stack<OpenValue> open_;
  bool repeats_ = false;
  bool has_container_keys_ = false;
  /// By depth, from 1 on. Created for the first Dictionary inside another value.
  std::unique_ptr<KeyList[]> key_lists_;
};

class VariantBuilder::Pen {
 public:
  explicit Pen(VariantBuilder& builder) : builder_(builder) {}

  static constexpr bool is_usable() { return true; }
  static void load(const Reader&) {}
  static void save(bool) {}

  /// The bytes of the key at this place in the last Dictionary at this depth; empty without one.
  Bytes expected_key() const {
    const OpenValue& open = builder_.open_.top();
    if (open.key_list == nullptr || open.key >= open.key_list->size()) return {};
    return (*open.key_list)[open.key].raw;
  }
  bool take_expected_key() {
    OpenValue& open = builder_.open_.top();
    const Key& key = (*open.key_list)[open.key++];
    const auto size = godot_variant::load<std::uint32_t>(key.raw.data() + 4);
    if (size > Blocks::longest_inside) {
      builder_.add_long({reinterpret_cast<const char*>(key.raw.data() + 8), size});
    } else {
      *builder_.values_.grow(1) = key.value;
    }
    return true;
  }
  static constexpr bool begin_other_key() { return true; }
  /// A String key in its ordinary form.
  bool key(const std::uint8_t*, Bytes bytes) {
    put_string(bytes);
    builder_.note_key(text_of(bytes));
    return true;
  }
  bool empty(Type, const std::uint8_t*) {
    builder_.add();
    return true;
  }
  bool boolean(Type, const std::uint8_t*, bool value) {
    builder_.blocks_.make<bool>(builder_.add(), value);
    return true;
  }
  bool integer(Type, const std::uint8_t*, std::int64_t value) {
    builder_.blocks_.make<std::int64_t>(builder_.add(), value);
    return true;
  }
  bool real(Type, const std::uint8_t*, double value) {
    builder_.blocks_.make<double>(builder_.add(), value);
    return true;
  }
  bool text(Type type, const std::uint8_t*, Bytes bytes) {
    if (type == Type::String) return put_string(bytes);
    if (bytes.size() > Blocks::longest_inside) {
      builder_.add_name(text_of(bytes));
      return true;
    }
    return put_inside<StringName>(bytes);
  }
  bool numbers(Type type, const std::uint8_t*, const Numbers& numbers) {
    builder_.numbers({type, 0}, numbers);
    return true;
  }
  static constexpr bool has_room_for_path(std::uint32_t) { return true; }
  static constexpr bool name(std::uint32_t, Bytes) { return true; }
  /// The lane has checked the names, which stand behind the head of 16 bytes.
  bool node_path(Type type, const std::uint8_t* at, bool absolute, bool property_known, std::uint32_t names) {
    builder_.node_path({type, 0}, {absolute, false, property_known, names, 0});
    const std::uint8_t* name = at + 16;
    for (std::uint32_t i = 0; i < names; ++i) {
      const auto size = godot_variant::load<std::uint32_t>(name);
      put_string({name + 4, size});
      name += 4 + size + padding_of(size);
    }
    builder_.end();
    return true;
  }
  bool container(Type type, const std::uint8_t*, std::uint32_t, bool shared, bool pairs) {
    // No Container, whose unused texts would have to be cleared.
    if (pairs) {
      builder_.open_dictionary(shared, nullptr);
    } else {
      builder_.open_array(type, shared, nullptr);
    }
    return true;
  }
  bool end() {
    builder_.end();
    return true;
  }

 private:
  static Text text_of(Bytes bytes) { return {bytes, 0, TextForm::valid, bytes.size(), bytes.size()}; }
  bool put_string(Bytes text) {
    if (text.size() > Blocks::longest_inside) {
      builder_.add_long({reinterpret_cast<const char*>(text.data()), text.size()});
      return true;
    }
    return put_inside<String>(text);
  }
  /// A text that needs no memory of its own.
  template <class T>
  bool put_inside(Bytes text) {
    // The lane has 16 bytes behind the text.
    const ShortText words = short_text(text.data(), text.size());
    Blocks::construct_inside<T>(builder_.values_.grow(1), words, text.size());
    return true;
  }

  VariantBuilder& builder_;
};

static_assert(Sink<VariantBuilder>);

}  // namespace godot_variant
