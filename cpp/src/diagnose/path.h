// Paths from the top of a value to a nested one. PathTracker is a Sink that follows the current path.
#pragma once
#include <vector>

#include "events/any_sink.h"

namespace godot_variant {

/// One step of a path.
struct Segment {
  enum class Kind : std::uint8_t { index, key, property };
  Kind kind;
  /// An index, or the position of a Dictionary key or property name (Head::at, Text::at).
  std::size_t at;
};

/// Follows a source and records the path to each of `targets` (values of Head::at, ascending). When the
/// source fails, `here()` is the path to the value that it could not read. A value inside a Dictionary key
/// has the path of the Dictionary.
class PathTracker final : public AnySink {
 public:
  explicit PathTracker(std::span<const std::size_t> targets) : targets_(targets) {}

  void empty(Head head) override { leaf(head); }
  void boolean(Head head, bool) override { leaf(head); }
  void integer(Head head, std::int64_t) override { leaf(head); }
  void real(Head head, double) override { leaf(head); }
  void text(Head head, const Text&) override { leaf(head); }
  void numbers(Head head, const Numbers&) override { leaf(head); }
  void id(Head head, std::uint64_t) override { leaf(head); }
  void signal(Head head, const Text&, std::uint64_t) override { leaf(head); }
  void packed(Head head, const Numbers&) override { leaf(head); }
  void image(Head head, const ImageParts&) override { leaf(head); }
  void input_event(Head head, const InputEventParts&) override { leaf(head); }
  void node_path(Head head, const NodePathHead&) override { enter(head, Level::Kind::parts); }
  void object(Head head, const Text&, std::uint32_t) override { enter(head, Level::Kind::object); }
  void array(Head head, const Container&) override { enter(head, Level::Kind::array); }
  void dictionary(Head head, const Container&) override { enter(head, Level::Kind::dictionary); }
  void packed_texts(Head head, std::uint32_t) override { enter(head, Level::Kind::parts); }
  void part(const Text& text) override;
  void end() override;
  /// False after the last target.
  bool ok() const override { return targets_.empty() || next_ < targets_.size(); }

  /// The path of the next value.
  std::vector<Segment> here() const;
  /// Whether the last target that was reached is a key, whose path is that of the Dictionary.
  bool found_key() const { return found_key_; }
  /// One path for each target that was reached.
  const std::vector<std::vector<Segment>>& found() const { return found_; }

 private:
  struct Level {
    enum class Kind : std::uint8_t { array, dictionary, object, parts };
    Kind kind = Kind::parts;
    std::size_t index = 0;
    bool has_key = false;
    std::size_t key = 0;
  };

  bool is_key_next() const {
    return !open_.empty() && open_.back().kind == Level::Kind::dictionary && !open_.back().has_key;
  }
  void meet(Head head);
  void leaf(Head head);
  void enter(Head head, Level::Kind kind);
  void done();

  std::span<const std::size_t> targets_;
  std::size_t next_ = 0;
  std::size_t noted_ = 0;
  std::vector<Level> open_;
  std::vector<std::vector<Segment>> found_;
  bool found_key_ = false;
};

}  // namespace godot_variant
