// Finds the values that match a query: a sink that hears every value and reports the positions of those that
// do.
#pragma once
#include "bytes/stack.h"
#include "events/any_sink.h"
#include "search/query.h"
#include "text/decimal.h"

namespace godot_variant {

/// Values inside keys belong to the value of the key. Elements of a PackedStringArray are values here.
class Searcher final : public AnySink {
 public:
  /// The target of a text whose value has no wanted type.
  static constexpr std::int32_t dropped = -1;

  Searcher(const Query& query, const Needle& needle) : query_(query), needle_(needle) {
    open_.top() = query.pairs != 0 ? Place::key : Place::element;
  }

  /// Ends the search. A match in a key whose value is not in the input is reported at the end of the input.
  void finish(std::size_t end);

  /// Positions of the values that match, in order; when texts are collected, the position for each text.
  WordBuffer take_matches() { return std::move(matches_); }
  /// The collected texts, each with a NUL behind it, which no text contains.
  ByteBuffer take_texts() { return std::move(texts_); }

  void empty(Head head) override;
  void boolean(Head head, bool value) override;
  void integer(Head head, std::int64_t value) override;
  void real(Head head, double value) override;
  void text(Head head, const Text& text) override;
  void numbers(Head head, const Numbers& numbers) override;
  void id(Head head, std::uint64_t id) override;
  void signal(Head head, const Text& name, std::uint64_t) override { text(head, name); }
  void packed(Head head, const Numbers& numbers) override;
  void image(Head head, const ImageParts&) override { conclude(head, begin(head), false); }
  void input_event(Head head, const InputEventParts&) override { conclude(head, begin(head), false); }
  void node_path(Head head, const NodePathHead& path) override;
  void object(Head head, const Text& class_name, std::uint32_t count) override;
  void array(Head head, const Container& container) override;
  void dictionary(Head head, const Container& container) override;
  void packed_texts(Head head, std::uint32_t count) override;
  void part(const Text& text) override;
  void end() override;
  bool ok() const override { return true; }

 private:
  /// What comes next in an open container. `in_key` is for all that a key contains.
  enum class Place : std::uint8_t { element, key, value, in_key, property, text, path_part };

  /// Begins a value. Returns true for a key and what it contains.
  bool begin(Head head);
  void arrives(Head head, bool is_wanted);
  /// Compares a text, or collects it.
  bool found(Head head, bool is_key, Bytes text);
  /// A value that is not stored as text, but shown as one.
  void shown(Head head, bool is_key, std::string_view text, bool hit = false);
  void conclude(Head head, bool is_key, bool hit);
  void open(Head head, Place first, bool hit);
  bool is_named(const Typing& typing);
  bool is_wanted(Type type) const { return (query_.types >> static_cast<unsigned>(type) & 1) != 0; }
  bool has_name(Type type) const { return (query_.named >> static_cast<unsigned>(type) & 1) != 0; }
  bool has_in_range(const Numbers& numbers) const;

  Query query_;
  Needle needle_;
  Stack<Place> open_;
  /// The key before the next value matches.
  bool key_hit_ = false;
  /// The current value has a wanted type.
  bool wanted_ = false;
  /// Its key matches, or it meets the criteria whatever it contains.
  bool hit_ = false;
  /// The first text of keys whose value has not come yet.
  std::size_t waiting_ = 0;
  WordBuffer matches_;
  ByteBuffer texts_;
  PowersOfTen powers_;
  /// The NodePath that is being read.
  Head path_head_{};
  NodePathHead path_;
  bool path_in_key_ = false;
  std::uint32_t path_parts_ = 0;
  ByteBuffer path_text_;
};

}  // namespace godot_variant
