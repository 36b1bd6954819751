// Events to bytes: one encoder for every dialect. It is a Sink; the dialect's table decides ids, flags and
// widths.
#pragma once
#include <string_view>

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

  bool ok() const override { return error_.code == ErrorCode::none && !out_.exceeds_limit(); }
  /// The first failure; `offset` is the Head::at of the value.
  Error error() const {
    return ok() || error_.code != ErrorCode::none ? error_ : Error{ErrorCode::too_large, last_.at};
  }
  const Notes<Loss>& losses() const { return losses_; }

 private:
  /// The kind of the innermost open value, which decides how parts are written.
  enum class Open : std::uint8_t { node_path, object, container, packed_texts };

  void fail(ErrorCode code, Head head);
  void lose(LossCode code, Head head) { losses_.add({code, head.at, head.type, head.type}); }
  bool makes_room(std::uint64_t bytes);
  /// Starts a value; every value passes through here or TapeEncoder. Returns the row of its type, or null if
  /// the value must not be written.
  const TypeRow* begin(Head head);
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
  friend class TapeEncoder;
  Element wire_element(const TypeRow& row, Element given) const;
  void check_rounding(Head head, const TypeRow& row, const Numbers& numbers, Element element);
  std::uint32_t kind_of(const Typing& typing, const TypeRow& row) const;
  bool is_script(const Text& text) const;
  void container(Head head, const Container& container, const Typing& first, const Typing& second);
  void typed_array(const TypeRow& row, Head head, const Container& container);
  void write_typing(const Typing& typing);
  void write_count(const Container& container);

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
};

}  // namespace godot_variant
