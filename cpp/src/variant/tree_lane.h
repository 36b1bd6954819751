// The fast lane of encoding a Variant: writes common values without events, like the lane of the decoder. It
// leaves everything else to the VariantPlayer: other classes, texts that are not valid UTF-8, declared types,
// wide vectors, what the dialect writes otherwise or not at all, the end of the memory, and every error.
#pragma once
#include "bytes/stack.h"
#include "variant/blocks.h"
#include "variant/tree.h"
#include "wire/encoder.h"

namespace godot_variant {

class TreeLane {
 public:
  /// Readers take counts as signed, and lengths with their padding.
  static constexpr std::size_t most_items = 0x7FFFFFFF;
  static constexpr std::size_t most_text = most_items - 3;

  TreeLane(Encoder& encoder, Stack<OpenVariants>& open)
      : encoder_(encoder), dialect_(encoder.dialect()), open_(open) {}

  /// Writes the next values, as far as they are common.
  void run() {
    if (!encoder_.is_usual() || !load_container()) return;
    const std::span<std::uint8_t> room = encoder_.room();
    to_ = room.data();
    end_ = to_ + room.size();
    while (next()) {
    }
    encoder_.count(to_);
    save_container();
  }

 private:
  /// The longest value but a text and a NodePath, and the longest head and name of these.
  static constexpr std::size_t longest = 4 + max_components * std::size_t{4};
  /// So many values take as many bytes as the longest ShortText.
  static constexpr std::ptrdiff_t enough = ShortText::most / 4;
  bool is_followed() const { return followed_ || stop_ - at_ >= enough; }

  std::size_t left() const { return static_cast<std::size_t>(end_ - to_); }

  /// Returns false in an Object, whose properties have names.
  bool load_container() {
    const OpenVariants& top = open_.top();
    at_ = nullptr;
    if (open_.size() == 0 || top.object != nullptr) return false;
    at_ = top.contents.first + top.next;
    stop_ = top.contents.first + top.contents.count;
    followed_ = top.followed;
    return true;
  }
  void save_container() {
    if (at_ != nullptr) open_.top().next = static_cast<std::size_t>(at_ - open_.top().contents.first);
  }

  /// Writes one value, or ends a container. Returns false where the VariantPlayer has to continue.
  bool next() {
    if (at_ == stop_) return end();
    if (left() < longest) return false;
    if (value(*at_++)) return true;
    --at_;
    return false;
  }

  bool end() {
    encoder_.end();
    open_.pop();
    return load_container();
  }

  bool value(const Variant& value) {
    switch (value.type()) {
      case Type::Nil:
        return has(Type::Nil, Layout::empty) && put(id_of(Type::Nil));
      case Type::Bool:
        return has(Type::Bool, Layout::boolean) &&
               put(id_of(Type::Bool), std::uint32_t{Blocks::stored<bool>(value)});
      case Type::Int:
        return integer(Blocks::stored<std::int64_t>(value));
      case Type::Float:
        return real(Blocks::stored<double>(value));
      case Type::String:
        return text(Type::String, Blocks::stored<String>(value), value);
      case Type::StringName:
        return text(Type::StringName, Blocks::stored<StringName>(value).text, value);
      default:
        return boxed(value);
    }
  }

  bool has(Type type, Layout layout) const {
    const TypeRow* row = dialect_.row_of(type);
    return row != nullptr && row->layout == layout;
  }
  std::uint32_t id_of(Type type) const { return dialect_.ids[static_cast<std::size_t>(type)]; }
  template <class... T>
  bool put(const T&... words) {
    ((std::memcpy(to_, &words, sizeof words), to_ += sizeof words), ...);
    return true;
  }

  bool integer(std::int64_t value) {
    if (dialect_.integers != IntegerRule::narrowest || !has(Type::Int, Layout::integer)) return false;
    if (fits_int32(value)) return put(id_of(Type::Int), static_cast<std::int32_t>(value));
    return put(id_of(Type::Int) | flag_64, value);
  }

  bool real(double value) {
    if (dialect_.floats != FloatRule::narrowest || !has(Type::Float, Layout::real)) return false;
    const float narrowed = is_in_range(value) ? static_cast<float>(value) : bits_as<float>(narrow(value));
    // A NaN equals nothing, so it has 64 bits, as in the engine.
    if (static_cast<double>(narrowed) == value) return put(id_of(Type::Float), narrowed);
    return put(id_of(Type::Float) | flag_64, value);
  }
  /// False for a NaN, for infinity, and for numbers that narrow() makes infinite.
  static bool is_in_range(double value) { return std::fabs(value) <= std::numeric_limits<float>::max(); }

  bool text(Type type, const String& text, const Variant& value) {
    if (!has(type, Layout::text)) return false;
    if (!Blocks::is_inside(text)) return long_text(type, text);
    const ShortText words = Blocks::words_inside(value);
    if (!is_plain(words, text)) return false;
    put(id_of(type), static_cast<std::uint32_t>(text.size()));
    put_short(words, text.size());
    return true;
  }
  /// Whether a text that `words` holds, too, needs no further checks.
  static bool is_plain(const ShortText& words, const String& text) {
    return is_plain_ascii(words, text.size()) || is_plain_utf8(bytes_of(text));
  }
  static Bytes bytes_of(std::string_view text) {
    return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
  }

