// Events to a Variant (VariantBuilder, a Sink), and a Variant to events (VariantPlayer).
#pragma once
#include <algorithm>

#include "bytes/stack.h"
#include "events/numbers.h"
#include "variant/blocks.h"
#include "variant/variant_key.h"

namespace godot_variant {

/// Playing values recurses on the C++ stack.
inline constexpr std::uint32_t max_depth = 2'000;

/// Every finished value stands on a stack, behind the container it belongs to. When that ends, it takes the
/// values behind it into a list of their exact number, so a false count in the input costs nothing.
class VariantBuilder {
 public:
  /// `input` is what the events describe, or nothing when they come from elsewhere.
  explicit VariantBuilder(const Dialect& dialect, Bytes input = {}) : dialect_(dialect), input_(input) {}
  VariantBuilder(const VariantBuilder&) = delete;
  VariantBuilder& operator=(const VariantBuilder&) = delete;
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
    if (is_key()) note_key(text);
    add_text(text);
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

  /// The bytes of the key at this place in the last Dictionary at this depth; empty without one.
  Bytes expected_key() const {
    const OpenValue& open = open_.top();
    if (open.key_list == nullptr || open.key >= open.key_list->size()) return {};
    return (*open.key_list)[open.key];
  }
  /// Adds the expected key.
  void take_expected_key() {
    const Bytes raw = expected_key();
    add_string({reinterpret_cast<const char*>(raw.data() + 8), load<std::uint32_t>(raw.data() + 4)});
    ++open_.top().key;
  }

  Variant take();

 private:
  /// The wire forms of a Dictionary's keys, as far as they are Strings in their ordinary form. All differ.
  using KeyList = std::vector<Bytes>;
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
  void add_string(std::string_view text) { blocks_.make<String>(add(), blocks_.text(text)); }
  void add_text(const Text& text) {
    if (text.form == TextForm::broken) return add_string(replaced(text.bytes));
    add_string({reinterpret_cast<const char*>(text.bytes.data()), text.bytes.size()});
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
  void open(Head head);
  template <class T>
  List<T> list_of(std::size_t first, std::size_t end);
  void end_dictionary(const OpenValue& open, Dictionary& dictionary);

  /// The memory of a Variant, which may be copied to another place.
  struct Place {
    alignas(Variant) unsigned char bytes[sizeof(Variant)];
  };

  const Dialect& dialect_;
  Bytes input_;
  Blocks blocks_;
  Buffer<Place> values_;
  Stack<OpenValue> open_;
  std::array<KeyList, foreseen_depth> key_lists_;
};

static_assert(Sink<VariantBuilder>);

/// Sends a Variant to a sink until the sink stops. Head::at is always 0.
template <Sink S>
class VariantPlayer {
 public:
  explicit VariantPlayer(S& sink) : sink_(sink) {}

  void run(const Variant& value) {
    if (error_ != ErrorCode::none || !sink_.ok()) return;
    value.visit([&](const auto& stored) { play(Head{value.type(), 0}, stored); });
  }
  /// Errors in the Variant that the sink cannot detect.
  ErrorCode error() const { return error_; }

 private:
  void play(Head head, Variant::Nil) { sink_.empty(head); }
  void play(Head head, const Callable&) { sink_.empty(head); }
  void play(Head head, bool value) { sink_.boolean(head, value); }
  void play(Head head, std::int64_t value) { sink_.integer(head, value); }
  void play(Head head, double value) { sink_.real(head, value); }
  void play(Head head, const String& value) { sink_.text(head, text(value)); }
  void play(Head head, const StringName& value) { sink_.text(head, text(value.text)); }
  void play(Head head, const RID& value) { sink_.id(head, value.id); }
  void play(Head head, const EncodedObjectAsID& value) { sink_.id(head, value.object_id); }
  void play(Head head, const Signal& value) { sink_.signal(head, text(value.name), value.object_id); }

  template <std::size_t N>
  void play(Head head, const Reals<N>& value) {
    std::uint32_t narrowed[N];
    for (std::size_t i = 0; i < N; ++i) narrowed[i] = narrow(value.components[i]);
    const void* data = value.wide ? static_cast<const void*>(value.components.data()) : narrowed;
    sink_.numbers(head,
                  {static_cast<const std::uint8_t*>(data), value.wide ? Element::f64 : Element::f32, N});
  }
  template <std::size_t N>
  void play(Head head, const Integers<N>& value) {
    sink_.numbers(head, {bytes_of(value.components), Element::i32, N});
  }

