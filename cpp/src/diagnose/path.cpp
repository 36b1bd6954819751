#include "diagnose/path.h"

namespace godot_variant {
namespace {

/// Paths of very deep values could be larger than the input many times over; later ones stay empty.
constexpr std::size_t max_segments = 4'000'000;

}  // namespace

void PathTracker::part(const Text& text) {
  Frame& frame = open_.back();
  if (frame.shape != Shape::object) return;
  frame.has_key = true;
  frame.key = text.at;
}

void PathTracker::end() {
  open_.pop_back();
  done();
}

std::vector<Segment> PathTracker::here() const {
  std::vector<Segment> path;
  for (const Frame& frame : open_) {
    if (frame.shape == Shape::array) {
      path.push_back({Segment::Kind::index, frame.index});
    } else if (!frame.has_key) {
      break;
    } else {
      path.push_back(
          {frame.shape == Shape::object ? Segment::Kind::property : Segment::Kind::key, frame.key});
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
    noted_ += found_.back().size();
  }
  if (open_.empty()) return;
  Frame& frame = open_.back();
  if (frame.shape == Shape::dictionary && !frame.has_key) frame.key = head.at;
}

void PathTracker::leaf(Head head) {
  meet(head);
  done();
}

void PathTracker::enter(Head head, Shape shape) {
  meet(head);
  open_.push_back({shape});
}

/// A value ended: the parent goes on.
void PathTracker::done() {
  if (open_.empty()) return;
  Frame& frame = open_.back();
  if (frame.shape == Shape::array) {
    ++frame.index;
  } else {
    frame.has_key = frame.shape == Shape::dictionary && !frame.has_key;
  }
}

}  // namespace godot_variant
