#include "diagnose/ambiguity.h"

#include <algorithm>

#include "diagnose/path.h"

namespace godot_variant {
namespace {

bool is_denormal(std::uint32_t bits) { return (bits & 0x7F800000) == 0 && (bits & 0x007FFFFF) != 0; }

bool has_denormal(Bytes floats) {
  for (std::size_t at = 0; at + 4 <= floats.size(); at += 4) {
    if (is_denormal(load<std::uint32_t>(floats.data() + at))) return true;
  }
  return false;
}

}  // namespace

bool is_ambiguous(const Input& input, const ReadRequest& request) {
  const ValueFrame frame = find_frame(input, request.framing);
  Reader reader(frame.input, frame.begin);
  if (!reader.has(4)) return false;
  const std::uint32_t id = reader.read<std::uint32_t>();
  const Dialect& dialect = *request.settings.dialect;
  if (id >= dialect.rows.size() || dialect.rows[id].layout != Layout::numbers) return false;
  if (dialect.rows[id].element == Element::i32) return false;
  if (!reader.has(reader.remaining()) || !has_denormal(reader.ahead(reader.remaining()))) return false;
  return std::any_of(all_dialects().begin(), all_dialects().end(), [&](const Dialect& other) {
    if (!other.engine || id >= other.rows.size() || other.rows[id].layout == Layout::numbers) return false;
    ReadRequest attempt = request;
    attempt.settings.dialect = &other;
    attempt.allow_trailing = false;
    PathTracker sink({});
    return read_value<AnySink>(input, attempt, sink).ok();
  });
}

}  // namespace godot_variant
