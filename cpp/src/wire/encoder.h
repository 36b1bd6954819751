// Events to bytes: one encoder for every dialect. It is a Sink; the dialect's table decides ids, flags and
// widths.
#pragma once
#include <string_view>
#include <vector>

#include "bytes/stack.h"
#include "events/any_sink.h"
#include "events/notes.h"
#include "events/numbers.h"
#include "godot_variant/error.h"
#include "godot_variant/options.h"

namespace godot_variant {

/// Everything that an Encoder needs besides the events.
struct EncodeSettings {
  const Dialect* dialect = nullptr;
  bool full_objects = false;
  FloatWidth reals = FloatWidth::as_given;
  std::uint32_t depth = default_depth;
  std::uint64_t output_bytes = default_output_bytes;
};

class Encoder final : public AnySink {
 public:
  Encoder(Writer& out, const EncodeSettings& settings)
      : out_(out), settings_(settings), dialect_(*settings.dialect) {
    out_.limit(settings.output_bytes);
  }

  void empty(Head head) override;
  void boolean(Head head, bool value) override;
  void integer(Head head, std::int64_t value) override;
  void real(Head head, double value) override;
  void text(Head head, const Text& text) override;
  void numbers(Head head, const Numbers& numbers) override;
  void id(Head head, std::uint64_t id) override;
  void signal(Head head, const Text& name, std::uint64_t object) override;
  void packed(Head head, const Numbers& numbers) override;
  void image(Head head, const ImageParts& image) override;
  void input_event(Head head, const InputEventParts& event) override;
  void node_path(Head head, const NodePathHead& path) override;
  void object(Head head, const Text& class_name, std::uint32_t count) override;
  void array(Head head, const Container& container) override;
  void dictionary(Head head, const Container& container) override;
  void packed_texts(Head head, std::uint32_t count) override;
  void part(const Text& text) override;
  void end() override;

  /// Writes a String or a StringName as two numbers, behind whose `size` bytes anything may stand. Returns
  /// false where text() has to: for texts that are not ASCII, and where anything else is unusual.
  bool short_text(Head head, const ShortText& text, std::size_t size);
  /// The same for part().
  bool short_part(const ShortText& text, std::size_t size);

  /// Writes whole words that the caller has encoded.
  void write_run(Bytes words) {
    if (makes_room(words.size())) out_.write_bytes(words);
  }
  /// After a run that ends with the beginning of an Array or a Dictionary, whose values are next.
  void enter_written() { open(Open::container); }
  /// Whether the limit and the place allow `bytes` more without a check of each value.
  bool has_room(std::size_t bytes) const { return !unusual_ && out_.has_room(bytes); }
  /// The word for the count of an Array or a Dictionary.
  std::uint32_t count_word(std::uint32_t count, bool shared) const {
    return count | (shared && dialect_.shared_bit ? 0x80000000 : 0);
  }
  const Dialect& dialect() const { return dialect_; }
  /// Whether the next values need no checks that depend on the place.
  bool is_usual() const { return !unusual_ && !out_.exceeds_limit(); }
  /// Whether a container may follow with values in it.
  bool may_enter() const { return open_.size() < settings_.depth; }
  /// The memory within the limit for values that the caller encodes; `count` counts them.
  std::span<std::uint8_t> room() const { return out_.room(); }
  void count(std::uint8_t* end) { out_.count(end); }
  /// Whether numbers of 32 bits stay as they are.
  bool writes_narrow(const TypeRow& row) const {
    return row.layout == Layout::numbers && wire_element(row, Element::f32) == Element::f32;
  }
  /// The header of values of a type whose bytes depend on nothing else in the dialect, or -1.
  std::int32_t run_header(Type type) const;

  bool ok() const override { return error_.code == ErrorCode::none && !out_.exceeds_limit(); }
  /// The first failure; `offset` is the Head::at of the value.
  Error error() const {
    return ok() || error_.code != ErrorCode::none ? error_ : Error{ErrorCode::too_large, last_.at};
  }
  const Notes<Loss>& losses() const { return losses_; }
  /// For each loss in the list, where the bytes of its value begin in the output.
  const std::vector<std::size_t>& lost_at() const { return lost_at_; }
  void lose(LossCode code, Head head, Type to) {
    losses_.add({code, head.at, head.type, to});
    // One more for those that are only counted.
    if (lost_at_.size() <= most_notes) lost_at_.push_back(static_cast<std::size_t>(out_.size()));
    if (code == LossCode::value_rounded || code == LossCode::id_dropped || code == LossCode::path_emptied)
      narrows_ = true;
    if (head.at == key_at_ && code != LossCode::type_changed) rounds_key_ = true;
  }
  /// The values have been read from another dialect, where they may mean the same as in this one.
  void read_from(const Dialect& from) {
    empties_root_path_ &= !from.root_path_is_empty;
    loses_scripts_ &= !ignores_scripts(from);
  }
  /// Whether the engine reads null where the script of an Object is anything but an Object.
  bool loses_scripts() const { return loses_scripts_; }
  /// The next value is a key.
  void begin_key(Head head) override { key_at_ = head.at; }
  /// Whether a key lost more than its type, so that it may equal another one that had the same type.
  bool rounds_key() const { return rounds_key_; }
  /// Whether a number, an id or a NodePath will not be read as it was, be it in a key or anywhere else.
  bool narrows() const { return narrows_; }