  bool long_text(Type type, std::string_view text) {
    const auto* bytes = bytes_of(text).data();
    const std::size_t size = text.size();
    if (left() < 12 + size || size > most_text) return false;
    if (!is_plain_ascii(bytes, size) && !is_plain_utf8({bytes, size})) return false;
    put(id_of(type), static_cast<std::uint32_t>(size));
    // The padding, of which the text overwrites the rest.
    std::uint8_t* const behind = to_ + size + padding_of(size);
    std::memset(behind - 4, 0, 4);
    std::memcpy(to_, bytes, size);
    to_ = behind;
    return true;
  }

  /// Writes no byte behind the padding that no other value follows.
  void put_short(const ShortText& text, std::size_t size) {
    if (is_followed()) {
      std::memcpy(to_, &text, sizeof text);
      to_ += size + padding_of(size);
    } else {
      to_ = put_padded(to_, text, size);
    }
  }

  bool boxed(const Variant& value) {
    switch (value.type()) {
      case Type::Vector2:
        return reals(Type::Vector2, Blocks::stored<Vector2>(value));
      case Type::Vector3:
        return reals(Type::Vector3, Blocks::stored<Vector3>(value));
      case Type::Color:
        return reals(Type::Color, Blocks::stored<Color>(value));
      case Type::Rect2:
        return reals(Type::Rect2, Blocks::stored<Rect2>(value));
      case Type::Vector4:
        return reals(Type::Vector4, Blocks::stored<Vector4>(value));
      case Type::Plane:
        return reals(Type::Plane, Blocks::stored<Plane>(value));
      case Type::AABB:
        return reals(Type::AABB, Blocks::stored<AABB>(value));
      case Type::Basis:
        return reals(Type::Basis, Blocks::stored<Basis>(value));
      case Type::Projection:
        return reals(Type::Projection, Blocks::stored<Projection>(value));
      case Type::Quaternion:
        return reals(Type::Quaternion, Blocks::stored<Quaternion>(value));
      case Type::Transform2D:
        return reals(Type::Transform2D, Blocks::stored<Transform2D>(value));
      case Type::Transform3D:
        return reals(Type::Transform3D, Blocks::stored<Transform3D>(value));
      case Type::Vector2i:
        return integers(Type::Vector2i, Blocks::stored<Vector2i>(value));
      case Type::Vector3i:
        return integers(Type::Vector3i, Blocks::stored<Vector3i>(value));
      case Type::Vector4i:
        return integers(Type::Vector4i, Blocks::stored<Vector4i>(value));
      case Type::Rect2i:
        return integers(Type::Rect2i, Blocks::stored<Rect2i>(value));
      case Type::NodePath:
        return node_path(Blocks::stored<NodePath>(value));
      case Type::Array:
        return array(Blocks::stored<Array>(value));
      case Type::Dictionary:
        return dictionary(Blocks::stored<Dictionary>(value));
      default:
        return false;
    }
  }

  template <std::size_t N>
  bool reals(Type type, const Reals<N>& value) {
    const TypeRow* row = dialect_.row_of(type);
    if (value.wide || row == nullptr || row->columns || !encoder_.writes_narrow(*row)) return false;
    bool in_range = true;
    for (const double component : value.components) in_range &= is_in_range(component);
    if (!in_range) return false;
    put(id_of(type));
    // One by one: compilers copy an array of 12 or 16 floats by an instruction that is slow to start.
    std::uint8_t* to = to_;
    for (const double component : value.components) {
      const auto narrowed = static_cast<float>(component);
      std::memcpy(to, &narrowed, sizeof narrowed);
      to += sizeof narrowed;
    }
    to_ = to;
    return true;
  }
  template <std::size_t N>
  bool integers(Type type, const Integers<N>& value) {
    return has(type, Layout::numbers) && put(id_of(type), value.components);
  }

  /// One with names that need no memory, and without subnames.
  bool node_path(const NodePath& path) {
    const std::size_t names = path.names.size();
    if (!has(Type::NodePath, Layout::node_path) || names == 0 || !path.subnames.empty()) return false;
    if (left() / (4 + ShortText::most) <= names) return false;
    std::uint8_t* const begin = to_;
    put(id_of(Type::NodePath), static_cast<std::uint32_t>(names) | 0x80000000, std::uint32_t{0},
        std::uint32_t{path.absolute});
    for (const String& name : path.names) {
      const ShortText words = Blocks::words_inside(name);
      if (!Blocks::is_inside(name) || !is_plain(words, name)) {
        to_ = begin;
        return false;
      }
      put(static_cast<std::uint32_t>(name.size()));
      put_short(words, name.size());
    }
    return true;
  }

  bool array(const Array& value) {
    return !value.element_type && has(Type::Array, Layout::array) &&
           enter(Type::Array, value.elements, value.shared, false);
  }
  bool dictionary(const Dictionary& value) {
    return !value.types && has(Type::Dictionary, Layout::dictionary) &&
           enter(Type::Dictionary, value.entries, value.shared, true);
  }

  template <class T>
  bool enter(Type type, const List<T>& items, bool shared, bool pairs) {
    if (!encoder_.may_enter() || items.size() > most_items) return false;
    put(id_of(type), encoder_.count_word(static_cast<std::uint32_t>(items.size()), shared));
    encoder_.enter_written();
    save_container();
    open_.push({.contents = contents_of(items), .pairs = pairs, .followed = is_followed()});
    return load_container();
  }

  Encoder& encoder_;
  const Dialect& dialect_;
  Stack<OpenVariants>& open_;
  std::uint8_t* to_ = nullptr;
  std::uint8_t* end_ = nullptr;
  const Variant* at_ = nullptr;
  const Variant* stop_ = nullptr;
  bool followed_ = false;
};

}  // namespace godot_variant
