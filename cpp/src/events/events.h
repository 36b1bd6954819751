// The parts of a Variant in document order: the vocabulary that sources (Decoder, TapePlayer, VariantPlayer)
// and sinks (Encoder, TapeBuilder, VariantBuilder, PathTracker) share. Spans point into the source and live
// until the call returns.
#pragma once
#include <concepts>

#include "bytes/cursor.h"
#include "bytes/utf8.h"
#include "dialect/dialect.h"

namespace godot_variant {

/// The type of a value and its position: a byte of the input or a word of the tape.
struct Head {
  Type type;
  std::size_t at;
};

/// A text as an engine reads it: cut at a NUL, without a byte order mark.
struct Text {
  Bytes bytes;
  /// Position of the length word in the input, or the number of the text on the tape.
  std::size_t at = 0;
  TextForm form = TextForm::valid;
  /// Bytes on the wire before padding; more than `bytes` when a NUL or a byte order mark was removed.
  std::size_t wire_size = 0;
  /// Length in UTF-16 code units, for valid texts that were read from bytes.
  std::size_t units = 0;
  /// Position of `bytes` in the input; 0 for a text that is not in it.
  std::size_t offset = 0;
};

/// The whole String around a text that was read from it, if it has its usual form: no flags in the header,
/// and nothing removed. Otherwise empty.
inline Bytes usual_string(const Text& text) {
  if (text.form != TextForm::valid || text.wire_size != text.bytes.size()) return {};
  constexpr std::size_t head = 8;
  const std::uint8_t* start = text.bytes.data() - head;
  if (load<std::uint32_t>(start) > 0xFF) return {};
  return {start, head + text.wire_size + padding_of(text.wire_size)};
}

/// The class that replaces every class when full objects are not allowed.
inline constexpr std::string_view encoded_object_class = "EncodedObjectAsID";
inline constexpr auto encoded_object_bytes = [] {
  std::array<std::uint8_t, encoded_object_class.size()> bytes{};
  std::copy(encoded_object_class.begin(), encoded_object_class.end(), bytes.begin());
  return bytes;
}();
/// A constant, because a program may decode before the library's variables are initialized.
inline constexpr Text encoded_object_text{encoded_object_bytes};

/// Numbers in wire order and width. `element` is resolved: f32 or f64, never Element::real.
struct Numbers {
  /// Null when the caller writes the numbers later.
  const std::uint8_t* data = nullptr;
  Element element = Element::f32;
  /// Numbers in one value or in one element of a packed array.
  std::uint32_t components = 0;
  /// Elements of a packed array; 1 for a single value.
  std::uint32_t count = 1;

  std::size_t total() const { return static_cast<std::size_t>(components) * count; }
};

/// Bytes of one number.
constexpr std::size_t width_of(Element element) {
  if (element == Element::u8) return 1;
  return element == Element::i64 || element == Element::f64 ? 8 : 4;
}

enum class Kind : std::uint8_t { untyped, builtin, class_name, script };

/// The declared type of a container's elements, keys or values.
struct Typing {
  Kind kind = Kind::untyped;
  Type builtin = Type::Nil;
  Text text;
};

/// A declared type without its text: what the types of values are compared with.
struct Slot {
  Kind kind = Kind::untyped;
  Type builtin = Type::Nil;

  /// True when comparing the types of values with `builtin` is the only check, or Nil stands for any type.
  bool is_type() const { return kind == Kind::untyped || (kind == Kind::builtin && builtin != Type::Object); }
  /// Whether a value of a type fits. Where it does not, an engine converts or drops the value.
  bool fits(Type type) const {
    if (kind == Kind::untyped) return true;
    const bool objects = kind != Kind::builtin || builtin == Type::Object;
    return objects ? type == Type::Object || type == Type::Nil : type == builtin;
  }
};

/// The head of an Array (whose element type is `value`) or a Dictionary.
struct Container {
  std::uint32_t count = 0;
  bool shared = false;
  Typing key;
  Typing value;
};

struct NodePathHead {
  bool absolute = false;
  /// The last subname is the property; known only in dialects that flag it.
  bool property = false;
  bool property_known = false;
  std::uint32_t names = 0;
  std::uint32_t subnames = 0;
};

/// True when a name between two colons is empty: engines report the path as invalid, and use an empty one.
inline bool lacks_subname(std::string_view path) { return path.find("::") != std::string_view::npos; }

/// Image of Godot 1 and 2: format, mipmaps, width, height, and the pixels.
struct ImageParts {
  std::array<std::uint32_t, 4> fields{};
  Bytes data;
};

inline constexpr std::uint32_t image_formats = 23;

/// InputEvent of Godot 1 and 2: type, device, and the words after the length word.
struct InputEventParts {
  std::uint32_t type = 0;
  std::uint32_t device = 0;
  Bytes words;
};

/// The length of an event. The type decides; only joystick motion has two (FORMAT.md, "input_event").
constexpr std::uint32_t event_length(std::uint32_t type, std::uint64_t written) {
  switch (type) {
    case 1:
      return 20;
    case 3:
    case 5:
    case 6:
      return 16;
    case 4:
      return written == 16 ? 16 : 20;
    default:
      return 12;
  }
}

/// Receives events. After node_path, object, array, dictionary and packed_texts come the announced parts or
/// values, then end(). A part is a text that is not a value itself: a node or property name, or an entry of a
/// PackedStringArray.
template <class S>
concept Sink = requires(S& sink, const S& constant, Head head, const Text& text, const Numbers& numbers,
                        const Container& container, const NodePathHead& path, const ImageParts& image,
                        const InputEventParts& event, std::uint32_t count) {
  sink.empty(head);
  sink.boolean(head, true);
  sink.integer(head, std::int64_t{});
  sink.real(head, double{});
  sink.text(head, text);
  sink.numbers(head, numbers);
  sink.id(head, std::uint64_t{});
  sink.signal(head, text, std::uint64_t{});
  sink.packed(head, numbers);
  sink.image(head, image);
  sink.input_event(head, event);
  sink.node_path(head, path);
  sink.object(head, text, count);
  sink.array(head, container);
  sink.dictionary(head, container);
  sink.packed_texts(head, count);
  sink.part(text);
  sink.end();
  { constant.ok() } -> std::convertible_to<bool>;
};

}  // namespace godot_variant
