// Bytes to events: one decoder for every dialect. It switches on layouts, never on dialects, and keeps the
// open containers on a stack of its own, so that nesting costs no C++ stack.
#pragma once
#include <algorithm>

#include "stack.h"
#include "wire_reader.h"

namespace godot_variant {

template <Sink S>
class Decoder : private WireReader {
 public:
  Decoder(const Reader& in, S& sink, const DecodeSettings& settings)
      : WireReader(in, settings), sink_(sink) {}

  /// Reads one value with everything in it. False when it cannot be read, or when the sink gave up.
  bool run() {
    // What is around the whole value is like an Array that holds nothing else.
    frame_.remaining = 1;
    while (frame_.remaining > 0 || !outer_.empty()) {
      if (frame_.remaining == 0) {
        sink_.end();
        frame_ = outer_.pop();
      } else {
        --frame_.remaining;
        if (!(frame_.layout == Layout::dictionary && is_key() && foreseen_key()) && !next_value())
          return false;
      }
      if (!sink_.ok()) return false;
    }
    return true;
  }

  using WireReader::error;
  using WireReader::position;
  using WireReader::take_warnings;

 private:
  bool next_value() {
    if (frame_.layout == Layout::object && !property()) return false;
    at_ = in_.position();
    if (outer_.size() > settings_.depth) return fail(ErrorCode::too_deep);
    if (!in_.has(4)) return fail(ErrorCode::unexpected_end, in_.size());
    const std::uint32_t header = in_.read<std::uint32_t>();
    const std::uint32_t id = header & dialect_.type_mask;
    if (id >= dialect_.rows.size()) return fail(ErrorCode::unknown_type);
    const TypeRow& row = dialect_.rows[id];
    if ((header & ~(row.flags | 0xFF)) != 0) warn(WarningCode::unknown_flags, at_);
    if (frame_.declares && !fits_slot(row, frame_)) return false;
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

  bool text_value(Type type) {
    Text text;
    if (!read_text(text)) return false;
    sink_.text({type, at_}, text);
    return true;
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
    Bytes data;
    if (!data_of(std::uint64_t{count} * row.components * width_of(element), data)) return false;
    sink_.packed({row.type, at_}, {data.data(), element, row.components, count});
    return true;
  }

  /// The data of a packed array or an image. A sink that notes only where it stands does not need it there.
  bool data_of(std::uint64_t size, Bytes& data) {
    if (!in_.holds(size)) return fail(ErrorCode::unexpected_end);
    const auto count = static_cast<std::size_t>(size);
    if constexpr (!requires { S::notes_places; }) in_.has(count);
    data = in_.ahead(count);
    in_.leap(count + padding_of(count));
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
    ImageParts image;
    std::uint32_t size = 0;
    if (!read_image_head(image, size) || !data_of(size, image.data)) return false;
    sink_.image({type, at_}, image);
    return true;
  }

  bool input_event(Type type) {
    InputEventParts event;
    if (!read_input_event(event)) return false;
    sink_.input_event({type, at_}, event);
    return true;
  }

  bool node_path(Type type) {
    if (!needs(4)) return false;
    const bool counts = in_.peek<std::uint32_t>() > 0x7FFFFFFF;
    if (!counts) return dialect_.text_node_paths ? text_node_path(type) : fail(ErrorCode::bad_node_path);
    NodePathHead path;
    if (!read_node_path_head(path)) return false;
    sink_.node_path({type, at_}, path);
    for (std::uint32_t i = 0; i < path.names + path.subnames; ++i) {
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
      const Bytes bytes(reinterpret_cast<const std::uint8_t*>(name.data()), name.size());
      sink_.part({bytes, text.at, text.form, bytes.size(), scan_text(bytes).units});
    }
    sink_.end();
    return true;
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
    open({at_, Layout::object, false, false, {}, {}, static_cast<std::uint64_t>(count)});
    return true;
  }

  void open(const Frame& frame) {
    outer_.push(frame_);
    frame_ = frame;
  }

  /// In a Dictionary: whether the value that comes next is a key, now that `remaining` does not count it.
  bool is_key() const { return frame_.remaining % 2 == 1; }

  /// A key that the sink foresaw is checked already, so it is enough that the bytes are the same.
  bool foreseen_key() {
    if constexpr (requires { sink_.foreseen_key(); }) {
      const Bytes raw = sink_.foreseen_key();
      if (raw.empty() || !in_.has(raw.size()) || !equal(raw.data(), in_.data(), raw.size())) return false;
      if (frame_.declares || outer_.size() > settings_.depth || elements_ >= settings_.elements) return false;
      ++elements_;
      in_.skip(raw.size());
      sink_.take_foreseen_key();
      return true;
    } else {
      return false;
    }
  }

  bool property() {
    at_ = frame_.at;
    Text name;
    if (!count_element() || !read_text(name)) return false;
    frame_.declares = frame_.script = dialect_.script_paths && is(name, "script");
    sink_.part(name);
    return true;
  }

  bool array(Type type, std::uint32_t flags) {
    Container container;
    if (!typing(flags >> 16 & 3, container.value) || !container_count(container)) return false;
    sink_.array({type, at_}, container);
    const bool declares = container.value.kind != Kind::untyped;
    open({at_, Layout::array, declares, false, {}, slot(container.value), container.count});
    return true;
  }

  bool dictionary(Type type, std::uint32_t flags) {
    Container container;
    if (!typing(flags >> 16 & 3, container.key) || !typing(flags >> 18 & 3, container.value)) return false;
    if (!container_count(container)) return false;
    sink_.dictionary({type, at_}, container);
    const std::uint64_t values = std::uint64_t{container.count} * 2;
    const bool declares = container.key.kind != Kind::untyped || container.value.kind != Kind::untyped;
    open({at_, Layout::dictionary, declares, false, slot(container.key), slot(container.value), values});
    return true;
  }

  /// A text that belongs to the value at `at_`: u32 length, UTF-8, padding.
  bool part(bool ends_with_nul) {
    Text text;
    if (!count_element() || !read_text(text, ends_with_nul)) return false;
    sink_.part(text);
    return true;
  }

  S& sink_;
  Frame frame_;
  /// The containers around it.
  Stack<Frame> outer_;
  std::uint8_t scratch_[max_components * 8];
};

}  // namespace godot_variant
