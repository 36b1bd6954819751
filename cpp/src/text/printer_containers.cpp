// What TextPrinter prints in several events: containers, Objects, NodePaths.
#include "text/printer.h"

namespace godot_variant {
namespace {

/// Godot 3.6 and 4.6 print containers below this depth as empty.
constexpr std::uint32_t printed_depth = 100;

/// The property that identifies a resource of this class in a reference: its path, or an id as in .tres
/// files.
std::string_view reference_property(const std::string_view& class_name) {
  if (class_name == "Resource") return "resource_path";
  return class_name == "ExtResource" || class_name == "SubResource" ? "id" : "";
}

}  // namespace

TextPrinter::Open& TextPrinter::open(Place place) {
  Open inner;
  inner.place = place;
  inner.text_at = out_.view().size();
  inner.order_at = order_.size();
  open_.push(inner);
  return open_.top();
}

void TextPrinter::node_path(Head head, const NodePathHead& path) {
  if (!begin(head)) return;
  put("NodePath(\"");
  // Godot 3 treats a path without names as empty.
  if (path.absolute && (path.names + path.subnames > 0 || !old_)) put("/");
  Open& inner = open(Place::node_path);
  inner.names = path.names;
  inner.one_subname = path.subnames == 1;
}

/// Godot 4 leaves out an empty subname if there is no other; Godot 3 prints it. No engine reads any, so the
/// lossless style has none.
void TextPrinter::path_part(Open& open, const Bytes& name) {
  const std::uint32_t index = open.count++;
  const bool subname = index >= open.names;
  if (subname && name.empty() && !old_ && (lossless_ || open.one_subname)) return;
  if (index > 0 || subname) subname ? put(":") : put("/");
  put_escaped(name, true);
}

void TextPrinter::packed_texts(Head head, std::uint32_t) {
  if (!begin(head)) return;
  put_name(head.type);
  put_open("( ");
  open(Place::packed_texts);
}

void TextPrinter::object(Head head, const Text& class_name, std::uint32_t count) {
  if (!begin(head) || !accepts(class_name)) return;
  const bool null = class_name.bytes.empty();
  if (null && count > 0) return fail(ErrorCode::unsupported_value, at_);
  const std::string_view name = chars(class_name.bytes);
  // In the place of a script, a named resource reads as the path of one.
  const bool is_script = lossless_ && open_.top().script && name == "Resource";
  const bool refers = count == 1 && !is_script && !reference_property(name).empty();
  open(null ? Place::null : refers ? Place::reference : Place::object);
  if (null) return put("null");
  put("Object(");
  put_class(class_name.bytes);
  // Engines require it.
  if (count == 0) put(",");
  ++depth_;
}

/// Prints a property name; in a reference, replaces it with the short form.
void TextPrinter::label(Open& open, const Bytes& name) {
  constexpr std::size_t prefix = 7;  // "Object("
  const std::string_view property = chars(name);
  if (open.place == Place::reference) {
    const std::string class_name(chars(out_.view().subspan(open.text_at + prefix)));
    if (reference_property(class_name) == property) {
      out_.cut(open.text_at);
      put_view(class_name);
      return put_open("( ");
    }
    open.place = Place::object;
  }
  put(",\"");
  lossless_ ? put_escaped(name, false) : put_view(property);
  put("\":");
  open.script = property == "script";
}

void TextPrinter::array(Head head, const Container& container) {
  const Typing& elements = container.value;
  const bool is_array = head.type == Type::Array;
  const bool typed = elements.kind != Kind::untyped || !is_array;
  if (!begin(head, typed) || !accepts(elements.text)) return;
  const std::size_t order_at = order_.size();
  if (typed) {
    put_name(head.type);
    put("[");
    // A TypedArray distinguishes the class Object from the type Object, and its class name may be empty.
    const bool quoted = !is_array && elements.kind == Kind::class_name;
    quoted ? put_quoted(elements.text.bytes, false) : put_typing(elements);
    put("](");
  }
  put_open("[ ");
  Open& inner = open(Place::array);
  inner.typed = typed;
  inner.order_at = order_at;
  ++depth_;
}

void TextPrinter::dictionary(Head head, const Container& container) {
  const bool typed = container.key.kind != Kind::untyped || container.value.kind != Kind::untyped;
  if (!begin(head, typed) || !accepts(container.key.text) || !accepts(container.value.text)) return;
  if (typed) {
    put("Dictionary[");
    put_typing(container.key);
    put(", ");
    put_typing(container.value);
    put("](");
  }
  put("{");
  Open& inner = open(Place::dictionary);
  inner.typed = typed;
  inner.first_entry = entries_.size();
  if (container.count > 0 || old_) put("\n");
  ++depth_;
}

void TextPrinter::end_dictionary(const Open& open) {
  const std::uint32_t count = open.count;
  if (!lossless_ && count > 0) sort_entries(open.first_entry);
  entries_.cut(open.first_entry);
  const bool empty = cut(open.text_at) || count == 0;
  if (empty && old_ && count > 0) put("\n");
  if (!empty || style_ == TextStyle::godot_3_2) put("\n");
  put("}");
}

void TextPrinter::part(const Text& text) {
  if (!accepts(text)) return;
  Open& open = open_.top();
  if (open.place == Place::node_path) return path_part(open, text.bytes);
  if (open.place != Place::packed_texts) return label(open, text.bytes);
  if (open.count++ > 0) put(", ");
  put_text(text.bytes, true);
}

void TextPrinter::end() {
  if (!ok()) return;
  const Open open = open_.top();
  open_.pop();
  switch (open.place) {
    case Place::array:
      --depth_;
      cut(open.text_at);
      put_close(" ]");
      // Godot 3 does not compare arrays by their elements.
      if (old_) order_.cut(open.order_at);
      order_.byte(0);
      break;
    case Place::dictionary:
      --depth_;
      end_dictionary(open);
      order_.cut(open.order_at);
      break;
    case Place::object:
      --depth_;
      put(")\n");
      order_.cut(open.order_at);
      break;
    case Place::reference:
      --depth_;
      put_close(" )");
      order_.cut(open.order_at);
      break;
    case Place::node_path:
      put("\")");
      break;
    case Place::packed_texts:
      put_close(" )");
      order_.cut(open.order_at);
      break;
    default:
      break;
  }
  if (open.typed) put(")");
  finish();
}

/// Removes contents that are too deep for engines to print.
bool TextPrinter::cut(std::size_t from) {
  if (depth_ <= printed_depth || lossless_ || style_ == TextStyle::godot_3_2) return false;
  out_.cut(from);
  return true;
}

void TextPrinter::sort_entries(std::size_t first) {
  const std::span<TextKeyOrder::Entry> entries(entries_.data() + first, entries_.size() - first);
  const std::size_t from = entries[0].text_at;
  const std::size_t first_key = entries[0].key_at;
  if (!order_.sort(entries)) return fail(ErrorCode::too_large, at_);
  bool moved = false;
  for (std::size_t i = 1; i < entries.size(); ++i)
    moved = moved || entries[i].text_at < entries[i - 1].text_at;
  if (moved) {
    ByteBuffer text;
    text.append(out_.view().subspan(from));
    out_.cut(from);
    for (std::size_t i = 0; i < entries.size(); ++i) {
      if (i > 0) put(",\n");
      const TextKeyOrder::Entry& entry = entries[i];
      out_.write_bytes(text.view().subspan(entry.text_at - from, entry.text_end - entry.text_at));
    }
  }
  order_.cut(first_key);
}

}  // namespace godot_variant