 private:
  /// The kind of the innermost open value, which decides how parts are written.
  enum class Open : std::uint8_t { node_path, object, container, packed_texts };

  void fail(ErrorCode code, Head head);
  void lose(LossCode code, Head head) { lose(code, head, head.type); }
  /// Fails when the bytes exceed the limit. Small writes skip this check; ok() detects them afterwards.
  bool makes_room(std::uint64_t bytes);
  bool finds_room(std::uint64_t bytes);
  /// Starts a value; every value passes through here. Returns the row of its type, or null if
  /// the value must not be written.
  const TypeRow* begin(Head head) {
    const TypeRow* row = dialect_.row_of(head.type);
    if (unusual_ || row == nullptr || out_.exceeds_limit()) return begin_unusual(head, row);
    last_ = head;
    return row;
  }
  const TypeRow* begin_unusual(Head head, const TypeRow* row);
  /// Determines whether the next values need checks that depend on the place.
  void look_ahead() {
    unusual_ = error_.code != ErrorCode::none || open_.size() > settings_.depth || script_;
  }
  void open(Open kind) {
    open_.push(kind);
    look_ahead();
  }
  void expect_script(bool expected) {
    script_ = expected;
    look_ahead();
  }
  std::uint32_t header_of(const TypeRow& row, std::uint32_t flags) const {
    return dialect_.ids[static_cast<std::size_t>(row.type)] | flags;
  }
  void header(const TypeRow& row, std::uint32_t flags) { out_.write(header_of(row, flags)); }
  void write_text(const Text& text, bool ends_with_nul = false);
  std::uint8_t* room_for(const ShortText& text, std::size_t size, std::size_t head) const;
  Element wire_element(const TypeRow& row, Element given) const;
  void check_rounding(Head head, const TypeRow& row, const Numbers& numbers, Element element);
  std::uint32_t kind_of(const Typing& typing, const TypeRow& row) const;
  static std::string_view view(const Text& text) {
    return {reinterpret_cast<const char*>(text.bytes.data()), text.bytes.size()};
  }
  static bool ignores_scripts(const Dialect& dialect) { return dialect.engine && !dialect.script_paths; }
  bool is_script(const Text& text) const {
    return !dialect_.script_paths || view(text).starts_with("res://");
  }
  void container(Head head, const Container& container, const Typing& first, const Typing& second);
  void typed_container(const TypeRow& row, Head head, const Container& container, const Typing& first,
                       const Typing& second);
  void typed_array(const TypeRow& row, Head head, const Container& container);
  void write_typing(const Typing& typing);

