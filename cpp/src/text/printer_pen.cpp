// The Pen of TextPrinter: prints what the decoder's lane reads.
#include "text/printer.h"
#include "wire/lane.h"

namespace godot_variant {

/// Prints in the lossless style. Leaves to TextPrinter what is not printed as it stands: texts with escapes,
/// infinite numbers, NaNs and -0.0.
class TextPrinter::Pen {
 public:
  /// JavaScript writes no other texts into a run than valid ones.
  static constexpr bool trusts_texts = true;

  explicit Pen(TextPrinter& printer) : printer_(printer) {}

  bool is_usable() const { return printer_.depth_ <= printer_.most_depth_; }
  [[gnu::always_inline]] void load(const Reader&) {
    const std::span<std::uint8_t> room = printer_.out_.room();
    to_ = room.data();
    end_ = to_ + room.size();
    load_container();
  }
  [[gnu::always_inline]] void save(bool key_next) {
    printer_.out_.count(to_);
    save_container(key_next);
  }

  [[gnu::always_inline]] bool key(const std::uint8_t*, Bytes text) {
    if (!has_room(text.size())) return false;
    std::uint8_t* to = after(",\n");
    if (!put_quoted(to, text)) return false;
    put(to, ": ");
    return wrote(to);
  }

  [[gnu::always_inline]] bool empty(Type, const std::uint8_t*) {
    if (!has_room(0)) return false;
    std::uint8_t* to = next();
    put(to, "null");
    return wrote(to);
  }
  [[gnu::always_inline]] bool boolean(Type, const std::uint8_t*, bool value) {
    if (!has_room(0)) return false;
    std::uint8_t* to = next();
    value ? put(to, "true") : put(to, "false");
    return wrote(to);
  }
  [[gnu::always_inline]] bool integer(Type, const std::uint8_t*, std::int64_t value) {
    if (!has_room(longest_number)) return false;
    std::uint8_t* to = next();
    put_number(to, value);
    return wrote(to);
  }
  [[gnu::always_inline]] bool real(Type, const std::uint8_t*, double value) {
    if (!has_room(longest_number) || !is_usual(value)) return false;
    std::uint8_t* to = next();
    const std::uint8_t* const from = to;
    put_digits(to, value, false, printer_.powers_);
    if (reads_as_int({from, static_cast<std::size_t>(to - from)})) put(to, ".0");
    return wrote(to);
  }
  [[gnu::always_inline]] bool text(Type type, const std::uint8_t*, Bytes text) {
    if (!has_room(text.size())) return false;
    std::uint8_t* to = next();
    if (type == Type::StringName) put(to, "&");
    return put_quoted(to, text) && wrote(to);
  }
  /// Leaves texts with a byte order mark, which readers drop.
  static constexpr bool utf8(Type, const std::uint8_t*, Bytes) { return false; }
  /// Integers or 32-bit floats.
  [[gnu::always_inline]] bool numbers(Type type, const std::uint8_t*, const Numbers& numbers) {
    return has_room(numbers.components * longest_number) &&
           wrote(put_numbers(next(), type, numbers, printer_.powers_));
  }
  static constexpr bool has_room_for_path(std::uint32_t) { return true; }
  /// node_path() prints all names.
  static constexpr bool name(std::uint32_t, Bytes) { return true; }
  [[gnu::always_inline]] bool node_path(Type, const std::uint8_t* at, bool absolute, bool,
                                        std::uint32_t names) {
    return has_room(0) && wrote(put_path(next(), end_, at + path_head, absolute, names));
  }

  [[gnu::always_inline]] bool container(Type, const std::uint8_t*, std::uint32_t count, bool, bool pairs) {
    if (!has_room(0) || printer_.open_.is_full() || printer_.depth_ >= printer_.most_depth_) return false;
    std::uint8_t* to = next();
    !pairs ? put(to, "[") : count > 0 ? put(to, "{\n") : put(to, "{");
    wrote(to);
    save_container(false);
    printer_.open_.push({.place = pairs ? Place::dictionary : Place::array});
    ++printer_.depth_;
    load_container();
    return true;
  }
  [[gnu::always_inline]] bool end() {
    if (!has_room(0) || printer_.open_.top().typed) return false;
    std::uint8_t* to = to_;
    is_array_ ? put(to, "]") : has_entries_ ? put(to, "\n}") : put(to, "}");
    printer_.open_.pop();
    --printer_.depth_;
    load_container();
    const Open& top = printer_.open_.top();
    if (top.place == Place::dictionary && !top.has_key) put(to, ": ");
    return wrote(to);
  }

 private:
  /// Room for all that surrounds a text or a number, and for what copying a text writes behind it.
  static constexpr std::size_t around = 64;
  /// Bytes from the header of a NodePath to its first name.
  static constexpr std::size_t path_head = 16;

  [[gnu::always_inline]] static bool has_room(const std::uint8_t* to, const std::uint8_t* end,
                                              std::size_t size) {
    const auto room = static_cast<std::size_t>(end - to);
    return room >= around && room - around >= size;
  }
  [[gnu::always_inline]] bool has_room(std::size_t size) const { return has_room(to_, end_, size); }

