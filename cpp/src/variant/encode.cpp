// The writing part of godot_variant.h, and the paths to what it refuses.
#include <algorithm>
#include <optional>

#include "bytes/caller_memory.h"
#include "convert/conversion.h"
#include "events/usual_floats.h"
#include "variant/equal_keys.h"
#include "variant/repeated_keys.h"
#include "variant/requests.h"
#include "variant/value_at.h"
#include "variant/variant_player.h"
#include "wire/size_estimate.h"

namespace godot_variant {
namespace {

/// No more than this is allocated for an estimate: one part that is not like the others makes it too large,
/// at each level of nesting again.
constexpr std::uint64_t most_expected = std::uint64_t{64} * 1024 * 1024;

/// About the bytes that a value takes, to allocate them at once. Never more than the limit allows.
std::size_t expected_size(const Variant& value, const Limits& limits) {
  SizeEstimate estimate;
  VariantPlayer(estimate).run(value);
  const std::uint64_t expected = std::min<std::uint64_t>(estimate.size() + 4, most_expected);
  return static_cast<std::size_t>(std::min(expected, limits.output_bytes));
}

/// Writes one value. Errors are noted in `path`, if it is not null.
class Writing {
 public:
  Writing(const EncodeOptions& options, const Dialect& dialect, Path* path = nullptr)
      : options_(options),
        dialect_(dialect),
        settings_(encode_settings(options, &dialect, options.full_objects)),
        path_(path) {}

  EncodeSettings& settings() { return settings_; }

  Error run(const Variant& value, Writer& out) {
    if (has_equal_keys(value)) return {ErrorCode::unsupported_value, 0};
    const FrameWriter frame(out, options_.framing);
    Encoder encoder(out, settings_);
    VariantPlayer player(encoder);
    player.run(value);
    narrows_ = encoder.narrows();
    if (options_.losses != nullptr) losses_ = written_losses(encoder);
    const Error error = player.error() != ErrorCode::none ? Error{player.error(), 0} : encoder.error();
    if (error.code == ErrorCode::none) {
      frame.close();
    } else if (path_ != nullptr) {
      *path_ = player.path();
    }
    return error;
  }

  /// Refuses written bytes in which different keys became equal. Otherwise, tells the losses and warnings.
  Error finish(Bytes output) {
    if (narrows_) {
      const ReadRequest request = target_request(options_, &dialect_);
      const std::optional<std::size_t> key = find_repeated_key(output, request);
      if (key && path_ != nullptr) *path_ = path_to(output, *key, request);
      if (key) return {ErrorCode::unsupported_value, 0};
    }
    const std::vector<Warning> misfits =
        options_.warnings != nullptr ? misfits_in(output) : std::vector<Warning>();
    // Neither list changes if there is no memory for the other one.
    if (!misfits.empty()) make_room(*options_.warnings, misfits.size());
    if (!losses_.empty()) options_.losses->insert(options_.losses->end(), losses_.begin(), losses_.end());
    if (!misfits.empty()) options_.warnings->insert(options_.warnings->end(), misfits.begin(), misfits.end());
    return {};
  }

 private:
  /// The losses, with the places of their values in the output.
  static std::vector<Loss> written_losses(const Encoder& encoder) {
    std::vector<Loss> losses = encoder.losses().list(LossCode::more_losses);
    for (std::size_t i = 0; i < losses.size(); ++i) losses[i].offset = encoder.lost_at()[i];
    return losses;
  }

  /// Reads what was written, because only the bytes have the places. The other warnings of decode do not
  /// concern what encode writes: of a byte order mark, it writes two, so that readers keep one.
  std::vector<Warning> misfits_in(Bytes output) const {
    ReadRequest request = target_request(options_, &dialect_);
    request.settings.only_misfits = true;
    SizeEstimate unused;
    return read_value(output, request, unused).warnings;
  }

  /// Enlarges a list in such steps that many calls copy it only a few times.
  static void make_room(std::vector<Warning>& list, std::size_t count) {
    if (count > list.capacity() - list.size())
      list.reserve(std::max(list.size() + count, list.capacity() * 2));
  }

  /// Engines keep one of two entries with equal keys. decode does, too.
  bool has_equal_keys(const Variant& value) {
    if (Blocks::is_untouched_tree(value)) return false;
    EqualKeySearch search(key_equality(dialect_));
    if (!search.run(value)) return false;
    if (path_ != nullptr) *path_ = search.path();
    return true;
  }

  const EncodeOptions& options_;
  const Dialect& dialect_;
  EncodeSettings settings_;
  /// Keys that differ may have become equal.
  bool narrows_ = false;
  std::vector<Loss> losses_;
  Path* path_;
};

Result<std::vector<std::uint8_t>> encode(const Variant& value, const EncodeOptions& options, Path* path) {
  const UsualFloats floats;
  const Dialect* dialect = find_dialect(options.dialect);
  if (dialect == nullptr) return Error{ErrorCode::unknown_dialect, 0};
  std::vector<std::uint8_t> bytes;
  VectorWriter writer(bytes, [&] { return expected_size(value, options.limits); });
  Writing writing(options, *dialect, path);
  Error error = writing.run(value, writer);
  if (error.code != ErrorCode::none) return error;
  writer.finish();
  error = writing.finish(bytes);
  if (error.code != ErrorCode::none) return error;
  return bytes;
}

}  // namespace

Result<std::vector<std::uint8_t>> encode(const Variant& value, const EncodeOptions& options) {
  return encode(value, options, nullptr);
}

Result<std::size_t> encode_into(const Variant& value, std::span<std::uint8_t> target,
                                const EncodeOptions& options) {
  const UsualFloats floats;
  const Dialect* dialect = find_dialect(options.dialect);
  if (dialect == nullptr) return Error{ErrorCode::unknown_dialect, 0};
  FixedWriter writer(target);
  Writing writing(options, *dialect);
  std::uint64_t& limit = writing.settings().output_bytes;
  limit = writer.limit_of(limit);
  Error error = writing.run(value, writer);
  if (error.code != ErrorCode::none) return error;
  const auto size = static_cast<std::size_t>(writer.size());
  error = writing.finish(target.first(size));
  if (error.code != ErrorCode::none) return error;
  return size;
}

Path path_of_error(const Variant& value, const EncodeOptions& options) {
  Path path;
  EncodeOptions again = options;
  again.losses = nullptr;
  again.warnings = nullptr;
  static_cast<void>(encode(value, again, &path));
  return path;
}

}  // namespace godot_variant