  Writer& out_;
  const EncodeSettings& settings_;
  const Dialect& dialect_;
  Stack<Open> open_;
  /// The next value is the `script` property of an Object.
  bool script_ = false;
  bool unusual_ = false;
  /// The current value, for errors.
  Head last_{};
  Error error_;
  Notes<Loss> losses_;
  std::vector<std::size_t> lost_at_;
  /// Engines take the NodePath `/` for an empty one.
  bool empties_root_path_ = dialect_.root_path_is_empty;
  bool loses_scripts_ = ignores_scripts(dialect_);
  std::size_t key_at_ = SIZE_MAX;
  bool rounds_key_ = false;
  bool narrows_ = false;
};

// Defined here, the usual values become part of the loop of a source that knows its sink to be an Encoder.

inline void Encoder::empty(Head head) {
  if (const TypeRow* row = begin(head)) header(*row, 0);
}

inline void Encoder::boolean(Head head, bool value) {
  if (const TypeRow* row = begin(head)) out_.write(header_of(*row, 0), std::uint32_t{value});
}

inline void Encoder::integer(Head head, std::int64_t value) {
  const TypeRow* row = begin(head);
  if (row == nullptr) return;
  const IntegerRule rule = dialect_.integers;
  if (rule == IntegerRule::always_32 && !fits_int32(value)) return fail(ErrorCode::int_out_of_range, head);
  const bool flagged =
      rule == IntegerRule::flagged_64 || (rule == IntegerRule::narrowest && !fits_int32(value));
  const std::uint32_t header = header_of(*row, flagged ? flag_64 : 0);
  if (flagged || rule == IntegerRule::always_64) {
    out_.write(header, value);
  } else {
    out_.write(header, static_cast<std::int32_t>(value));
  }
}

inline void Encoder::real(Head head, double value) {
  const TypeRow* row = begin(head);
  if (row == nullptr) return;
  const FloatRule rule = dialect_.floats;
  const std::uint32_t bits = narrow(value);
  const bool fits = widen(bits) == value;
  const bool flagged = rule == FloatRule::narrowest && !fits;
  const std::uint32_t header = header_of(*row, flagged ? flag_64 : 0);
  if (flagged || rule == FloatRule::always_64) return out_.write(header, value);
  if (fits) return out_.write(header, bits);
  const std::uint32_t nearest = narrow_quietly(value);
  if (!same_bits(nearest, value)) lose(LossCode::value_rounded, head);
  out_.write(header, nearest);
}

inline void Encoder::text(Head head, const Text& text) {
  const TypeRow* row = begin(head);
  if (row == nullptr) return;
  if (script_) {
    expect_script(false);
    if (!is_script(text)) return fail(ErrorCode::bad_script, head);
  }
  header(*row, 0);
  write_text(text);
}

/// Stores texts whole, so there must be room for the longest one.
inline std::uint8_t* Encoder::room_for(const ShortText& text, std::size_t size, std::size_t head) const {
  return !unusual_ && is_plain_ascii(text, size) ? out_.room_for(head + ShortText::most) : nullptr;
}

/// Writes no byte behind the padding, because that memory may be the caller's. Returns the end.
inline std::uint8_t* put_padded(std::uint8_t* to, const ShortText& text, std::size_t size) {
  const ShortText& mask = short_masks[size];
  const std::uint64_t words[] = {text.first & mask.first, text.second & mask.second};
  const std::size_t padded = size + padding_of(size);
  if (padded >= 8) {
    // The last eight bytes may overlap the first.
    const std::uint64_t middle = words[0] >> 32 | words[1] << 32;
    const std::uint64_t last = padded == 8 ? words[0] : padded == 12 ? middle : words[1];
    std::memcpy(to, &words[0], 8);
    std::memcpy(to + padded - 8, &last, 8);
  } else if (padded > 0) {
    std::memcpy(to, &words[0], 4);
  }
  return to + padded;
}

inline bool Encoder::short_text(Head head, const ShortText& text, std::size_t size) {
  const TypeRow* row = dialect_.row_of(head.type);
  std::uint8_t* to = room_for(text, size, 8);
  if (row == nullptr || to == nullptr) return false;
  last_ = head;
  const std::uint64_t begin = header_of(*row, 0) | std::uint64_t{size} << 32;
  std::memcpy(to, &begin, sizeof begin);
  out_.count(put_padded(to + 8, text, size));
  return true;
}

inline bool Encoder::short_part(const ShortText& text, std::size_t size) {
  std::uint8_t* to = room_for(text, size, 4);
  if (to == nullptr || open_.top() != Open::node_path) return false;
  const auto begin = static_cast<std::uint32_t>(size);
  std::memcpy(to, &begin, sizeof begin);
  out_.count(put_padded(to + 4, text, size));
  return true;
}

inline bool Encoder::makes_room(std::uint64_t bytes) {
  if (!unusual_ && bytes <= SIZE_MAX && out_.has_room(static_cast<std::size_t>(bytes))) return true;
  return finds_room(bytes);
}

/// Arrays have one declared type, Dictionaries two.
inline void Encoder::container(Head head, const Container& container, const Typing& first,
                               const Typing& second) {
  if (const TypeRow* row = begin(head)) {
    if (first.kind != Kind::untyped || second.kind != Kind::untyped) {
      typed_container(*row, head, container, first, second);
    } else {
      out_.write(header_of(*row, 0), count_word(container.count, container.shared));
    }
  }
  open(Open::container);
}

inline void Encoder::array(Head head, const Container& container) {
  const TypeRow* row = dialect_.row_of(head.type);
  if (row == nullptr || row->layout != Layout::typed_array)
    return this->container(head, container, container.value, {});
  if (begin(head) != nullptr) typed_array(*row, head, container);
  open(Open::container);
}

inline void Encoder::dictionary(Head head, const Container& container) {
  this->container(head, container, container.key, container.value);
}

inline void Encoder::part(const Text& text) {
  if (!ok()) return;
  const bool entry = open_.top() == Open::packed_texts;
  if (open_.top() == Open::object)
    expect_script((dialect_.script_paths || loses_scripts_) && view(text) == "script");
  write_text(text, entry && dialect_.nul_in_packed_texts);
}

inline void Encoder::end() {
  open_.pop();
  look_ahead();
}

}  // namespace godot_variant
