#include "diagnose/path.h"

namespace godot_variant {
namespace {

/// Paths in very deep values could exceed the size of the input many times; further paths stay empty.
constexpr std::size_t max_segments = 4'000'000;

}  // namespace

void PathTracker::part(const Text& text) {
  Level& level = open_.back();
  if (level.kind != Level::Kind::object) return;
  level.has_key = true;
  level.key = text.at;
}

void PathTracker::end() {
  open_.pop_back();
  done();
}

std::vector<Segment> PathTracker::here() const {
  std::vector<Segment> path;
  for (const Level& level : open_) {
    if (level.kind == Level::Kind::array) {
      path.push_back({Segment::Kind::index, level.index});
    } else if (!level.has_key) {
      break;
    } else {
      path.push_back(
          {level.kind == Level::Kind::object ? Segment::Kind::property : Segment::Kind::key, level.key});
    }
  }
  return path;
}

void PathTracker::meet(Head head) {
  for (; next_ < targets_.size() && targets_[next_] <= head.at; ++next_) {
    if (noted_ >= max_segments) {
      found_.emplace_back();
      continue;
    }
    found_.push_back(here());
    found_key_ = head.at == targets_[next_] && is_key_next();
    noted_ += found_.back().size();
  }
  if (is_key_next()) open_.back().key = head.at;
}

void PathTracker::leaf(Head head) {
  meet(head);
  done();
}

void PathTracker::enter(Head head, Level::Kind kind) {
  meet(head);
  open_.push_back({kind});
}

void PathTracker::done() {
  if (open_.empty()) return;
  Level& level = open_.back();
  if (level.kind == Level::Kind::array) {
    ++level.index;
  } else {
    level.has_key = level.kind == Level::Kind::dictionary && !level.has_key;
  }
}

}  // namespace godot_variant
