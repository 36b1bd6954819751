#include "text/parser.h"

#include <utility>

namespace godot_variant {

bool TextParser::fail(ErrorCode code, std::size_t at) {
  if (going()) error_ = {code, at};
  return false;
}

bool TextParser::fail() {
  return fail(at_ < text_.size() ? ErrorCode::bad_text : ErrorCode::unexpected_end, at_);
}

bool TextParser::expect(char character) { return takes(character) || fail(); }

char TextParser::next() {
  for (; at_ < text_.size(); ++at_) {
    if (text_[at_] == ';') {
      while (at_ + 1 < text_.size() && text_[at_ + 1] != '\n') ++at_;
    } else if (text_[at_] > ' ' || text_[at_] == 0) {
      break;
    }
  }
  return peek();
}

bool TextParser::takes(char character) {
  if (next() != character) return false;
  ++at_;
  return true;
}

std::string_view TextParser::name() {
  next();
  const std::size_t from = at_;
  if (!is_digit(peek())) {
    while (is_name(peek())) ++at_;
  }
  return chars(text_.subspan(from, at_ - from));
}

void TextParser::word(std::uint32_t value) { *words_.grow(1) = static_cast<std::int32_t>(value); }

void TextParser::tag(Type type, std::uint32_t bits) {
  if (due_.kind != Kind::untyped) {
    if (!due_.fits(type)) misfit(due_word_);
    due_ = {};
  }
  word(static_cast<std::uint32_t>(type) | bits);
}

void TextParser::misfit(std::size_t at) { misfits_.add({.offset = due_at_, .word = at}); }

void TextParser::pair(std::uint64_t value) {
  word(static_cast<std::uint32_t>(value));
  word(static_cast<std::uint32_t>(value >> 32));
}

bool TextParser::run() {
  value();
  if (going() && next() != '\0' && !settings_.allow_trailing) fail(ErrorCode::trailing_bytes, at_);
  if (going() && at_ < text_.size() && !settings_.allow_trailing) fail();
  return going();
}

bool TextParser::count_element() {
  if (elements_left_ == 0) fail(ErrorCode::too_large, at_);
  if (!going()) return false;
  --elements_left_;
  return true;
}

void TextParser::value() {
  const char first = next();
  if (!count_element()) return;
  switch (first) {
    case '&':
    case '@':
      ++at_;
      tag(Type::StringName);
      return void(peek() == '"' ? quoted_text() : fail());
    case '"':
      tag(Type::String);
      return void(quoted_text());
    case '[':
      tag(Type::Array);
      return array({});
    case '{':
      tag(Type::Dictionary);
      return dictionary({}, {});
    case '#':
      return color();
    default:
      break;
  }
  if (first != '-' && !is_digit(first)) return named();
  Number number;
  if (!this->number(number)) return;
  number.is_whole ? int_value(number.whole) : real_value(number.real);
}

void TextParser::named() {
  const std::size_t from = at_;
  const std::string_view name = this->name();
  Number number;
  if (name == "null" || name == "nil") return tag(Type::Nil);
  if (name == "true") return tag(Type::Bool, tape::true_bit);
  if (name == "false") return tag(Type::Bool);
  if (special(name, false, number)) return real_value(number.real);
  if (name == "Resource" || name == "ExtResource" || name == "SubResource") return reference(name);
  const std::optional<Type> type = find_type(name);
  if (type && has_text_form(*type)) return constructed(*type);
  at_ = from;
  name.empty() ? fail() : fail(ErrorCode::unknown_type, from);
}

void TextParser::constructed(Type type) {
  const Layout layout = usual_layouts[static_cast<std::size_t>(type)];
  if (layout == Layout::array || layout == Layout::typed_array || layout == Layout::dictionary)
    return typed(type);
  if (!expect('(')) return;
  switch (layout) {
    case Layout::numbers:
    case Layout::packed:
      list(type);
      break;
    case Layout::packed_texts:
      return texts();
    case Layout::object:
      return object();
    case Layout::node_path:
      node_path();
      break;
    case Layout::id:
    case Layout::signal:
      id(type);
      break;
    case Layout::empty:
      if (type == Type::Nil) fail();
      tag(type);
      break;
    case Layout::boolean:
    case Layout::integer:
    case Layout::real:
    case Layout::text:
    case Layout::array:
    case Layout::typed_array:
    case Layout::dictionary:
    case Layout::image:
    case Layout::input_event:
    case Layout::unsupported:
    case Layout::unknown:
      fail();
  }
  expect(')');
}

/// A reference to a resource, as an Object with one property.
void TextParser::reference(const std::string_view& name) {
  tag(Type::Object);
  text_of(name);
  word(1);
  text_of(name == "Resource" ? "resource_path" : "id");
  ++containers_;
  const bool has_path = name == "Resource";
  const auto read = [this, has_path] {
    if (!has_path || next() != '"') return value();
    if (!count_element()) return;
    tag(Type::String);
    resource_path();
  };
  if (expect('(') && count_element()) nested(read);
  expect(')');
}

/// The path of a resource. Godot 4.6 prints its uid in front of it, which the bytes of a Variant lack.
bool TextParser::resource_path() {
  const std::size_t from = bytes_.size();
  next();
  if (!quoted()) return false;
  if (chars(bytes_.view().subspan(from)).starts_with("uid://") && takes(',')) {
    bytes_.cut(from);
    return quoted_text();
  }
  text_from(from);
  return true;
}

/// `Callable()` (engines print no contents), `RID(5)`, or our `Signal("name", 5)`.
void TextParser::id(Type type) {
  Number number;
  tag(type);
  const bool empty = next() == ')';
  if (type == Type::Signal) {
    if (empty) text_of("");
    if (!empty && !(quoted_text() && expect(','))) return;
  }
  if (!empty && this->number(number) && !number.is_whole) fail();
  pair(static_cast<std::uint64_t>(number.whole));
}

/// Adds every non-empty part between separators as a text.
void TextParser::split(std::size_t from, std::size_t end, char separator, std::size_t count_at) {
  std::uint32_t count = 0;
  for (std::size_t at = from; at <= end; ++at) {
    if (at < end && static_cast<char>(bytes_[at]) != separator) continue;
    if (at > from) {
      if (!count_element()) return;
      word(static_cast<std::uint32_t>(add_text(from, at - from)));
      ++count;
    }
    from = at + 1;
  }
  set(count_at, count);
}

void TextParser::node_path() {
  const std::size_t from = bytes_.size();
  next();
  const std::size_t start = at_;
  if (!quoted()) return;
  const std::size_t size = bytes_.size() - from;
  const std::string_view path = chars(bytes_.view().subspan(from));
  if (lacks_subname(path)) return void(fail(ErrorCode::bad_node_path, start));
  const std::size_t colon = std::min(path.find(':'), size);
  tag(Type::NodePath);
  word(path.starts_with('/') ? 1 : 0);
  const std::size_t counts = words_.size();
  word(0);
  word(0);
  split(from, from + colon, '/', counts);
  split(from + colon, from + size, ':', counts + 1);
}

/// Reads what a container holds, one level deeper.
template <class F>
void TextParser::nested(F read) {
  if (depth_left_ == 0) return void(fail(ErrorCode::too_deep, at_));
  --depth_left_;
  read();
  ++depth_left_;
}

/// Reads items separated by commas, with an optional trailing comma, and the closing character. Their number
/// replaces the last word.
template <class F>
void TextParser::items(char closing, F item) {
  const std::size_t count_at = words_.size() - 1;
  std::uint32_t count = 0;
  while (going() && !takes(closing)) {
    if (count > 0 && !expect(',')) break;
    if (count > 0 && takes(closing)) break;
    item();
    ++count;
  }
  if (going()) set(count_at, count);
}

/// The items of a container.
template <class F>
void TextParser::contents(char closing, F item) {
  ++containers_;
  if (going() && !takes(closing)) nested([&] { items(closing, item); });
}

void TextParser::array(const Slot& elements) {
  if (!expect('[')) return;
  word(0);
  contents(']', [&] { value_of(elements, words_.size()); });
}

void TextParser::dictionary(const Slot& keys, const Slot& values) {
  if (!expect('{')) return;
  const std::size_t node_at = words_.size();
  word(0);
  word(0);
  const std::uint32_t home = home_;
  KeyPath path(keys_, home, true, 0);
  std::size_t left = KeyTree::max_size;
  contents('}', [&] {
    if (left-- == 0) path.leave();
    key(keys, home, path);
    home_ = path.home_inside(home);
    if (expect(':')) value_of(values, words_.size());
  });
  home_ = home;
  words_[node_at] = std::exchange(words_[node_at + 1], static_cast<std::int32_t>(path.node()));
}

void TextParser::value_of(const Slot& slot, std::size_t word) {
  next();
  due_ = slot;
  due_at_ = at_;
  due_word_ = word;
  value();
}

/// `Array[int]([1])` or `Dictionary[String, int]({})`.
void TextParser::typed(Type type) {
  const std::size_t tag_at = words_.size();
  tag(type);
  if (!expect('[')) return;
  const Slot first = typing();
  std::uint32_t kinds = static_cast<std::uint32_t>(first.kind) << tape::key_kind_shift;
  Slot second;
  if (type == Type::Dictionary && expect(',')) {
    second = typing();
    kinds |= static_cast<std::uint32_t>(second.kind) << tape::value_kind_shift;
  }
  if (!expect(']') || !expect('(')) return;
  set(tag_at, static_cast<std::uint32_t>(type) | kinds);
  next();
  type == Type::Dictionary ? dictionary(first, second) : array(first);
  expect(')');
}

/// Reads the declared type of elements, keys or values.
Slot TextParser::typing() {
  const std::string_view name = this->name();
  if (name == "Variant" || !going()) return {};
  const std::optional<Type> type = find_type(name);
  // For Godot 4, the names of Godot 3 are classes.
  if (type && has_text_form(*type) && name_of(*type) == name) {
    word(static_cast<std::uint32_t>(*type));
    return {Kind::builtin, *type};
  }
  if (name != "Resource" || !takes('(')) {
    class_text(name);
    return {Kind::class_name};
  }
  resource_path();
  expect(')');
  return {Kind::script};
}

void TextParser::object() {
  const std::string_view name = this->name();
  if (name == encoded_object_class) return encoded_object();
  tag(Type::Object);
  const std::size_t from = bytes_.size();
  class_text(name);
  if (bytes_.size() == from) fail();
  word(0);
  if (takes(')')) return;
  if (!expect(',')) return;
  contents(')', [this] {
    if (!count_element()) return;
    const std::size_t name_at = bytes_.size();
    if (!quoted_text()) return;
    const bool script = chars(bytes_.view().subspan(name_at)) == "script";
    if (expect(':')) script ? script_value() : value();
  });
}

/// On a tape, the path of a script is a String; every other resource is an Object.
void TextParser::script_value() {
  next();
  const std::size_t from = at_;
  if (name() != "Resource" || !takes('(')) {
    at_ = from;
    return value();
  }
  tag(Type::String);
  if (resource_path()) expect(')');
}

/// An object of which only the id is known.
void TextParser::encoded_object() {
  Number id;
  while (takes(',')) {
    const std::size_t from = bytes_.size();
    next();
    if (!quoted() || !expect(':')) return;
    const bool wanted = chars(bytes_.view().subspan(from)) == "object_id";
    if (wanted ? !number(id) || !id.is_whole : name() != "null") return void(fail());
  }
  if (!id.is_whole || !expect(')')) return void(fail());
  tag(Type::Object, tape::as_id);
  pair(static_cast<std::uint64_t>(id.whole));
}

void TextParser::texts() {
  tag(Type::PackedStringArray);
  word(0);
  ++containers_;
  items(')', [this] { return count_element() && quoted_text(); });
}

}  // namespace godot_variant
