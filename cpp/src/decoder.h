// Bytes to events: one decoder for every dialect. It switches on layouts, never on dialects, and keeps the
// open containers on a stack of its own, so that nesting costs no C++ stack.
#pragma once
#include <algorithm>
#include <string_view>
#include <vector>

#include "godot_variant/error.h"
#include "numbers.h"

namespace godot_variant {

/// What a Decoder needs to know besides the bytes.
struct DecodeSettings {
  const Dialect* dialect = nullptr;
  bool allow_objects = false;
  /// Vectors are 64-bit where the dialect leaves the width to the caller.
  bool double_reals = false;
  bool replace_bad_utf8 = false;
  std::uint32_t depth = default_depth;
  std::uint64_t elements = default_elements;
};

inline constexpr std::size_t max_warnings = 100'000;

template <Sink S>
class Decoder {
 public:
  Decoder(Reader& in, S& sink, const DecodeSettings& settings)
      : in_(in), sink_(sink), settings_(settings), dialect_(*settings.dialect) {}

  /// Reads one value with everything in it. False when it cannot be read, or when the sink gave up.
  bool run() {
    if (!value()) return false;
    while (!open_.empty()) {
      if (!sink_.ok()) return false;
      Frame& frame = open_.back();
      if (frame.remaining == 0) {
        sink_.end();
        open_.pop_back();
        continue;
      }
      --frame.remaining;
      if (frame.layout == Layout::object && !property(frame)) return false;
      if (!value()) return false;
    }
    return sink_.ok();
  }

  Error error() const { return error_; }
  std::vector<Warning> take_warnings() { return std::move(warnings_); }

 private:
  struct Slot {
    Kind kind = Kind::untyped;
    Type builtin = Type::Nil;
  };
  /// An open container.
  struct Frame {
    std::size_t at = 0;
    Layout layout = Layout::array;
    /// Values still to come: twice the pairs of a dictionary.
    std::uint64_t remaining = 0;
    Slot key;
    Slot value;
    /// The next value is the property `script`.
    bool script = false;
  };

  bool fail(ErrorCode code, std::size_t at) {
    if (error_.code == ErrorCode::none) error_ = {code, at};
    return false;
  }
  bool fail(ErrorCode code) { return fail(code, at_); }
  void warn(WarningCode code, std::size_t at) {
    if (warnings_.size() < max_warnings) warnings_.push_back({code, at});
  }
  bool needs(std::uint64_t count) { return in_.has(count) || fail(ErrorCode::unexpected_end); }
  bool count_element() { return ++elements_ <= settings_.elements || fail(ErrorCode::too_large); }

  bool value() {
    at_ = in_.position();
    if (open_.size() > settings_.depth) return fail(ErrorCode::too_deep);
    if (!in_.has(4)) return fail(ErrorCode::unexpected_end, in_.size());
    const std::uint32_t header = in_.read<std::uint32_t>();
    const std::uint32_t id = header & dialect_.type_mask;
    if (id >= dialect_.rows.size()) return fail(ErrorCode::unknown_type);
    const TypeRow& row = dialect_.rows[id];
    if ((header & ~(row.flags | 0xFF)) != 0) warn(WarningCode::unknown_flags, at_);
    if (!open_.empty() && !fits_slot(row, open_.back())) return false;
    return count_element() && payload(row, header & row.flags);
  }

  bool payload(const TypeRow& row, std::uint32_t flags) {
    switch (row.layout) {
      case Layout::empty:
        return header_only(row.type);
      case Layout::boolean:
        return boolean(row.type);
      case Layout::integer:
        return integer(row.type, flags);
      case Layout::real:
        return real(row.type, flags);
      case Layout::text:
        return text_value(row.type);
      case Layout::numbers:
        return numbers(row, flags);
      case Layout::node_path:
        return node_path(row.type);
      case Layout::id:
        return id(row.type);
      case Layout::object:
        return flags != 0 ? id(row.type) : object(row.type);
      case Layout::signal:
        return signal(row.type);
      case Layout::dictionary:
        return dictionary(row.type, flags);
      case Layout::array:
        return array(row.type, flags);
      case Layout::packed:
        return packed(row, flags);
      case Layout::packed_texts:
        return packed_texts(row.type);
      case Layout::image:
        return image(row.type);
      case Layout::input_event:
        return input_event(row.type);
      case Layout::unsupported:
        break;
    }
    return fail(ErrorCode::unsupported_type);
  }

  /// Nil and Callable, and the Object and RID of dialects that write no id for them.
  bool header_only(Type type) {
    if (type == Type::Object || type == Type::RID) {
      sink_.id({type, at_}, 0);
    } else {
      sink_.empty({type, at_});
    }
    return true;
  }

