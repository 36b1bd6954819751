#include "diagnose/readings.h"

#include <algorithm>

#include "diagnose/plausibility.h"

namespace godot_variant {
namespace {

static_assert(dialect_count <= 16, "Warning::dialects has a bit for each dialect");

/// Reads what fills the input from a position on.
class Attempt {
 public:
  Attempt(const Input& input, const ReadRequest& request, const Dialect& dialect)
      : input_(input), request_(request), dialect_(dialect) {}

  bool value(std::size_t begin, std::size_t end) {
    const Input part(input_.bytes.first(end), input_.loader);
    ++count_;
    const DecodeSettings& settings = request_.settings;
    return sink_.read(part, dialect_, settings.depth, settings.elements, begin, settings.replace_bad_utf8) &&
           !sink_.stopped();
  }

  /// Reads frames up to the end of the input.
  bool frames(std::size_t begin) {
    const std::size_t size = input_.bytes.size();
    for (std::size_t end = begin; begin < size; begin = end) {
      end = end_of_frame(begin);
      if (end == 0 || !value(begin + 4, end)) return false;
    }
    return true;
  }

  bool read(Wrapping wrapping, std::size_t begin) {
    if (wrapping == Wrapping::none) return value(begin, input_.bytes.size());
    if (wrapping == Wrapping::frames) return frames(begin);
    return end_of_frame(begin) == input_.bytes.size() && frames(begin + 4);
  }

  const Plausibility& sink() const { return sink_; }
  std::uint32_t points() const { return sink_.points(); }
  std::uint32_t count() const { return count_; }

 private:
  /// 0 when there is no frame with room for a value.
  std::size_t end_of_frame(std::size_t begin) const {
    Reader reader(input_, begin);
    if (!reader.has(4)) return 0;
    const std::uint32_t length = reader.read<std::uint32_t>();
    return length >= 4 && reader.holds(length) ? begin + 4 + length : 0;
  }

  const Input& input_;
  const ReadRequest& request_;
  const Dialect& dialect_;
  Plausibility sink_;
  std::uint32_t count_ = 0;
};

constexpr Wrapping all_wrappings[] = {Wrapping::none, Wrapping::frames, Wrapping::framed_twice};

class Search {
 public:
  Search(const Input& input, const ReadRequest& request) : input_(input), request_(request) {}

  std::vector<Reading> run() {
    for (const Detected rank : {Detected::first, Detected::last}) {
      if (found_.empty()) try_all(rank);
    }
    sort();
    return std::move(found_);
  }

 private:
  /// The most plausible first. There are few readings, and the library's sort takes a kilobyte of the WASM
  /// module.
  void sort() {
    for (std::size_t end = 1; end < found_.size(); ++end) {
      for (std::size_t i = end; i > 0 && found_[i - 1].points < found_[i].points; --i)
        std::swap(found_[i - 1], found_[i]);
    }
  }

  void try_all(Detected rank) {
    for (const Wrapping wrapping : all_wrappings) {
      for (const Dialect& dialect : all_dialects()) {
        if (dialect.detected != rank || take(wrapping, dialect)) continue;
        const Dialect& other = all_dialects()[dialect.with_object_scripts];
        if (&other != &dialect) take(wrapping, other);
      }
    }
  }

  bool take(Wrapping wrapping, const Dialect& dialect) {
    Attempt attempt(input_, request_, dialect);
    if (!attempt.read(wrapping, 0) || attempt.count() == 0) return false;
    if (attempt.points() >= least_plausible)
      found_.push_back({&dialect, wrapping, attempt.count(), attempt.points()});
    return true;
  }

  const Input& input_;
  const ReadRequest& request_;
  std::vector<Reading> found_;
};

/// Compares a value of the default dialect with everything else that its bytes may be.
class Doubt {
 public:
  Doubt(const Input& input, const ReadRequest& request, ReadResult& result)
      : frame_(find_frame(input, request.framing)), request_(request), result_(result) {}

