// Bytes to events: one decoder for every dialect. It switches on layouts, never on dialects, and keeps open
// containers on its own stack, so that nesting uses no C++ stack.
#pragma once
#include <algorithm>

#include "wire/lane.h"

namespace godot_variant {

template <Sink S>
class Decoder : private WireReader {
 public:
  Decoder(const Reader& in, S& sink, const DecodeSettings& settings)
      : WireReader(in, settings), sink_(sink) {}

  /// Reads a value with its contents, or several that follow each other. Returns false on an error, or when
  /// the sink stopped.
  bool run(std::uint64_t values = 1) {
    // The top level behaves like an Array.
    open_.top().remaining = values;
    bool has_lane = true;
    while (true) {
      if (has_lane) has_lane = run_lane();
      OpenContainer& parent = open_.top();
      if (parent.remaining == 0) {
        if (open_.size() == 0) return true;
        sink_.end();
        open_.pop();
      } else {
        --parent.remaining;
        if (!next_value(parent)) return false;
      }
      if (!sink_.ok()) return false;
    }
  }

  using WireReader::error;
  using WireReader::position;
  using WireReader::warnings;

 private:
  /// Reads common values without events as long as it can. Returns false for a sink that reads none so.
  bool run_lane() {
    if constexpr (HasPen<S>) {
      Lane<S> lane(*this, sink_);
      lane.run();
      return true;
    } else if constexpr (requires { sink_.run_lane(*this); }) {
      return sink_.run_lane(*this);
    } else {
      return false;
    }
  }

  bool next_value(OpenContainer& parent) {
    in_.keep();
    if (parent.layout == Layout::object && !property(parent)) return false;
    at_ = in_.position();
    if (parent.too_deep) return fail(ErrorCode::too_deep);
    if (!in_.has(4)) return fail(ErrorCode::unexpected_end, in_.size());
    const std::uint32_t header = in_.read<std::uint32_t>();
    const std::uint32_t id = header & dialect_.type_mask;
    if (id >= dialect_.rows.size()) return fail(ErrorCode::unknown_type);
    const TypeRow& row = dialect_.rows[id];
    if ((header & ~(row.flags | 0xFF)) != 0) warn(WarningCode::unknown_flags, at_);
    if (parent.declares && !fits_slot(row, parent)) return false;
    if constexpr (requires(Head head) { sink_.begin_key(head); }) {
      if (parent.key_next() && row.layout != Layout::text) sink_.begin_key({row.type, at_});
    }
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
      case Layout::typed_array:
        return typed_array(row.type, flags);
      case Layout::packed:
        return packed(row, flags);
      case Layout::packed_texts:
        return packed_texts(row.type);
      case Layout::image:
        return image(row.type);
      case Layout::input_event:
        return input_event(row.type);
      case Layout::unknown:
        return fail(ErrorCode::unknown_type);
      case Layout::unsupported:
        break;
    }
    return fail(ErrorCode::unsupported_type);
  }