  bool boolean(Type type) {
    if (!needs(4)) return false;
    sink_.boolean({type, at_}, in_.read<std::uint32_t>() != 0);
    return true;
  }

  bool integer(Type type, std::uint32_t flags) {
    const bool wide = flags != 0 || dialect_.integers == IntegerWidth::always_64;
    if (!needs(wide ? 8 : 4)) return false;
    sink_.integer({type, at_}, wide ? in_.read<std::int64_t>() : in_.read<std::int32_t>());
    return true;
  }

  bool real(Type type, std::uint32_t flags) {
    const bool wide = flags != 0 || dialect_.floats == FloatWidth::always_64;
    if (!needs(wide ? 8 : 4)) return false;
    sink_.real({type, at_}, wide ? in_.read<double>() : quiet(widen(in_.read<std::uint32_t>())));
    return true;
  }

  /// Engines quiet a NaN when they widen it to the double that a Variant holds.
  static double quiet(double value) {
    return std::isnan(value) ? bits_as<double>(bits_as<std::uint64_t>(value) | quiet_bit) : value;
  }

  bool text_value(Type type) {
    Text text;
    if (!read_text(text)) return false;
    sink_.text({type, at_}, text);
    return true;
  }

  /// The element as it stands on the wire: reals get their width from the header, the dialect or the caller.
  Element wire_element(const TypeRow& row, std::uint32_t flags) const {
    if (row.element != Element::real) return row.element;
    const bool wide = flags != 0 || (dialect_.reals == RealWidth::by_option && settings_.double_reals);
    return wide ? Element::f64 : Element::f32;
  }

  bool numbers(const TypeRow& row, std::uint32_t flags) {
    const Element element = wire_element(row, flags);
    const std::size_t size = row.components * width_of(element);
    if (!needs(size)) return false;
    const std::uint8_t* data = in_.take(size).data();
    if (row.columns) {
      transpose(data, row.components, width_of(element), scratch_);
      data = scratch_;
    }
    sink_.numbers({row.type, at_}, {data, element, row.components});
    return true;
  }

  bool id(Type type) {
    if (!needs(8)) return false;
    sink_.id({type, at_}, in_.read<std::uint64_t>());
    return true;
  }

  bool signal(Type type) {
    Text name;
    if (!read_text(name) || !needs(8)) return false;
    sink_.signal({type, at_}, name, in_.read<std::uint64_t>());
    return true;
  }

  bool packed(const TypeRow& row, std::uint32_t flags) {
    if (!needs(4)) return false;
    const std::uint32_t count = in_.read<std::uint32_t>();
    if (count > 0x7FFFFFFF) return fail(ErrorCode::bad_length);
    const Element element = wire_element(row, flags);
    const std::uint64_t size = std::uint64_t{count} * row.components * width_of(element);
    if (!needs(size)) return false;
    const std::uint8_t* data = in_.take(static_cast<std::size_t>(size)).data();
    in_.skip(padding_of(static_cast<std::size_t>(size)));
    sink_.packed({row.type, at_}, {data, element, row.components, count});
    return true;
  }

  bool packed_texts(Type type) {
    if (!needs(4)) return false;
    const std::int32_t count = std::max(in_.read<std::int32_t>(), 0);
    sink_.packed_texts({type, at_}, static_cast<std::uint32_t>(count));
    for (std::int32_t i = 0; i < count; ++i) {
      if (!part(dialect_.nul_in_packed_texts)) return false;
    }
    sink_.end();
    return true;
  }

  bool image(Type type) {
    if (!needs(20)) return false;
    ImageParts image;
    for (std::uint32_t& field : image.fields) field = in_.read<std::uint32_t>();
    if (image.fields[0] >= image_formats) return fail(ErrorCode::bad_image);
    const std::uint32_t size = in_.read<std::uint32_t>();
    if (size > 0x7FFFFFFF) return fail(ErrorCode::bad_length);
    if (!needs(size)) return false;
    image.data = in_.take(size);
    in_.skip(padding_of(size));
    sink_.image({type, at_}, image);
    return true;
  }

  bool input_event(Type type) {
    if (!needs(12)) return false;
    InputEventParts event;
    event.type = in_.read<std::uint32_t>();
    event.device = in_.read<std::uint32_t>();
    const std::uint32_t length = in_.read<std::uint32_t>();
    if (!is_input_event(event.type, length)) return fail(ErrorCode::bad_length);
    if (!needs(length - 12)) return false;
    event.words = in_.take(length - 12);
    sink_.input_event({type, at_}, event);
    return true;
  }