  /// Where the next key or value begins, behind a separator unless it is the first.
  [[gnu::always_inline]] std::uint8_t* after(const char (&separator)[3]) {
    std::memcpy(to_, separator, 2);
    return to_ + (has_entries_ ? 2 : 0);
  }
  [[gnu::always_inline]] std::uint8_t* next() { return is_array_ ? after(", ") : to_; }
  /// Takes what was written up to `end`; nothing without an end.
  [[gnu::always_inline]] bool wrote(std::uint8_t* end) {
    if (end == nullptr) return false;
    to_ = end;
    has_entries_ = true;
    return true;
  }

  template <std::size_t N>
  [[gnu::always_inline]] static void put(std::uint8_t*& to, const char (&text)[N]) {
    std::memcpy(to, text, N - 1);
    to += N - 1;
  }
  [[gnu::always_inline]] static void put(std::uint8_t*& to, std::string_view text) {
    copy_short(to, reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
    to += text.size();
  }
  [[gnu::always_inline]] static void put_number(std::uint8_t*& to, std::int64_t value) {
    to = reinterpret_cast<std::uint8_t*>(put_integer(reinterpret_cast<char*>(to), value));
  }
  [[gnu::always_inline]] static bool is_usual(double value) {
    return std::isfinite(value) && (value != 0 || !std::signbit(value));
  }
  [[gnu::always_inline]] static void put_digits(std::uint8_t*& to, double value, bool narrow,
                                                PowersOfTen& powers) {
    to = reinterpret_cast<std::uint8_t*>(put_shortest(reinterpret_cast<char*>(to), value, narrow, powers));
  }
  /// Copies a text without quotes and backslashes. The lane has seen that 16 bytes can be read.
  [[gnu::always_inline]] static bool put_unquoted(std::uint8_t*& to, Bytes text) {
    if (text.size() > ShortText::most) {
      if (!copy_unquoted(text.data(), text.size(), to)) return false;
    } else {
      const ShortText words = short_text(text.data(), text.size());
      if (has_quote(words.first) || has_quote(words.second)) return false;
      std::memcpy(to, &words, sizeof words);
    }
    to += text.size();
    return true;
  }
  [[gnu::always_inline]] static bool put_quoted(std::uint8_t*& to, Bytes text) {
    put(to, "\"");
    if (!put_unquoted(to, text)) return false;
    put(to, "\"");
    return true;
  }

  /// Returns the end, or nothing for numbers that are not printed as digits. Out of line, like the next one,
  /// because a vector takes long anyway.
  [[gnu::noinline]] static std::uint8_t* put_numbers(std::uint8_t* to, Type type, const Numbers& numbers,
                                                     PowersOfTen& powers) {
    put(to, name_of(type));
    for (std::size_t i = 0; i < numbers.components; ++i) {
      i == 0 ? put(to, "(") : put(to, ", ");
      const double value = number_at(numbers, i);
      if (numbers.element == Element::i32) {
        put_number(to, static_cast<std::int64_t>(value));
      } else if (is_usual(value)) {
        put_digits(to, value, !reads_as_another(value), powers);
      } else {
        return nullptr;
      }
    }
    put(to, ")");
    return to;
  }

  /// Prints the names, which stand one after another at `name`. Returns nothing where a name is unusual.
  [[gnu::noinline]] static std::uint8_t* put_path(std::uint8_t* to, const std::uint8_t* end,
                                                  const std::uint8_t* name, bool absolute,
                                                  std::uint32_t names) {
    put(to, "NodePath(\"");
    if (absolute) put(to, "/");
    for (std::uint32_t i = 0; i < names; ++i) {
      if (i > 0) put(to, "/");
      const auto size = godot_variant::load<std::uint32_t>(name);
      if (!has_room(to, end, size) || !put_unquoted(to, {name + 4, size})) return nullptr;
      name += 4 + size + padding_of(size);
    }
    put(to, "\")");
    return to;
  }

  [[gnu::always_inline]] void load_container() {
    const Open& top = printer_.open_.top();
    is_array_ = top.place == Place::array;
    has_entries_ = top.count > 0;
  }
  [[gnu::always_inline]] void save_container(bool key_next) {
    Open& top = printer_.open_.top();
    top.has_key = !key_next && top.place == Place::dictionary;
    top.count = has_entries_ ? 1 : 0;
  }

  TextPrinter& printer_;
  std::uint8_t* to_ = nullptr;
  const std::uint8_t* end_ = nullptr;
  /// The innermost container; values outside of one and in dictionaries have no separator.
  bool is_array_ = false;
  bool has_entries_ = false;
};

bool TextPrinter::run_lane(WireReader& reader) {
  if (!lossless_) return false;
  Lane<TextPrinter> lane(reader, *this);
  lane.run();
  return true;
}

}  // namespace godot_variant
