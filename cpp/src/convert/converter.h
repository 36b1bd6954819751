// A Sink in front of another dialect's Encoder that replaces values the dialect lacks.
#pragma once
#include "events/any_sink.h"
#include "wire/encoder.h"
#include "wire/lane.h"

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

  /// Passes on what the decoder's lane reads.
  class Pen;
  /// The bytes that a lane reads, for the positions of losses and errors.
  void start(Bytes input) { input_ = input; }

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
  Bytes input_;
  Notes<Loss> losses_;
};

/// Functions return false when the Encoder has failed. The Decoder then sends the value again, which the
/// Encoder ignores, and stops.
class Converter::Pen {
 public:
  explicit Pen(Converter& converter) : converter_(converter) {}

  static constexpr bool is_usable() { return true; }
  static void load(const Reader&) {}
  static void save(bool) {}

  /// No keys are predicted.
  static Bytes expected_key() { return {}; }
  static bool take_expected_key() { return false; }
  bool key(const std::uint8_t* at, Bytes bytes) { return text(Type::String, at, bytes); }
  bool empty(Type type, const std::uint8_t* at) {
    converter_.empty(head(type, at));
    return converter_.ok();
  }
  bool boolean(Type type, const std::uint8_t* at, bool value) {
    converter_.boolean(head(type, at), value);
    return converter_.ok();
  }
  bool integer(Type type, const std::uint8_t* at, std::int64_t value) {
    converter_.integer(head(type, at), value);
    return converter_.ok();
  }
  bool real(Type type, const std::uint8_t* at, double value) {
    converter_.real(head(type, at), value);
    return converter_.ok();
  }
  bool text(Type type, const std::uint8_t* at, Bytes bytes) {
    converter_.text(head(type, at), {bytes});
    return converter_.ok();
  }
  bool numbers(Type type, const std::uint8_t* at, const Numbers& numbers) {
    converter_.numbers(head(type, at), numbers);
    return converter_.ok();
  }
  static constexpr bool has_room_for_path(std::uint32_t) { return true; }
  /// Keeps a name of the NodePath that node_path() passes on.
  bool name(std::uint32_t number, Bytes bytes) {
    names_[number] = bytes;
    return true;
  }
  bool node_path(Type type, const std::uint8_t* at, bool absolute, bool property_known, std::uint32_t names) {
    converter_.node_path(head(type, at), {absolute, false, property_known, names, 0});
    for (std::uint32_t i = 0; i < names; ++i) converter_.part({names_[i]});
    converter_.end();
    return converter_.ok();
  }
  bool container(Type type, const std::uint8_t* at, std::uint32_t count, bool shared, bool pairs) {
    const Container container{count, shared, {}, {}};
    if (pairs) {
      converter_.dictionary(head(type, at), container);
    } else {
      converter_.array(head(type, at), container);
    }
    return converter_.ok();
  }
  bool end() {
    converter_.end();
    return true;
  }

 private:
  Head head(Type type, const std::uint8_t* at) const {
    return {type, static_cast<std::size_t>(at - converter_.input_.data())};
  }

  Converter& converter_;
  std::array<Bytes, most_lane_names> names_;
};

}  // namespace godot_variant
