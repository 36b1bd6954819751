// A Sink in front of another dialect's Encoder that replaces values the dialect lacks.
#pragma once
#include "events/any_sink.h"
#include "wire/encoder.h"

namespace godot_variant {

/// Passes events on. A value that the target cannot hold gets the table's fallback type, and a Loss is
/// recorded.
class Converter final : public AnySink {
 public:
  Converter(Encoder& encoder, const Dialect& target) : to_(encoder), target_(target) {}

  void empty(Head head) override;
  void boolean(Head head, bool value) override { to_.boolean(head, value); }
  void integer(Head head, std::int64_t value) override { to_.integer(head, value); }
  void real(Head head, double value) override { to_.real(head, value); }
  void text(Head head, const Text& text) override { to_.text(replaced(head), text); }
  void numbers(Head head, const Numbers& numbers) override;
  void id(Head head, std::uint64_t id) override;
  void signal(Head head, const Text& name, std::uint64_t object) override;
  void packed(Head head, const Numbers& numbers) override;
  void image(Head head, const ImageParts& image) override;
  void input_event(Head head, const InputEventParts& event) override;
  void node_path(Head head, const NodePathHead& path) override { to_.node_path(head, path); }
  void object(Head head, const Text& class_name, std::uint32_t count) override {
    to_.object(head, class_name, count);
  }
  void array(Head head, const Container& container) override;
  void dictionary(Head head, const Container& container) override { to_.dictionary(head, container); }
  void packed_texts(Head head, std::uint32_t count) override { to_.packed_texts(head, count); }
  void part(const Text& text) override { to_.part(text); }
  void end() override { to_.end(); }
  bool ok() const override { return to_.ok(); }

  /// Type changes only; the Encoder records all other losses.
  const Notes<Loss>& losses() const { return losses_; }

 private:
  bool has(Type type) const { return target_.row_of(type) != nullptr; }
  /// Replaces the type with one that the target can hold, if the table has one.
  Head replaced(Head head) { return has(head.type) ? head : replacement(head); }
  Head replacement(Head head);
  bool needs_typed_array(const Typing& elements) const;
  void unpack(Head head, const Numbers& numbers);

  Encoder& to_;
  const Dialect& target_;
  Notes<Loss> losses_;
};

}  // namespace godot_variant