  SizeRange run() {
    Reader reader(frame_.input, frame_.begin);
    reader.has(4);
    header_ = reader.read<std::uint32_t>();
    if (reader.has(4)) count_ = reader.read<std::uint32_t>();
    row_ = row_in(*request_.settings.dialect);
    whole_ = result_.value_end >= frame_.input.bytes.size();
    SizeRange doubtful;
    for (const Dialect& dialect : all_dialects()) {
      if (dialect.detected != Detected::first) continue;
      const TypeRow* row = row_in(dialect);
      if (row != nullptr && row->type != row_->type) {
        const SizeRange sizes = sizes_of(*row);
        if (sizes.holds(frame_.input.bytes.size())) compare(dialect, row->type);
        doubtful.add(sizes);
      }
      if (!whole_ && is_framed(dialect)) refused_ = true;
    }
    if (refused_) result_.error = {ErrorCode::ambiguous_dialect, 0};
    result_.warnings.insert(result_.warnings.begin(), warnings_.begin(), warnings_.end());
    return doubtful;
  }

 private:
  const TypeRow* row_in(const Dialect& dialect) const {
    const std::uint32_t id = header_ & dialect.type_mask;
    return id < dialect.rows.size() ? &dialect.rows[id] : nullptr;
  }

  /// True when the bytes, of which the value leaves some over, are frames up to the end.
  bool is_framed(const Dialect& dialect) const {
    return std::any_of(std::begin(all_wrappings) + 1, std::end(all_wrappings), [&](Wrapping wrapping) {
      Attempt attempt(frame_.input, request_, dialect);
      return attempt.read(wrapping, frame_.begin) && attempt.points() >= least_plausible;
    });
  }

  /// The sizes of inputs that may be a value of this row as well. Beside a container, a packed array matters
  /// only if it fills the input. Its count tells that, which is much faster than to read both: nearly every
  /// value of the default dialect is a Dictionary, with such a rival.
  SizeRange sizes_of(const TypeRow& row) const {
    constexpr std::uint64_t most_padding = 3;
    if (!is_container(*row_) || row.layout != Layout::packed) return {0, UINT64_MAX};
    const bool wide = row.element == Element::real && (header_ & row.flags) != 0;
    const std::size_t width = wide ? 8 : width_of(row.element);
    const std::uint64_t end = frame_.begin + 8 + std::uint64_t{count_} * row.components * width;
    return {end, end + most_padding};
  }

  void compare(const Dialect& dialect, Type type) {
    Attempt attempt(frame_.input, request_, dialect);
    const bool reads_all = attempt.read(Wrapping::none, frame_.begin);
    const Plausibility& other = attempt.sink();
    // A header alone, such as a RID of Godot 3, may stand before anything.
    if (!reads_all && (!other.is_whole() || other.walked() <= 4)) return;
    const bool is_plausible = other.points() >= least_plausible;
    if (!is_plausible && is_container(*row_)) return;
    const std::uint32_t own = own_points();
    bool is_better = other.is_container() && own < 100 && (is_plausible || other.points() > own);
    if (reads_all) is_better = is_better || (whole_ ? other.points() > own : is_plausible);
    refused_ = refused_ || is_better;
    const bool is_rival = (reads_all || !whole_) && (other.points() >= own || reads_all > whole_);
    if (is_better || (is_rival && !is_container(*row_))) warn(dialect, type);
  }

  /// Reads the value again, so callers first make sure that it may matter.
  std::uint32_t own_points() const {
    Attempt attempt(frame_.input, request_, *request_.settings.dialect);
    attempt.read(Wrapping::none, frame_.begin);
    return attempt.points();
  }

  void warn(const Dialect& dialect, Type type) {
    const auto bit = static_cast<std::uint16_t>(1U << (&dialect - all_dialects().data()));
    for (Warning& warning : warnings_) {
      if (warning.type == type) return void(warning.dialects |= bit);
    }
    warnings_.push_back({WarningCode::ambiguous_dialect, frame_.begin, type, bit});
  }

  ValueFrame frame_;
  const ReadRequest& request_;
  ReadResult& result_;
  std::uint32_t header_ = 0;
  /// The word behind the header.
  std::uint32_t count_ = 0;
  const TypeRow* row_ = nullptr;
  bool whole_ = false;
  bool refused_ = false;
  std::vector<Warning> warnings_;
};

}  // namespace

std::vector<Reading> readings_of(const Input& input, const ReadRequest& request) {
  return Search(input, request).run();
}

SizeRange doubt(const Input& input, const ReadRequest& request, ReadResult& result) {
  return Doubt(input, request, result).run();
}

}  // namespace godot_variant