  void play(Head head, const PackedByteArray& value) { play_packed(head, value.data, Element::u8, 1); }
  void play(Head head, const PackedInt32Array& value) { play_packed(head, value.data, Element::i32, 1); }
  void play(Head head, const PackedInt64Array& value) { play_packed(head, value.data, Element::i64, 1); }
  template <Type T, std::size_t N>
  void play(Head head, const PackedReals<T, N>& value) {
    std::visit(
        [&](const auto& numbers) {
          play_packed(head, numbers, sizeof numbers[0] == 8 ? Element::f64 : Element::f32, N);
        },
        value.data);
  }
  template <Type T, std::size_t N>
  void play(Head head, const PackedIntegers<T, N>& value) {
    play_packed(head, value.data, Element::i32, N);
  }
  template <class A>
  void play_packed(Head head, const A& items, Element element, std::uint32_t components) {
    sink_.packed(
        head, {bytes_of(items), element, components, static_cast<std::uint32_t>(items.size() / components)});
  }
  void play(Head head, const PackedStringArray& value) {
    sink_.packed_texts(head, size_of(value.data));
    parts(value.data);
    sink_.end();
  }

  void play(Head head, const NodePath& value) {
    const bool property = value.property == NodePath::Property::last_subname && !value.subnames.empty();
    sink_.node_path(head, {value.absolute, property, value.property != NodePath::Property::unknown,
                           size_of(value.names), size_of(value.subnames)});
    parts(value.names);
    parts(value.subnames);
    sink_.end();
  }

  void play(Head head, const Object& value) {
    sink_.object(head, text(value.class_name), size_of(value.properties));
    for (const auto& [name, property] : value.properties) {
      sink_.part(text(name));
      run(property);
      if (!going()) return;
    }
    sink_.end();
  }

  void play(Head head, const Array& value) {
    Container container{size_of(value.elements),
                        value.shared,
                        {},
                        value.element_type ? typing(*value.element_type) : Typing{}};
    sink_.array(head, container);
    for (const Variant& element : value.elements) {
      run(element);
      if (!going()) return;
    }
    sink_.end();
  }

  void play(Head head, const Dictionary& value) {
    Container container{size_of(value.entries), value.shared, {}, {}};
    if (value.types) {
      container.key = typing(value.types->key);
      container.value = typing(value.types->value);
    }
    sink_.dictionary(head, container);
    for (const auto& [key, element] : value.entries) {
      run(key);
      run(element);
      if (!going()) return;
    }
    sink_.end();
  }

  void play(Head head, const Image& value) {
    sink_.image(head, {{value.format, value.mipmaps, value.width, value.height}, value.data});
  }
  void play(Head head, const InputEvent& value) {
    sink_.input_event(head, {value.type, value.device, {bytes_of(value.words), value.words.size() * 4}});
  }

  template <class A>
  static std::uint32_t size_of(const A& items) {
    return static_cast<std::uint32_t>(items.size());
  }
  template <class A>
  static const std::uint8_t* bytes_of(const A& items) {
    return reinterpret_cast<const std::uint8_t*>(items.data());
  }
  bool going() const { return error_ == ErrorCode::none && sink_.ok(); }

  void parts(const List<String>& names) {
    for (const String& name : names) sink_.part(text(name));
  }

  /// Rejects a NUL, because every reader would cut the text there.
  Text text(std::string_view value) {
    Text text{{reinterpret_cast<const std::uint8_t*>(value.data()), value.size()}};
    text.form = scan_text(text.bytes).form;
    if (text.form == TextForm::broken) error_ = ErrorCode::bad_utf8;
    if (value.find('\0') != std::string_view::npos) error_ = ErrorCode::unsupported_value;
    return text;
  }

  Typing typing(const ContainerType& type) {
    return {static_cast<Kind>(type.kind), type.builtin, text(type.text)};
  }

  S& sink_;
  ErrorCode error_ = ErrorCode::none;
};

}  // namespace godot_variant
