#include "wire/wire_reader.h"

#include <algorithm>

namespace godot_variant {
namespace {

constexpr std::string_view script_root = "res://";

/// How many non-empty parts a text has between separators.
std::uint32_t count_parts(Bytes text, char separator) {
  std::uint32_t count = 0;
  bool inside = false;
  for (const std::uint8_t byte : text) {
    const bool ends = byte == static_cast<std::uint8_t>(separator);
    count += !ends && !inside ? 1 : 0;
    inside = !ends;
  }
  return count;
}

}  // namespace

TextCuts cut_text(Text& text, const Dialect& dialect) {
  const TextScan scan = scan_text(text.bytes);
  TextCuts cuts{text.bytes.size() - scan.size, false};
  text.bytes = text.bytes.first(scan.size);
  text.form = scan.form;
  text.units = scan.units;
  if (has_byte_order_mark(text.bytes)) {
    cuts.byte_order_mark = true;
    text.bytes = text.bytes.subspan(3);
    text.offset += 3;
    --text.units;
  }
  if (text.form == TextForm::surrogates && !dialect.surrogates_in_texts) text.form = TextForm::broken;
  return cuts;
}

void WireReader::warn(WarningCode code, std::size_t at) {
  if (!settings_.only_misfits || code == WarningCode::wrong_element_type) warnings_.insert({code, at});
}

bool WireReader::judge(Text& text, bool ends_with_nul) {
  const TextCuts cuts = cut_text(text, dialect_);
  if (cuts.lost > (ends_with_nul ? 1U : 0U)) warn(WarningCode::text_after_nul, at_);
  if (cuts.byte_order_mark) warn(WarningCode::byte_order_mark, at_);
  if (text.form == TextForm::surrogates) warn(WarningCode::surrogates_in_text, at_);
  return text.form != TextForm::broken || settings_.replace_bad_utf8 || fail(ErrorCode::bad_utf8);
}

bool WireReader::read_node_path_head(NodePathHead& path) {
  if (!needs(12)) return false;
  path.names = in_.read<std::uint32_t>() & 0x7FFFFFFF;
  path.subnames = in_.read<std::uint32_t>();
  const std::uint32_t flags = in_.read<std::uint32_t>();
  path.absolute = (flags & 1) != 0;
  const bool property = (flags & 2) != 0 && dialect_.node_path_property != PropertyRule::ignored;
  if (property) ++path.subnames;
  const std::uint32_t total = path.names + path.subnames;
  path.names = std::min(path.names, total);
  path.subnames = total - path.names;
  path.property_known = dialect_.node_path_property == PropertyRule::kept;
  path.property = path.property_known && property && path.subnames > 0;
  return true;
}

bool WireReader::read_text_node_path(NodePathHead& path, Text& names, Text& subnames) {
  Text text;
  if (!read_text(text)) return false;
  if (lacks_subname({reinterpret_cast<const char*>(text.bytes.data()), text.bytes.size()}))
    return fail(ErrorCode::bad_node_path);
  const auto colon = std::find(text.bytes.begin(), text.bytes.end(), ':');
  const auto names_size = static_cast<std::size_t>(colon - text.bytes.begin());
  names = subnames = text;
  names.bytes = text.bytes.first(names_size);
  subnames.bytes = text.bytes.subspan(names_size);
  subnames.offset += names_size;
  path.absolute = !names.bytes.empty() && names.bytes[0] == '/';
  path.names = count_parts(names.bytes, '/');
  path.subnames = count_parts(subnames.bytes, ':');
  path.property_known = dialect_.node_path_property == PropertyRule::kept;
  path.property = path.property_known && path.subnames > 0;
  return true;
}

bool WireReader::next_part(Text& rest, char separator, Text& part) {
  while (!rest.bytes.empty()) {
    const auto end = std::find(rest.bytes.begin(), rest.bytes.end(), separator);
    part = rest;
    part.bytes = rest.bytes.first(static_cast<std::size_t>(end - rest.bytes.begin()));
    part.wire_size = part.bytes.size();
    part.units = scan_text(part.bytes).units;
    const std::size_t passed = std::min(part.bytes.size() + 1, rest.bytes.size());
    rest.bytes = rest.bytes.subspan(passed);
    rest.offset += passed;
    if (!part.bytes.empty()) return true;
  }
  return false;
}

bool WireReader::read_image_head(ImageParts& image, std::uint32_t& size) {
  if (!needs(20)) return false;
  for (std::uint32_t& field : image.fields) field = in_.read<std::uint32_t>();
  if (image.fields[0] >= image_formats) return fail(ErrorCode::bad_image);
  size = in_.read<std::uint32_t>();
  return size <= 0x7FFFFFFF || fail(ErrorCode::bad_length);
}

bool WireReader::read_input_event(InputEventParts& event) {
  if (!needs(12)) return false;
  event.type = in_.read<std::uint32_t>();
  event.device = in_.read<std::uint32_t>();
  const std::uint32_t written = in_.read<std::uint32_t>();
  const std::uint32_t length = event_length(event.type, written);
  if (!needs(length - 12)) return false;
  if (length != written) warn(WarningCode::length_ignored, at_);
  event.words = in_.take(length - 12);
  return true;
}

bool WireReader::container_count(Container& container) {
  if (!needs(4)) return false;
  const std::uint32_t word = in_.read<std::uint32_t>();
  container.count = word & 0x7FFFFFFF;
  container.shared = dialect_.shared_bit && word > 0x7FFFFFFF;
  find(container.key.text);
  find(container.value.text);
  return true;
}

bool WireReader::typing(std::uint32_t kind, Typing& typing) {
  if (kind == 0) return true;
  typing.kind = static_cast<Kind>(kind);
  if (typing.kind == Kind::builtin) {
    if (!needs(4)) return false;
    const std::uint32_t id = in_.read<std::uint32_t>();
    if (!declared_builtin(id, typing)) return false;
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

bool WireReader::declared_builtin(std::uint32_t id, Typing& typing) {
  if (id >= dialect_.rows.size() || dialect_.rows[id].layout == Layout::unknown)
    return fail(ErrorCode::bad_container_type);
  typing.builtin = dialect_.rows[id].type;
  typing.kind = typing.builtin == Type::Nil ? Kind::untyped : Kind::builtin;
  return true;
}

bool WireReader::element_type(std::uint32_t flags, Typing& typing) {
  if (!needs(4) || !declared_builtin(in_.read<std::uint32_t>() & 0x7FFFFFFF, typing)) return false;
  const bool object = typing.builtin == Type::Object;
  if (flags != 0 && !object) warn(WarningCode::unknown_flags, at_);
  if (flags != 0 || !object) return true;
  typing = {Kind::class_name, Type::Nil, {}};
  if (!needs(4)) return false;
  const std::uint32_t id = in_.read<std::uint32_t>() & dialect_.type_mask;
  if (id != dialect_.ids[static_cast<std::size_t>(Type::StringName)])
    return fail(ErrorCode::bad_container_type);
  return read_text(typing.text);
}

bool WireReader::declared_class(Typing& typing) {
  if (typing.kind == Kind::script) return is_path(typing.text) || fail(ErrorCode::bad_script);
  if (typing.text.bytes.empty()) typing = {Kind::builtin, Type::Object, {}};
  return true;
}

bool WireReader::fits_slot(const TypeRow& row, OpenContainer& parent) {
  if (parent.script) {
    parent.script = false;
    return row.type == Type::Nil || is_script_path(row.type) || fail(ErrorCode::bad_script);
  }
  const Slot& slot = parent.key_next() ? parent.key : parent.value;
  if (!slot.fits(row.type)) warn(WarningCode::wrong_element_type, at_);
  return true;
}

bool WireReader::is_script_path(Type type) {
  if (type != Type::String) return false;
  if (!in_.has(4)) return true;
  const std::size_t size = in_.peek<std::uint32_t>();
  return !in_.holds(std::uint64_t{size} + 4) || !in_.has(size + 4) ||
         is_path({in_.ahead(size + 4).subspan(4)});
}

bool WireReader::is(const Text& text, std::string_view name) {
  return text.bytes.size() == name.size() &&
         (name.empty() || std::memcmp(text.bytes.data(), name.data(), name.size()) == 0);
}

bool WireReader::is_path(const Text& text) const {
  if (!dialect_.script_paths) return true;
  return text.bytes.size() >= script_root.size() &&
         std::memcmp(text.bytes.data(), script_root.data(), script_root.size()) == 0;
}

}  // namespace godot_variant
