// Parses Godot's text form into a tape. Reads the input of str_to_var and str2var.
#pragma once
#include "events/notes.h"
#include "tape/tape_builder.h"
#include "text/text_form.h"

namespace godot_variant {

/// The value of a digit in any base up to 16; 16 for any other character.
inline std::uint32_t digit_of(char character) {
  if (is_digit(character)) return static_cast<std::uint32_t>(character - '0');
  const char lower = static_cast<char>(character | 0x20);
  return lower >= 'a' && lower <= 'f' ? static_cast<std::uint32_t>(lower - 'a' + 10) : 16;
}

struct ParseSettings {
  bool allow_trailing = false;
  bool wide_reals = false;
  bool as_godot_3 = false;
  std::uint32_t depth = default_depth;
  std::uint64_t elements = default_elements;
};

class TextParser {
 public:
  TextParser(Bytes text, const ParseSettings& settings, const NumberText& numbers, KeyTree& keys)
      : text_(text),
        settings_(settings),
        numbers_(numbers),
        keys_(keys),
        depth_left_(std::min(settings.depth, deepest_text)),
        elements_left_(settings.elements) {}

  bool run();
  /// The first failure; `offset` is a byte of the text.
  Error error() const { return error_; }
  /// Bytes read so far.
  std::size_t position() const { return at_; }
  /// The value. Its texts are in no pool.
  TapeView view() const { return {words_.view(), texts_.view(), bytes_.view(), &keys_}; }

  /// A value of another type than its container declares: where the text has it, and the word of the tape.
  struct Misfit {
    WarningCode code = WarningCode::wrong_element_type;
    /// The byte of the text.
    std::size_t offset = 0;
    /// The word of the tape where the value or the key begins; unknown with more_warnings.
    std::size_t word = 0;
    std::uint32_t count = 1;
  };
  /// The first misfits, in order; the last one stands for others if its code is more_warnings.
  std::vector<Misfit> misfits() const { return misfits_.list(WarningCode::more_warnings); }

  /// How many containers, packed arrays included, were read.
  std::uint64_t containers() const { return containers_; }

 private:
  struct Number {
    double real = 0;
    /// The value of an integer literal.
    std::int64_t whole = 0;
    bool is_whole = false;
  };

  bool fail(ErrorCode code, std::size_t at);
  bool fail();
  bool going() const { return error_.code == ErrorCode::none; }
  /// Where the compiler does not inline it, each character costs a call.
  [[gnu::always_inline]] char peek() const {
    return at_ < text_.size() ? static_cast<char>(text_[at_]) : '\0';
  }
  /// Skips white space and comments; returns the next character.
  char next();
  /// Skips this character if it comes next; returns whether it did.
  bool takes(char character);
  bool expect(char character);
  std::string_view name();

  void word(std::uint32_t value);
  void tag(Type type, std::uint32_t bits = 0);
  void byte(std::uint32_t value);
  void pair(std::uint64_t value);
  void int_value(std::int64_t value);
  void real_value(double value);
  /// Adds that many bytes of bytes_ as a text, and returns its number.
  std::int32_t add_text(std::size_t from, std::size_t size);
  /// Adds the bytes of bytes_ from `from` on as a text, and its number to the tape.
  void text_from(std::size_t from);
  void text_of(const std::string_view& text);
  void class_text(const std::string_view& name);
  /// Reads a quoted text, after white space, and adds it.
  bool quoted_text();
  bool resource_path();
  void set(std::size_t at, std::uint32_t value) { words_[at] = static_cast<std::int32_t>(value); }

  void value();
  /// A key of a Dictionary that is the value of the key of `home`. A String needs no entry of its own.
  void key(const Slot& slot, std::uint32_t home, KeyPath& path);
  bool expected_key(KeyPath& path);
  bool other_key(std::uint32_t home, KeyPath& path);
  bool enters_tree(std::size_t start, std::size_t size, std::uint32_t home, KeyPath& path);
  /// Counts a value or a key. Returns false when there are too many, or after an error.
  bool count_element();
  void named();
  void constructed(Type type);
  void reference(const std::string_view& name);
  void array(const Slot& elements);
  void dictionary(const Slot& keys, const Slot& values);
  void typed(Type type);
  Slot typing();
  /// Reads a value, which begins at this word of the tape, and notes it if it does not fit.
  void value_of(const Slot& slot, std::size_t word);
  void misfit(std::size_t at);
  void object();
  void script_value();
  void encoded_object();
  void node_path();
  void split(std::size_t from, std::size_t end, char separator, std::size_t count_at);
  void texts();
  void id(Type type);
  void list(Type type);
  bool put_element(Element element);
  bool base64();
  void color();
  bool quoted();
  bool escape();
  std::uint32_t hex(std::uint32_t digits);
  void put_utf8(std::uint32_t character);
  /// Reads a number, `inf` or `nan`; fails for anything else.
  bool number(Number& number);
  bool special(const std::string_view& name, bool negative, Number& number);
  std::size_t exponent(std::int64_t& exponent);
  template <class F>
  void nested(F read);
  template <class F>
  void items(char closing, F item);
  template <class F>
  void contents(char closing, F item);

  const Bytes text_;
  const ParseSettings settings_;
  const NumberText& numbers_;
  KeyTree& keys_;
  /// The node whose key the next container belongs to.
  std::uint32_t home_ = KeyTree::root;
  std::uint32_t depth_left_;
  std::uint64_t elements_left_;
  std::uint64_t containers_ = 0;
  std::size_t at_ = 0;
  /// What the next value must fit, and where the text and the tape have it.
  Slot due_;
  std::size_t due_at_ = 0;
  std::size_t due_word_ = 0;
  Notes<Misfit> misfits_;
  WordBuffer words_;
  WordBuffer texts_;
  ByteBuffer bytes_;
  Error error_;
};

}  // namespace godot_variant
