#include "godot_variant/godot_variant.h"

#include <algorithm>

#include "bytes/caller_memory.h"
#include "convert/conversion.h"
#include "diagnose/readings.h"
#include "variant/equal_keys.h"
#include "variant/read_request.h"
#include "variant/repeated_keys.h"
#include "variant/variant_builder.h"
#include "variant/variant_player.h"
#include "wire/size_estimate.h"

namespace godot_variant {
namespace {

EncodeSettings encode_settings(const Dialect* dialect, bool full_objects, FloatWidth real, Framing framing,
                               const Limits& limits) {
  // The length of a frame has 32 bits.
  const std::uint64_t most = framing == Framing::none ? UINT64_MAX : UINT32_MAX;
  return {dialect, full_objects, real, limits.depth, std::min(limits.output_bytes, most)};
}

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

/// The result of `write`.
struct Written {
  Error error;
  /// Keys that differ may have become equal.
  bool narrows = false;
};

Written write(const Variant& value, const EncodeSettings& settings, Framing framing, Writer& out) {
  // Engines keep one of two entries with equal keys. decode does, too.
  if (!Blocks::is_untouched_tree(value) && has_equal_keys(value, key_equality(*settings.dialect)))
    return {{ErrorCode::unsupported_value, 0}};
  const FrameWriter frame(out, framing);
  Encoder encoder(out, settings);
  VariantPlayer player(encoder);
  player.run(value);
  if (player.error() != ErrorCode::none) return {{player.error(), 0}};
  if (encoder.ok()) frame.close();
  return {encoder.error(), encoder.narrows()};
}

/// How to read what was written.
template <class Options>
ReadRequest target_request(const Options& options, const Dialect* to) {
  ReadRequest request = read_request(
      DecodeOptions{
          .allow_objects = true, .real = options.real, .framing = options.framing, .limits = options.limits},
      to);
  request.settings.elements = UINT64_MAX;
  return request;
}

/// The error of a written value, whose bytes are `output`.
Error error_of(const Written& written, Bytes output, const EncodeOptions& options, const Dialect* dialect) {
  if (written.error.code != ErrorCode::none || !written.narrows) return written.error;
  if (!repeats_keys(output, target_request(options, dialect))) return {};
  return {ErrorCode::unsupported_value, 0};
}

Error unknown_dialect() { return {ErrorCode::unknown_dialect, 0}; }

}  // namespace

Result<Decoded> decode(Bytes input, const DecodeOptions& options) {
  const Dialect* dialect = find_dialect(options.dialect);
  if (dialect == nullptr) return unknown_dialect();
  const ReadRequest request = read_request(options, dialect);
  VariantBuilder builder(*dialect, input);
  ReadResult read = read_value(input, request, builder);
  if (read.ok() && options.dialect.empty()) doubt(input, request, read);
  if (!read.ok()) return read.error;
  if (builder.repeats()) add_repeated_keys(read.warnings, input, request);
  return Decoded{builder.take(), read.bytes_read, std::move(read.warnings)};
}

Result<std::vector<std::uint8_t>> encode(const Variant& value, const EncodeOptions& options) {
  const Dialect* dialect = find_dialect(options.dialect);
  if (dialect == nullptr) return unknown_dialect();
  std::vector<std::uint8_t> bytes;
  VectorWriter writer(bytes, expected_size(value, options.limits));
  const EncodeSettings settings =
      encode_settings(dialect, options.full_objects, options.real, options.framing, options.limits);
  const Written written = write(value, settings, options.framing, writer);
  writer.finish();
  const Error error = error_of(written, bytes, options, dialect);
  if (error.code != ErrorCode::none) return error;
  return bytes;
}

Result<std::size_t> encode_into(const Variant& value, std::span<std::uint8_t> target,
                                const EncodeOptions& options) {
  const Dialect* dialect = find_dialect(options.dialect);
  if (dialect == nullptr) return unknown_dialect();
  FixedWriter writer(target);
  EncodeSettings settings =
      encode_settings(dialect, options.full_objects, options.real, options.framing, options.limits);
  settings.output_bytes = writer.limit_of(settings.output_bytes);
  const Written written = write(value, settings, options.framing, writer);
  const auto size = static_cast<std::size_t>(writer.size());
  const Error error = error_of(written, target.first(std::min(size, target.size())), options, dialect);
  if (error.code != ErrorCode::none) return error;
  return size;
}

Result<Converted> convert(Bytes input, const ConvertOptions& options) {
  const Dialect* from = find_dialect(options.from);
  const Dialect* to = find_dialect(options.to);
  if (from == nullptr || to == nullptr) return unknown_dialect();
  const EncodeSettings settings =
      encode_settings(to, options.allow_objects, options.real, options.framing, options.limits);
  Converted converted;
  // Most values take as many bytes in one dialect as in another.
  VectorWriter writer(converted.bytes,
                      static_cast<std::size_t>(std::min<std::uint64_t>(input.size(), settings.output_bytes)));
  Conversion conversion(writer, settings, options.framing);
  const ReadRequest request = read_request(options, from);
  ReadResult read = conversion.run(input, request);
  if (read.ok() && options.from.empty()) doubt(input, request, read);
  if (!read.ok()) return read.error;
  writer.finish();
  converted.bytes_read = read.bytes_read;
  Notes<Loss> losses = conversion.losses();
  if (conversion.may_merge_keys())
    losses.merge(merged_keys(input, request, converted.bytes, target_request(options, to)));
  converted.losses = losses.list(LossCode::more_losses);
  return converted;
}

std::vector<std::string_view> dialect_names() {
  std::vector<std::string_view> names;
  for (const Dialect& dialect : all_dialects()) names.push_back(dialect.name);
  return names;
}

}  // namespace godot_variant