  bool node_path(Type type) {
    if (!needs(4)) return false;
    const bool counts = in_.peek<std::uint32_t>() > 0x7FFFFFFF;
    if (!counts) return dialect_.text_node_paths ? text_node_path(type) : fail(ErrorCode::bad_node_path);
    if (!needs(12)) return false;
    NodePathHead path;
    path.names = in_.read<std::uint32_t>() & 0x7FFFFFFF;
    path.subnames = in_.read<std::uint32_t>();
    const std::uint32_t flags = in_.read<std::uint32_t>();
    path.absolute = (flags & 1) != 0;
    path.property_known = dialect_.node_path_property;
    path.property = path.property_known && (flags & 2) != 0;
    // The counts are 32-bit in the engine and wrap like these.
    if ((flags & 2) != 0) ++path.subnames;
    const std::uint32_t total = path.names + path.subnames;
    path.names = std::min(path.names, total);
    path.subnames = total - path.names;
    path.property = path.property && path.subnames > 0;
    sink_.node_path({type, at_}, path);
    for (std::uint32_t i = 0; i < total; ++i) {
      if (!part(false)) return false;
    }
    sink_.end();
    return true;
  }

  /// The old form: a text such as "/root/Main:position:x".
  bool text_node_path(Type type) {
    Text text;
    if (!read_text(text)) return false;
    const std::string_view path(reinterpret_cast<const char*>(text.bytes.data()), text.bytes.size());
    const std::size_t colon = std::min(path.find(':'), path.size());
    std::vector<std::string_view> parts;
    split(path.substr(0, colon), '/', parts);
    NodePathHead head;
    head.absolute = path.starts_with('/');
    head.names = static_cast<std::uint32_t>(parts.size());
    split(path.substr(colon), ':', parts);
    head.subnames = static_cast<std::uint32_t>(parts.size()) - head.names;
    head.property_known = dialect_.node_path_property;
    head.property = head.property_known && head.subnames > 0;
    sink_.node_path({type, at_}, head);
    for (const std::string_view& name : parts) {
      sink_.part({{reinterpret_cast<const std::uint8_t*>(name.data()), name.size()}, text.at, text.form});
    }
    sink_.end();
    return true;
  }

  /// The parts of `text` between separators, without empty ones.
  static void split(std::string_view text, char separator, std::vector<std::string_view>& parts) {
    while (!text.empty()) {
      const std::size_t end = std::min(text.find(separator), text.size());
      if (end > 0) parts.push_back(text.substr(0, end));
      text.remove_prefix(std::min(end + 1, text.size()));
    }
  }

  bool object(Type type) {
    if (!settings_.allow_objects) return fail(ErrorCode::object_not_allowed);
    Text class_name;
    if (!read_text(class_name)) return false;
    if (class_name.bytes.empty()) {
      sink_.object({type, at_}, class_name, 0);
      sink_.end();
      return true;
    }
    if (!needs(4)) return false;
    const std::int32_t count = std::max(in_.read<std::int32_t>(), 0);
    sink_.object({type, at_}, class_name, static_cast<std::uint32_t>(count));
    open_.push_back({at_, Layout::object, static_cast<std::uint64_t>(count), {}, {}});
    return true;
  }

  bool property(Frame& frame) {
    at_ = frame.at;
    Text name;
    if (!count_element() || !read_text(name)) return false;
    frame.script = dialect_.script_paths && is(name, "script");
    sink_.part(name);
    return true;
  }

  bool array(Type type, std::uint32_t flags) {
    Container container;
    if (!typing(flags >> 16 & 3, container.value) || !container_count(container)) return false;
    sink_.array({type, at_}, container);
    open_.push_back({at_, Layout::array, container.count, {}, slot(container.value)});
    return true;
  }

  bool dictionary(Type type, std::uint32_t flags) {
    Container container;
    if (!typing(flags >> 16 & 3, container.key) || !typing(flags >> 18 & 3, container.value)) return false;
    if (!container_count(container)) return false;
    sink_.dictionary({type, at_}, container);
    const std::uint64_t values = std::uint64_t{container.count} * 2;
    open_.push_back({at_, Layout::dictionary, values, slot(container.key), slot(container.value)});
    return true;
  }

  bool container_count(Container& container) {
    if (!needs(4)) return false;
    const std::uint32_t word = in_.read<std::uint32_t>();
    container.count = word & 0x7FFFFFFF;
    container.shared = dialect_.shared_bit && word > 0x7FFFFFFF;
    return true;
  }