  /// Nil and Callable, and Object and RID in dialects that write no id.
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
    const bool wide = flags != 0 || dialect_.integers == IntegerRule::always_64;
    if (!needs(wide ? 8 : 4)) return false;
    sink_.integer({type, at_}, wide ? in_.read<std::int64_t>() : in_.read<std::int32_t>());
    return true;
  }

  bool real(Type type, std::uint32_t flags) {
    const bool wide = flags != 0 || dialect_.floats == FloatRule::always_64;
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

  [[gnu::noinline]] bool signal(Type type) {
    Text name;
    if (!read_text(name) || !needs(8)) return false;
    find(name);
    sink_.signal({type, at_}, name, in_.read<std::uint64_t>());
    return true;
  }

  [[gnu::noinline]] bool packed(const TypeRow& row, std::uint32_t flags) {
    if (!needs(4)) return false;
    const std::uint32_t count = in_.read<std::uint32_t>();
    if (count > 0x7FFFFFFF) return fail(ErrorCode::bad_length);
    const Element element = wire_element(row, flags);
    Bytes data;
    if (!data_of(std::uint64_t{count} * row.components * width_of(element), data)) return false;
    sink_.packed({row.type, at_}, {data.data(), element, row.components, count});
    return true;
  }

  /// The data of a packed array or an image, which is not loaded for a sink that records only positions.
  bool data_of(std::uint64_t size, Bytes& data) {
    if (!in_.holds(size)) return fail(ErrorCode::unexpected_end);
    const auto count = static_cast<std::size_t>(size);
    // With the padding, which the scoring of `diagnose` looks at; the end of the input may cut it off.
    if constexpr (!requires { S::notes_places; })
      in_.has(std::min(count + padding_of(count), in_.remaining()));
    data = in_.ahead(count);
    in_.leap(count + padding_of(count));
    return true;
  }

  [[gnu::noinline]] bool packed_texts(Type type) {
    if (!needs(4)) return false;
    const std::int32_t count = std::max(in_.read<std::int32_t>(), 0);
    sink_.packed_texts({type, at_}, static_cast<std::uint32_t>(count));
    for (std::int32_t i = 0; i < count; ++i) {
      if (!part(dialect_.nul_in_packed_texts)) return false;
    }
    sink_.end();
    return true;
  }

  [[gnu::noinline]] bool image(Type type) {
    ImageParts image;
    std::uint32_t size = 0;
    if (!read_image_head(image, size) || !data_of(size, image.data)) return false;
    sink_.image({type, at_}, image);
    return true;
  }

  [[gnu::noinline]] bool input_event(Type type) {
    InputEventParts event;
    if (!read_input_event(event)) return false;
    sink_.input_event({type, at_}, event);
    return true;
  }

  [[gnu::noinline]] bool node_path(Type type) {
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

  [[gnu::noinline]] bool text_node_path(Type type) {
    NodePathHead path;
    Text names;
    Text subnames;
    if (!read_text_node_path(path, names, subnames)) return false;
    sink_.node_path({type, at_}, path);
    if (!parts_of(names, '/') || !parts_of(subnames, ':')) return false;
    sink_.end();
    return true;
  }
  bool parts_of(Text& rest, char separator) {
    for (Text part; next_part(rest, separator, part);) {
      if (!count_element()) return false;
      sink_.part(part);
    }
    return true;
  }

  [[gnu::noinline]] bool object(Type type) {
    if (!settings_.allow_objects) return fail(ErrorCode::object_not_allowed);
    Text class_name;
    if (!read_text(class_name)) return false;
    if (class_name.bytes.empty()) {
      sink_.object({type, at_}, class_name, 0);
      sink_.end();
      return true;
    }
    if (!needs(4)) return false;
    find(class_name);
    const std::int32_t count = std::max(in_.read<std::int32_t>(), 0);
    sink_.object({type, at_}, class_name, static_cast<std::uint32_t>(count));
    open(Layout::object, static_cast<std::uint64_t>(count));
    return true;
  }

  bool property(OpenContainer& parent) {
    at_ = parent.at;
    Text name;
    if (!count_element() || !read_text(name)) return false;
    parent.declares = parent.script = dialect_.script_paths && is(name, "script");
    sink_.part(name);
    return true;
  }

  [[gnu::noinline]] bool array(Type type, std::uint32_t flags) {
    Container container;
    return typing(flags >> 16 & 3, container.value) && elements(type, container);
  }

  [[gnu::noinline]] bool typed_array(Type type, std::uint32_t flags) {
    Container container;
    return element_type(flags, container.value) && elements(type, container);
  }

  bool elements(Type type, Container& container) {
    if (!container_count(container)) return false;
    sink_.array({type, at_}, container);
    open(Layout::array, container.count).declare({}, slot(container.value));
    return true;
  }

  [[gnu::noinline]] bool dictionary(Type type, std::uint32_t flags) {
    Container container;
    if (!typing(flags >> 16 & 3, container.key) || !typing(flags >> 18 & 3, container.value)) return false;
    if (!container_count(container)) return false;
    sink_.dictionary({type, at_}, container);
    open(Layout::dictionary, std::uint64_t{container.count} * 2)
        .declare(slot(container.key), slot(container.value));
    return true;
  }

  /// A text inside the value at `at_`: u32 length, UTF-8, padding.
  bool part(bool ends_with_nul) {
    in_.keep();
    Text text;
    if (!count_element() || !read_text(text, ends_with_nul)) return false;
    sink_.part(text);
    return true;
  }

  S& sink_;
  std::uint8_t scratch_[max_components * 8];
};

}  // namespace godot_variant
