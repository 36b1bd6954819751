// The part of the Decoder that does not depend on the sink: texts, declared types, heads. Compiled only once.
#pragma once
#include <string_view>

#include "bytes/stack.h"
#include "events/notes.h"
#include "events/numbers.h"
#include "godot_variant/error.h"

namespace godot_variant {

/// Everything that a Decoder needs besides the bytes.
struct DecodeSettings {
  const Dialect* dialect = nullptr;
  bool allow_objects = false;
  /// Vectors are 64-bit where the bytes do not say how wide they are.
  bool double_reals = false;
  bool replace_bad_utf8 = false;
  /// Warn of nothing but WarningCode::wrong_element_type.
  bool only_misfits = false;
  std::uint32_t depth = default_depth;
  std::uint64_t elements = default_elements;
};

/// What engines remove from a text.
struct TextCuts {
  /// Bytes from the first NUL on.
  std::size_t lost = 0;
  bool byte_order_mark = false;
};

/// Cuts a text that is not plain ASCII as engines do, and sets its form: `broken` when the dialect does not
/// accept it.
TextCuts cut_text(Text& text, const Dialect& dialect);

/// Holds the position, the rules and the first failure. Reading stops after a failure.
class WireReader {
  template <class S>
  friend class Lane;

 public:
  WireReader(const Reader& in, const DecodeSettings& settings)
      : in_(in), settings_(settings), dialect_(*settings.dialect), elements_left_(settings.elements) {}

  std::size_t position() const { return in_.position(); }
  Error error() const { return error_; }
  std::vector<Warning> warnings() const { return warnings_.list(WarningCode::more_warnings); }

 protected:
  struct OpenContainer {
    std::size_t at = 0;
    /// Values still to come; twice the number of pairs for a dictionary.
    std::uint64_t remaining = 0;
    Layout layout = Layout::array;
    /// The container declares the type of its elements, keys or values.
    bool declares = false;
    /// The next value is the `script` property.
    bool script = false;
    /// The container is at the depth limit and must be empty.
    bool too_deep = false;
    /// Values need checks that depend on their place, besides comparing types with declared ones.
    bool guarded = false;
    Slot key;
    Slot value;

    /// Begins a container without declared types, whose header is at `position`.
    void begin(std::size_t position, Layout container, std::uint64_t values) {
      at = position;
      remaining = values;
      layout = container;
      declares = script = too_deep = guarded = false;
      key = value = {};
    }
    void declare(Slot for_key, Slot for_value) {
      key = for_key;
      value = for_value;
      declares = key.kind != Kind::untyped || value.kind != Kind::untyped;
      guarded = guarded || !(key.is_type() && value.is_type());
    }
    /// True when the next value, which `remaining` no longer counts, is a key.
    bool key_next() const { return layout == Layout::dictionary && remaining % 2 == 1; }
  };

  bool fail(ErrorCode code, std::size_t at) {
    if (error_.code == ErrorCode::none) error_ = {code, at};
    return false;
  }
  bool fail(ErrorCode code) { return fail(code, at_); }
  void warn(WarningCode code, std::size_t at);
  /// Enters the container whose header is at `at_`.
  OpenContainer& open(Layout layout, std::uint64_t values) {
    OpenContainer& inner = open_.push();
    inner.begin(at_, layout, values);
    inner.too_deep = open_.size() > settings_.depth;
    inner.guarded = inner.too_deep || layout == Layout::object;
    return inner;
  }
  bool needs(std::size_t count) { return in_.sees(count) || loads(count); }
  [[gnu::noinline]] bool loads(std::size_t count) {
    return in_.load_more(count) || fail(ErrorCode::unexpected_end);
  }
  bool count_element() { return elements_left_-- > 0 || fail(ErrorCode::too_large); }

  /// The element as written: the header, the dialect or the caller decides the width of reals.
  Element wire_element(const TypeRow& row, std::uint32_t flags) const {
    if (row.element != Element::real) return row.element;
    const bool wide = flags != 0 || (row.by_option && settings_.double_reals);
    return wide ? Element::f64 : Element::f32;
  }

  static Slot slot(const Typing& typing) { return {typing.kind, typing.builtin}; }

  bool read_text(Text& text, bool ends_with_nul = false) {
    text.at = in_.position();
    if (!needs(4)) return false;
    const std::uint32_t size = in_.read<std::uint32_t>();
    if (size > 0x7FFFFFFC) return fail(ErrorCode::bad_length);
    const std::size_t padded = size + padding_of(size);
    if (!needs(padded)) return false;
    const std::uint8_t* data = in_.data();
    text.bytes = {data, size};
    text.offset = in_.position();
    text.wire_size = text.units = size;
    in_.skip(padded);
    // Most texts with a NUL at the end have no other one.
    const std::size_t own = ends_with_nul && size > 0 && data[size - 1] == 0 ? size - 1 : size;
    if (!is_plain_ascii(data, own)) return judge(text, ends_with_nul);
    text.bytes = text.bytes.first(own);
    text.units = own;
    return true;
  }
  /// Finds a text again after more was loaded, which may have moved it.
  void find(Text& text) const {
    if (text.offset > 0) text.bytes = {in_.at(text.offset), text.bytes.size()};
  }
  /// Checks a text that is not plain ASCII.
  bool judge(Text& text, bool ends_with_nul);
  /// Like the engine, counts in 32 bits and wraps around.
  bool read_node_path_head(NodePathHead& path);
  /// The old form: a text such as "/root/Main:position:x", of which next_part() returns the names, and the
  /// subnames.
  bool read_text_node_path(NodePathHead& path, Text& names, Text& subnames);
  /// Takes the next part that is not empty off the front of a text.
  static bool next_part(Text& rest, char separator, Text& part);
  /// Reads everything except the data, which has `size` bytes.
  bool read_image_head(ImageParts& image, std::uint32_t& size);
  bool read_input_event(InputEventParts& event);
  /// Reads the count, which is the last word before the values.
  bool container_count(Container& container);
  /// Reads a declared type as the engine takes it (FORMAT.md, "array"). If objects are not allowed, classes
  /// and scripts become EncodedObjectAsID and their text is ignored.
  bool typing(std::uint32_t kind, Typing& typing);
  bool declared_builtin(std::uint32_t id, Typing& typing);
  /// Reads a declared type (FORMAT.md, "typed_array"); fully written Objects also have a class.
  bool element_type(std::uint32_t flags, Typing& typing);
  /// Reads a class name; the empty name means Object.
  bool declared_class(Typing& typing);
  /// Checks a value against the declared type of its place (FORMAT.md, "array" and "object").
  bool fits_slot(const TypeRow& row, OpenContainer& parent);
  /// Looks ahead at a String value without consuming it.
  bool is_script_path(Type type);
  static bool is(const Text& text, std::string_view name);
  /// Whether a script may be stored under this path; only engines ask for `res://`.
  bool is_path(const Text& text) const;

  Reader in_;
  const DecodeSettings& settings_;
  const Dialect& dialect_;
  /// Position of the current value's header.
  std::size_t at_ = 0;
  std::uint64_t elements_left_;
  Stack<OpenContainer> open_;

 private:
  Notes<Warning> warnings_;
  Error error_;
};

}  // namespace godot_variant