  /// FORMAT.md, "array": the declared type as the engine takes it. Without objects, classes and scripts
  /// become EncodedObjectAsID and their text does not matter.
  bool typing(std::uint32_t kind, Typing& typing) {
    if (kind == 0) return true;
    typing.kind = static_cast<Kind>(kind);
    if (typing.kind == Kind::builtin) {
      if (!needs(4)) return false;
      const std::uint32_t id = in_.read<std::uint32_t>();
      if (id >= dialect_.rows.size()) return fail(ErrorCode::bad_container_type);
      typing.builtin = dialect_.rows[id].type;
      if (typing.builtin == Type::Nil) typing.kind = Kind::untyped;
      if (typing.builtin != Type::Object || settings_.allow_objects) return true;
    } else {
      if (!read_text(typing.text)) return false;
      if (settings_.allow_objects) return declared_class(typing);
    }
    if (typing.kind == Kind::builtin || !is(typing.text, encoded_object_class))
      warn(WarningCode::class_name_ignored, at_);
    typing = {Kind::class_name, Type::Nil, encoded_object_text};
    return true;
  }

  /// A class as it stands; the empty one is Object.
  bool declared_class(Typing& typing) {
    if (typing.kind == Kind::script) return is_path(typing.text) || fail(ErrorCode::bad_script);
    if (typing.text.bytes.empty()) typing = {Kind::builtin, Type::Object, {}};
    return true;
  }

  static Slot slot(const Typing& typing) { return {typing.kind, typing.builtin}; }

  /// Checks a value against what its place in the container declares; see FORMAT.md, "array" and "object".
  bool fits_slot(const TypeRow& row, Frame& frame) {
    if (frame.script) {
      frame.script = false;
      return row.type == Type::Nil || is_script_path(row.type) || fail(ErrorCode::bad_script);
    }
    const bool key = frame.layout == Layout::dictionary && frame.remaining % 2 == 1;
    const Slot& slot = key ? frame.key : frame.value;
    if (slot.kind == Kind::untyped) return true;
    const bool objects = slot.kind != Kind::builtin || slot.builtin == Type::Object;
    const bool fits = objects ? row.type == Type::Object || row.type == Type::Nil : row.type == slot.builtin;
    if (!fits) warn(WarningCode::wrong_element_type, at_);
    return true;
  }

  /// Looks ahead at a String payload.
  bool is_script_path(Type type) {
    if (type != Type::String) return false;
    Reader ahead = in_;
    if (!ahead.has(4)) return true;
    const std::uint32_t size = ahead.read<std::uint32_t>();
    return !ahead.has(size) || is_path({ahead.take(size)});
  }

  static bool is(const Text& text, std::string_view name) {
    return text.bytes.size() == name.size() &&
           (name.empty() || std::memcmp(text.bytes.data(), name.data(), name.size()) == 0);
  }
  static bool is_path(const Text& text) {
    return text.bytes.size() >= script_root.size() &&
           std::memcmp(text.bytes.data(), script_root.data(), script_root.size()) == 0;
  }

  /// A text that belongs to the value at `at_`: u32 length, UTF-8, padding.
  bool part(bool ends_with_nul) {
    Text text;
    if (!count_element() || !read_text(text, ends_with_nul)) return false;
    sink_.part(text);
    return true;
  }

  bool read_text(Text& text, bool ends_with_nul = false) {
    text.at = in_.position();
    if (!needs(4)) return false;
    const std::uint32_t size = in_.read<std::uint32_t>();
    if (size > 0x7FFFFFFC) return fail(ErrorCode::bad_length);
    if (!needs(std::uint64_t{size} + padding_of(size))) return false;
    const Bytes bytes = in_.take(size);
    in_.skip(padding_of(size));
    text.bytes = until_nul(bytes);
    const std::size_t lost = bytes.size() - text.bytes.size();
    if (lost > (ends_with_nul ? 1U : 0U)) warn(WarningCode::text_after_nul, at_);
    if (has_byte_order_mark(text.bytes)) {
      warn(WarningCode::byte_order_mark, at_);
      text.bytes = text.bytes.subspan(3);
    }
    return check_form(text);
  }

  bool check_form(Text& text) {
    text.form = form_of(text.bytes);
    if (text.form == TextForm::valid) return true;
    if (text.form == TextForm::surrogates && dialect_.surrogates_in_texts) {
      warn(WarningCode::surrogates_in_text, at_);
      return true;
    }
    text.form = TextForm::broken;
    return settings_.replace_bad_utf8 || fail(ErrorCode::bad_utf8);
  }

  static constexpr std::string_view script_root = "res://";

  Reader& in_;
  S& sink_;
  const DecodeSettings& settings_;
  const Dialect& dialect_;
  /// Header of the value that is being read.
  std::size_t at_ = 0;
  std::uint64_t elements_ = 0;
  std::vector<Frame> open_;
  std::vector<Warning> warnings_;
  Error error_;
  std::uint8_t scratch_[max_components * 8];
};

}  // namespace godot_variant
