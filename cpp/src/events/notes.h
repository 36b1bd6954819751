// Warnings and losses: the first ones are listed, the others are only counted.
#pragma once
#include <algorithm>
#include <vector>

#include "godot_variant/error.h"

namespace godot_variant {

inline constexpr std::size_t most_notes = 1000;

/// Collects notes.
template <class Note>
class Notes {
 public:
  Notes() = default;
  /// Takes notes from what list() returned.
  template <class Code>
  Notes(std::vector<Note> list, Code more) : list_(std::move(list)) {
    if (list_.empty() || list_.back().code != more) return;
    others_ = list_.back().count;
    others_at_ = list_.back().offset;
    list_.pop_back();
  }
  void add(const Note& note) {
    if (list_.size() < most_notes) return list_.push_back(note);
    others_at_ = others_ == 0 ? note.offset : std::min(others_at_, note.offset);
    ++others_;
  }
  /// Adds a note behind those of its offset or a lower one. Most come in this order, but the name of a
  /// property has the offset of its Object.
  void insert(const Note& note) {
    if (list_.size() == most_notes) return add(note);
    const auto is_before = [](std::size_t offset, const Note& other) { return offset < other.offset; };
    list_.insert(std::upper_bound(list_.begin(), list_.end(), note.offset, is_before), note);
  }
  bool empty() const { return list_.empty(); }
  /// Adds notes and sorts all by their offsets; those of this list come first at the same offset.
  void merge(const std::vector<Note>& others) {
    if (others.empty()) return;
    std::vector<Note> all = std::move(list_);
    all.insert(all.end(), others.begin(), others.end());
    std::stable_sort(all.begin(), all.end(),
                     [](const Note& a, const Note& b) { return a.offset < b.offset; });
    if (all.size() > most_notes) {
      const std::size_t first_left = all[most_notes].offset;
      others_at_ = others_ == 0 ? first_left : std::min(others_at_, first_left);
      others_ += static_cast<std::uint32_t>(all.size() - most_notes);
      all.resize(most_notes);
    }
    list_ = std::move(all);
  }
  /// The list; its last note has the code `more` if it stands for others.
  template <class Code>
  std::vector<Note> list(Code more) const {
    std::vector<Note> list = list_;
    if (others_ > 0) {
      list.push_back({.code = more, .offset = others_at_});
      list.back().count = others_;
    }
    return list;
  }

 private:
  std::vector<Note> list_;
  std::uint32_t others_ = 0;
  /// The offset of the first one that is not listed.
  std::size_t others_at_ = 0;
};

}  // namespace godot_variant
