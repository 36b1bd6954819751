// A tape to Godot's text form, what var_to_str and var2str print.
#pragma once
#include "godot_variant/text.h"
#include "tape/tape_builder.h"
#include "text/decimal.h"

namespace godot_variant {

/// What needs tables that the standard library has natively, and JavaScript in the WASM module.
struct NumberText {
  /// The float that is nearest to a decimal number such as `-12.5e-3`.
  double (*read)(const char* text, std::size_t size);
  /// Writes a finite float as printf's %g does, with at most six digits; gives their count, up to
  /// longest_number.
  std::size_t (*write_six)(double value, char* to);
};

/// Containers may stand this deep in each other: they are printed and read by functions that call themselves.
inline constexpr std::uint32_t deepest_text = 1'100;

inline bool is_digit(char character) { return character >= '0' && character <= '9'; }

/// Letters of other scripts, too: classes may have such names.
inline bool is_name(char character) {
  const auto lower = static_cast<char>(character | 0x20);
  return is_digit(character) || (lower >= 'a' && lower <= 'z') || character == '_' || character < 0;
}

inline std::string_view chars(const Bytes& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// How what a key is sorted by begins: with the type.
inline constexpr std::uint8_t string_order = static_cast<std::uint8_t>(Type::String) + 1;
inline constexpr std::uint8_t string_name_order = static_cast<std::uint8_t>(Type::StringName) + 1;

/// Whether engines compare numbers of this type when they sort the keys of a Dictionary; others stay in their
/// order.
bool compares(Type type, bool old);

class TextPrinter {
 public:
  TextPrinter(const TapeView& tape, Writer& out, TextStyle style, std::uint32_t depth,
              const NumberText& numbers)
      : tape_(tape),
        out_(out),
        style_(style),
        old_(style == TextStyle::godot_3_6 || style == TextStyle::godot_3_2),
        lossless_(style == TextStyle::lossless),
        most_depth_(std::min(depth, deepest_text)),
        numbers_(numbers),
        dialect_(*find_dialect(old_ ? "godot-3" : "")) {}

  bool run() {
    value();
    return error_.code == ErrorCode::none;
  }
  /// The first failure; `offset` is the word of the tape where the value stands.
  Error error() const { return error_; }

 private:
  /// An entry of a Dictionary: where it stands in the text, and in order_ what it is sorted by.
  struct Entry {
    std::size_t text_at;
    std::size_t text_end;
    std::size_t order_at;
    std::size_t order_end;
  };

  void fail(ErrorCode code, std::size_t at);
  std::uint32_t word();
  std::uint64_t pair();
  const std::uint8_t* here() const { return reinterpret_cast<const std::uint8_t*>(tape_.words.data() + at_); }
  Bytes text(std::uint32_t number) const;

  template <std::size_t N>
  void put(const char (&text)[N]) {
    put(text, N - 1);
  }
  void put(const char* text, std::size_t size);
  void put_view(const std::string_view& text) { put(text.data(), text.size()); }
  void put_number(std::int64_t value);
  void put_real(double value, bool narrow);
  void put_float(double value);
  void put_escaped(const Bytes& text, bool escapes_all);
  void put_quoted(const Bytes& text, bool escapes_all);
  void put_class(const Bytes& name);
  void put_name(Type type) { put_view(old_ ? old_name_of(type) : name_of(type)); }
  void put_text(const Bytes& text, bool escapes_all);
  /// With a space inside in Godot 3.
  void open(const char* bracket) { put(bracket, old_ ? 2 : 1); }
  void close(const char* bracket) { put(old_ ? bracket : bracket + 1, old_ ? 2 : 1); }

  void value();
  void leaf(std::uint32_t tag);
  void reals(Type type, bool wide);
  void list(const Numbers& numbers, bool compared);
  void texts();
  void node_path();
  void signal();
  void rid();
  void object(std::uint32_t tag);
  void object_id(std::int64_t id);
  void declared(std::uint32_t kind);
  void array(std::uint32_t tag);
  void dictionary(std::uint32_t tag);
  void key();
  bool cut(std::size_t from);
  void order_byte(std::uint32_t byte);
  void order_number(std::uint64_t value);
  void sort_entries(std::size_t first);
  void sort(Entry* entries, std::size_t count, std::uint32_t depth) const;
  void sort_as_heap(Entry* entries, std::size_t count) const;
  Entry median(const Entry& a, const Entry& b, const Entry& c) const;
  std::size_t partition(Entry* entries, std::size_t count, const Entry& pivot) const;
  void insert(Entry* entries, std::size_t at) const;
  bool precedes(const Entry& one, const Entry& other) const;
  int compare(const std::uint8_t*& a, const std::uint8_t*& b) const;
  static int compare_texts(const std::uint8_t*& a, const std::uint8_t*& b);
  static int compare_reals(const std::uint8_t*& a, const std::uint8_t*& b);

  const TapeView& tape_;
  Writer& out_;
  const TextStyle style_;
  const bool old_;
  const bool lossless_;
  const std::uint32_t most_depth_;
  const NumberText& numbers_;
  const Dialect& dialect_;
  PowersOfTen powers_;
  std::size_t at_ = 0;
  std::uint32_t depth_ = 0;
  /// Keys that are being printed in a Dictionary whose keys are to be sorted.
  std::uint32_t keys_around_ = 0;
  Buffer<Entry> entries_;
  /// What keys are sorted by: bytes that compare like the keys.
  ByteBuffer order_;
  Error error_;
};

}  // namespace godot_variant
