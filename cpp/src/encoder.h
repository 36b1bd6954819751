// Events to bytes: one encoder for every dialect. It is a Sink; the dialect's table decides ids, flags and
// widths.
#pragma once
#include <string_view>
#include <vector>

#include "any_sink.h"
#include "godot_variant/error.h"
#include "numbers.h"

namespace godot_variant {

/// How wide vector components are written where the dialect has a choice.
enum class RealChoice : std::uint8_t { as_given, single, wide };

/// What an Encoder needs to know besides the events.
struct EncodeSettings {
  const Dialect* dialect = nullptr;
  bool full_objects = false;
  RealChoice reals = RealChoice::as_given;
  std::uint32_t depth = default_depth;
  std::uint64_t output_bytes = default_output_bytes;
};

class Encoder final : public AnySink {
 public:
  Encoder(Writer& out, const EncodeSettings& settings)
      : out_(out), settings_(settings), dialect_(*settings.dialect) {}

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

  bool ok() const override { return error().code == ErrorCode::none; }
  /// The first failure; `offset` is the Head::at of the value.
  Error error() const {
    const bool too_large = out_.size() > settings_.output_bytes;
    return error_.code == ErrorCode::none && too_large ? Error{ErrorCode::too_large, last_.at} : error_;
  }
  const std::vector<Loss>& losses() const { return losses_; }

 private:
  void fail(ErrorCode code, Head head);
  void lose(LossCode code, Head head) { losses_.push_back({code, head.at, head.type, head.type}); }
  bool makes_room(std::uint64_t bytes);
  const TypeRow* begin(Head head);
  void header(const TypeRow& row, std::uint32_t flags);
  void write_text(const Text& text, bool ends_with_nul = false);
  Element wire_element(const TypeRow& row, Element given) const;
  void check_rounding(Head head, const Numbers& numbers, Element element);
  std::uint32_t kind_of(Head head, const Typing& typing, const TypeRow& row);
  void write_typing(const Typing& typing);
  void write_count(const Container& container);

  /// What is open: parts of different values are written differently.
  enum class Open : std::uint8_t { node_path, object, container, packed_texts };

  Writer& out_;
  const EncodeSettings& settings_;
  const Dialect& dialect_;
  std::vector<Open> open_;
  /// The next value is the property `script` of an Object.
  bool script_ = false;
  /// The value that began last.
  Head last_{};
  Error error_;
  std::vector<Loss> losses_;
};

}  // namespace godot_variant
