// Prints events in Godot's text form, as var_to_str and var2str do.
#pragma once
#include "bytes/stack.h"
#include "events/any_sink.h"
#include "godot_variant/text.h"
#include "text/key_order.h"
#include "text/quoting.h"
#include "text/text_form.h"

namespace godot_variant {

/// A Sink that prints the text form.
class TextPrinter final : public AnySink {
 public:
  TextPrinter(Writer& out, const TextOptions& options, const NumberText& numbers)
      : out_(out),
        style_(options.style),
        old_(style_ == TextStyle::godot_3_6 || style_ == TextStyle::godot_3_2),
        lossless_(style_ == TextStyle::lossless),
        base64_(options.base64),
        most_depth_(std::min(options.limits.depth, deepest_text)),
        numbers_(numbers),
        dialect_(*find_dialect(old_ ? "godot-3" : "")),
        order_(old_, style_ == TextStyle::godot_3_2) {}

  void empty(Head head) override;
  void boolean(Head head, bool value) override;
  void integer(Head head, std::int64_t value) override;
  void real(Head head, double value) override;
  void text(Head head, const Text& text) override;
  void numbers(Head head, const Numbers& numbers) override;
  void id(Head head, std::uint64_t id) override;
  void signal(Head head, const Text& name, std::uint64_t object) override;
  void packed(Head head, const Numbers& numbers) override { this->numbers(head, numbers); }
  void image(Head head, const ImageParts&) override { fail(ErrorCode::not_in_dialect, head.at); }
  void input_event(Head head, const InputEventParts&) override { fail(ErrorCode::not_in_dialect, head.at); }
  void node_path(Head head, const NodePathHead& path) override;
  void object(Head head, const Text& class_name, std::uint32_t count) override;
  void array(Head head, const Container& container) override;
  void dictionary(Head head, const Container& container) override;
  void packed_texts(Head head, std::uint32_t count) override;
  void part(const Text& text) override;
  void end() override;
  bool ok() const override { return error_.code == ErrorCode::none; }
  bool run_lane(WireReader& reader) override;

  /// Prints what the decoder's lane reads.
  class Pen;

  /// The first failure; `offset` is the Head::at of the value. Nothing is checked behind the last value.
  Error error() const { return ok() && out_.exceeds_limit() ? Error{ErrorCode::too_large, at_} : error_; }

 private:
  enum class Place : std::uint8_t {
    top,
    array,
    dictionary,
    object,
    reference,
    null,
    node_path,
    packed_texts
  };
  struct Open {
    Place place = Place::top;
    /// A declared type needs a closing parenthesis.
    bool typed = false;
    /// Dictionary: the last key has no value yet.
    bool has_key = false;
    /// Object: the next value is its script.
    bool script = false;
    /// NodePath: it has one subname.
    bool one_subname = false;
    /// Values or parts printed so far.
    std::uint32_t count = 0;
    /// NodePath: the number of names.
    std::uint32_t names = 0;
    /// Start of its contents in the text, in the key order, and among the entries.
    std::size_t text_at = 0;
    std::size_t order_at = 0;
    std::size_t first_entry = 0;
  };

  void fail(ErrorCode code, std::size_t at);
  /// Fails at a text with surrogates, which have no UTF-8. Returns false after any error.
  bool accepts(const Text& text);
  /// Writes the separator before the next value. Returns false when that value cannot be printed.
  bool begin(Head head, bool typed = false);
  bool is_key() const { return open_.top().place == Place::dictionary && !open_.top().has_key; }
  void separate();
  void finish();
  Open& open(Place place);

  template <std::size_t N>
  void put(const char (&text)[N]) {
    put_view({text, N - 1});
  }
  void put_view(std::string_view text);
  /// Room for the longest number, of which took_room gives back what is behind `end`.
  char* room_for_number() { return reinterpret_cast<char*>(out_.grow(longest_number)); }
  void took_room(const char* end) {
    out_.cut(static_cast<std::size_t>(reinterpret_cast<const std::uint8_t*>(end) - out_.view().data()));
  }
  void put_number(std::int64_t value);
  /// Prints an element of a list, behind a comma unless it is the first one.
  void put_listed(std::int64_t value, bool first);
  void put_real(double value, bool narrow);
  void put_float(double value);
  void put_numbers(const Numbers& numbers, bool narrow, bool compared);
  void put_escaped(const Bytes& text, bool escapes_all);
  void put_quoted(const Bytes& text, bool escapes_all);
  void put_text(const Bytes& text, bool escapes_all);
  void put_class(const Bytes& name);
  void put_name(Type type) { put_view(old_ ? old_name_of(type) : name_of(type)); }
  void put_typing(const Typing& typing);
  /// Godot 3 prints a space inside the bracket.
  void put_open(const char* bracket) { put_view({bracket, old_ ? 2u : 1u}); }
  void put_close(const char* bracket) { put_view(old_ ? bracket : bracket + 1); }

  void end_dictionary(const Open& open);
  void label(Open& open, const Bytes& name);
  void path_part(Open& open, const Bytes& name);
  bool cut(std::size_t from);
  void sort_entries(std::size_t first);

  Writer& out_;
  const TextStyle style_;
  const bool old_;
  const bool lossless_;
  const bool base64_;
  const std::uint32_t most_depth_;
  const NumberText& numbers_;
  const Dialect& dialect_;
  PowersOfTen powers_;
  Stack<Open> open_;
  std::uint32_t depth_ = 0;
  Buffer<TextKeyOrder::Entry> entries_;
  TextKeyOrder order_;
  /// Position of the current value, for errors.
  std::size_t at_ = 0;
  Error error_;
};

}  // namespace godot_variant
