// Events to a Variant (VariantBuilder, a Sink), and a Variant to events (VariantPlayer).
#pragma once
#include <algorithm>

#include "bytes/stack.h"
#include "events/numbers.h"
#include "godot_variant/variant.h"
#include "variant/variant_key.h"

namespace godot_variant {

/// Copying, comparing and freeing values recurse on the C++ stack.
inline constexpr std::uint32_t max_depth = 2'000;

class VariantBuilder {
 public:
  explicit VariantBuilder(const Dialect& dialect) : dialect_(dialect) {}

  void empty(Head head) { head.type == Type::Callable ? put(Callable{}) : put(Variant::Nil{}); }
  void boolean(Head, bool value) { put(value); }
  void integer(Head, std::int64_t value) { put(value); }
  void real(Head, double value);
  void text(Head head, const Text& text);
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
  void part(const Text& text);
  void end();
  static constexpr bool ok() { return true; }

  Variant take() { return std::move(result_); }

 private:
  /// A container that is filled in place; its parent does not grow, and so does not move it, until it is
  /// complete. The bottom of the stack surrounds the whole value.
  struct OpenValue {
    Variant* container = nullptr;
    /// It is a Dictionary key or inside one, so its hash is needed.
    bool in_key = false;
    /// Dictionary: the last key has no value yet.
    bool has_key = false;
    /// NodePath: the number of names.
    std::uint32_t names = 0;
    std::uint64_t hash = 0;
    /// Dictionary: start of its keys' hashes in hashes_.
    std::size_t first_hash = 0;
  };

  template <class T>
  void put(T value) {
    Variant& at = place();
    at.emplace<T>(std::move(value));
    finish(wants_hash() ? key_hash(at) : 0);
  }
  bool is_key() const;
  Variant& place();
  void finish(std::uint64_t hash);
  template <class T>
  T& open(T container);
  bool wants_hash() const;

  const Dialect& dialect_;
  Stack<OpenValue> open_;
  /// Hashes of the keys of all open Dictionaries.
  std::vector<std::uint64_t> hashes_;
  Variant result_;
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
  void play(Head head, const std::string& value) { sink_.text(head, text(value)); }
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

  void parts(const std::vector<std::string>& names) {
    for (const std::string& name : names) sink_.part(text(name));
  }

  /// Rejects a NUL, because every reader would cut the text there.
  Text text(const std::string& value) {
    Text text{{reinterpret_cast<const std::uint8_t*>(value.data()), value.size()}};
    text.form = scan_text(text.bytes).form;
    if (text.form == TextForm::broken) error_ = ErrorCode::bad_utf8;
    if (value.find('\0') != std::string::npos) error_ = ErrorCode::unsupported_value;
    return text;
  }

  Typing typing(const ContainerType& type) {
    return {static_cast<Kind>(type.kind), type.builtin, text(type.text)};
  }

  S& sink_;
  ErrorCode error_ = ErrorCode::none;
};

}  // namespace godot_variant
