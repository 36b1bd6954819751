#include "godot_variant/godot_variant.h"

#include <algorithm>

#include "convert/conversion.h"
#include "diagnose/readings.h"
#include "variant/read_request.h"
#include "variant/variant_builder.h"

namespace godot_variant {
namespace {

EncodeSettings encode_settings(const Dialect* dialect, bool full_objects, FloatWidth real,
                               const Limits& limits) {
  return {dialect, full_objects, real, std::min(limits.depth, max_depth), limits.output_bytes};
}

std::vector<std::uint8_t> copy_of(Bytes bytes) { return {bytes.begin(), bytes.end()}; }

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
  return Decoded{builder.take(), read.bytes_read, std::move(read.warnings)};
}

Result<std::vector<std::uint8_t>> encode(const Variant& value, const EncodeOptions& options) {
  const Dialect* dialect = find_dialect(options.dialect);
  if (dialect == nullptr) return unknown_dialect();
  const EncodeSettings settings =
      encode_settings(dialect, options.full_objects, options.real, options.limits);
  Writer writer;
  const FrameWriter frame(writer, options.framing);
  Encoder encoder(writer, settings);
  VariantPlayer player(encoder);
  player.run(value);
  if (player.error() != ErrorCode::none) return Error{player.error(), 0};
  if (!encoder.ok()) return encoder.error();
  frame.close();
  return copy_of(writer.view());
}

Result<Converted> convert(Bytes input, const ConvertOptions& options) {
  const Dialect* from = find_dialect(options.from);
  const Dialect* to = find_dialect(options.to);
  if (from == nullptr || to == nullptr) return unknown_dialect();
  const EncodeSettings settings = encode_settings(to, options.allow_objects, options.real, options.limits);
  Conversion conversion(settings, options.framing);
  const ReadRequest request = read_request(options, from);
  ReadResult read = conversion.run(input, request);
  if (read.ok() && options.from.empty()) doubt(input, request, read);
  if (!read.ok()) return read.error;
  return Converted{copy_of(conversion.bytes()), read.bytes_read, conversion.losses()};
}

std::vector<std::string_view> dialect_names() {
  std::vector<std::string_view> names;
  for (const Dialect& dialect : all_dialects()) names.push_back(dialect.name);
  return names;
}

}  // namespace godot_variant
