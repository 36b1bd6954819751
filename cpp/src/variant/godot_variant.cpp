#include "godot_variant/godot_variant.h"

#include <algorithm>

#include "bytes/caller_memory.h"
#include "convert/conversion.h"
#include "diagnose/readings.h"
#include "events/usual_floats.h"
#include "variant/repeated_keys.h"
#include "variant/requests.h"
#include "variant/variant_builder.h"

namespace godot_variant {
namespace {

Error unknown_dialect() { return {ErrorCode::unknown_dialect, 0}; }

}  // namespace

Result<Decoded> decode(Bytes input, const DecodeOptions& options) {
  const UsualFloats floats;
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

Result<Converted> convert(Bytes input, const ConvertOptions& options) {
  const UsualFloats floats;
  const Dialect* from = find_dialect(options.from);
  const Dialect* to = find_dialect(options.to);
  if (from == nullptr || to == nullptr) return unknown_dialect();
  const EncodeSettings settings = encode_settings(options, to, options.allow_objects);
  Converted converted;
  // Most values take as many bytes in one dialect as in another.
  VectorWriter writer(converted.bytes, [&] {
    return static_cast<std::size_t>(std::min<std::uint64_t>(input.size(), settings.output_bytes));
  });
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
  converted.warnings = std::move(read.warnings);
  return converted;
}

std::vector<std::string_view> dialect_names() {
  std::vector<std::string_view> names;
  for (const Dialect& dialect : all_dialects()) names.push_back(dialect.name);
  return names;
}

}  // namespace godot_variant
