// A Variant to events, the reverse of VariantBuilder.
#pragma once
#include "bytes/stack.h"
#include "events/numbers.h"
#include "variant/blocks.h"
#include "variant/tree.h"
#include "variant/tree_lane.h"

namespace godot_variant {

/// Sends a Variant to a sink until the sink stops. Head::at is always 0. Open containers are on a stack of
/// its own, so that nesting uses no C++ stack.
template <Sink S>
class VariantPlayer {
 public:
  explicit VariantPlayer(S& sink) : sink_(sink) {}

  void run(const Variant& value) {
    play(value);
    while (going() && open_.size() > 0) {
      if constexpr (std::is_same_v<S, Encoder>) {
        TreeLane(sink_, open_).run();
        if (open_.size() == 0) return;
      }
      OpenVariants& inner = open_.top();
      if (inner.next >= inner.contents.count) {
        sink_.end();
        open_.pop();
      } else if (const Variant& next = next_in(inner); going()) {
        play(next);
      }
    }
  }
  /// The path to the value that was played last.
  Path path() const { return path_in(open_); }
  /// Errors in the Variant that the sink cannot detect.
  ErrorCode error() const { return error_; }

 private:
  /// The sink estimates sizes.
  static constexpr bool samples = requires(S & sink) { sink.step(); };
  /// The sink can take texts without memory of their own as numbers.
  static constexpr bool takes_short = requires(S & sink, const ShortText& text) { sink.short_part(text, 0); };

  void open(OpenVariants open) {
    if constexpr (samples) open.skipped = (sink_.step() - 1) * (open.pairs ? 2 : 1);
    open_.push(open);
  }

  const Variant& next_in(OpenVariants& open) {
    const std::size_t i = open.next++;
    if constexpr (samples) {
      if (!open.pairs || i % 2 == 1) open.next += open.skipped;
    }
    if (open.object != nullptr) sink_.part(text(open.object->properties[i].first));
    return open.contents[i];
  }

  void play(const Variant& value) {
    // The most common types first: a visit calls a function through a table.
    switch (value.type()) {
      case Type::Bool:
        return play(Head{Type::Bool, 0}, *value.get_if<bool>());
      case Type::Int:
        return play(Head{Type::Int, 0}, *value.get_if<std::int64_t>());
      case Type::Float:
        return play(Head{Type::Float, 0}, *value.get_if<double>());
      case Type::String:
        return play(Head{Type::String, 0}, *value.get_if<String>());
      default:
        value.visit([&](const auto& stored) { play(Head{value.type(), 0}, stored); });
    }
  }
  void play(Head head, Variant::Nil) { sink_.empty(head); }
  void play(Head head, const Callable&) { sink_.empty(head); }
  void play(Head head, bool value) { sink_.boolean(head, value); }
  void play(Head head, std::int64_t value) { sink_.integer(head, value); }
  void play(Head head, double value) { sink_.real(head, value); }
  void play(Head head, const String& value) {
    if constexpr (takes_short) {
      if (Blocks::is_inside(value) && sink_.short_text(head, Blocks::words_inside(value), value.size()))
        return;
    }
    sink_.text(head, text(value));
  }
  void play(Head head, const StringName& value) { play(head, value.text); }
  void play(Head head, const RID& value) { sink_.id(head, value.id); }
  void play(Head head, const EncodedObjectAsID& value) { sink_.id(head, value.object_id); }
  void play(Head head, const Signal& value) { sink_.signal(head, text(value.name), value.object_id); }

  template <std::size_t N>
  void play(Head head, const Reals<N>& value) {
    if (value.wide) return sink_.numbers(head, {bytes_of(value.components), Element::f64, N});
    std::uint32_t narrowed[N];
    for (std::size_t i = 0; i < N; ++i) narrowed[i] = narrow(value.components[i]);
    sink_.numbers(head, {reinterpret_cast<const std::uint8_t*>(narrowed), Element::f32, N});
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
    // The rest of an incomplete element would be lost.
    if (items.size() % components != 0) error_ = ErrorCode::unsupported_value;
    sink_.packed(head, {bytes_of(items), element, components, count_of(items.size() / components)});
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
    open({.contents = contents_of(value.properties), .object = &value});
  }

  void play(Head head, const Array& value) {
    Container container{size_of(value.elements),
                        value.shared,
                        {},
                        value.element_type ? typing(*value.element_type) : Typing{}};
    sink_.array(head, container);
    open({.contents = contents_of(value.elements)});
  }

  void play(Head head, const Dictionary& value) {
    Container container{size_of(value.entries), value.shared, {}, {}};
    if (value.types) {
      container.key = typing(value.types->key);
      container.value = typing(value.types->value);
    }
    sink_.dictionary(head, container);
    open({.contents = contents_of(value.entries), .pairs = true});
  }

  void play(Head head, const Image& value) {
    static_cast<void>(size_of(value.data));
    sink_.image(head, {{value.format, value.mipmaps, value.width, value.height}, value.data});
  }
  void play(Head head, const InputEvent& value) {
    sink_.input_event(head, {value.type, value.device, {bytes_of(value.words), value.words.size() * 4}});
  }

  /// Rejects a count that no reader accepts. Cut to 32 bits, it would lose most of the value.
  std::uint32_t count_of(std::size_t count) {
    if (count > TreeLane::most_items) error_ = ErrorCode::too_large;
    return static_cast<std::uint32_t>(count);
  }
  template <class A>
  std::uint32_t size_of(const A& items) {
    return count_of(items.size());
  }
  template <class A>
  static const std::uint8_t* bytes_of(const A& items) {
    return reinterpret_cast<const std::uint8_t*>(items.data());
  }
  bool going() const { return error_ == ErrorCode::none && sink_.ok(); }

  void parts(const List<String>& names) {
    std::size_t step = 1;
    if constexpr (samples) step = sink_.step();
    for (std::size_t i = 0; i < names.size(); i += step) part(names[i]);
  }
  void part(const String& name) {
    if constexpr (takes_short) {
      if (Blocks::is_inside(name) && sink_.short_part(Blocks::words_inside(name), name.size())) return;
    }
    sink_.part(text(name));
  }

  Text text(std::string_view value) {
    Text text{{reinterpret_cast<const std::uint8_t*>(value.data()), value.size()}};
    if (value.size() > TreeLane::most_text) error_ = ErrorCode::too_large;
    if constexpr (!samples) {
      if (!is_plain_ascii(text.bytes.data(), text.bytes.size())) judge(text);
    }
    return text;
  }

  /// Rejects a NUL, because every reader would cut the text there.
  [[gnu::noinline]] void judge(Text& text) {
    const TextScan scan = scan_text(text.bytes);
    text.form = scan.form;
    if (scan.form == TextForm::broken) error_ = ErrorCode::bad_utf8;
    if (scan.size < text.bytes.size()) error_ = ErrorCode::unsupported_value;
  }

  Typing typing(const ContainerType& type) {
    if (type.kind > ContainerType::Kind::script || static_cast<std::size_t>(type.builtin) >= type_count) {
      error_ = ErrorCode::unsupported_value;
      return {};
    }
    return {static_cast<Kind>(type.kind), type.builtin, text(type.text)};
  }

  S& sink_;
  Stack<OpenVariants> open_;
  ErrorCode error_ = ErrorCode::none;
};

}  // namespace godot_variant
