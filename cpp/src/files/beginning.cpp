// Whether values may begin like these bytes, the first ones of a larger content.
#include <algorithm>

#include "files/file_plausibility.h"
#include "files/files.h"

namespace godot_variant::files {
namespace {

/// True when the values, one after the other, are valid as far as the bytes go.
bool may_begin(Bytes bytes, FileFraming framing, const Dialect& dialect, const DetectSettings& settings) {
  FilePlausibility sink;
  const auto is_whole = [&](Bytes value) {
    return sink.read(value, dialect, settings.depth, settings.elements);
  };
  if (framing == FileFraming::none) return is_whole(bytes) || sink.is_cut();
  std::uint64_t elements = 0;
  for (std::size_t at = 0; bytes.size() - at >= 4 && elements < settings.elements;) {
    const std::uint32_t size = length_at(bytes, at, framing == FileFraming::store_var_big_endian);
    at += 4;
    const bool cut = size > bytes.size() - at;
    const Bytes value = bytes.subspan(at, std::min<std::size_t>(size, bytes.size() - at));
    if (!is_whole(value) && !(cut && sink.is_cut())) return false;
    if (cut || sink.stopped()) return true;
    at += size;
    elements += size / 4;
  }
  return true;
}

}  // namespace

bool may_begin(Bytes bytes, const DetectSettings& settings) {
  if (bytes.size() >= word && load<std::uint32_t>(bytes.data()) == settings_magic) return true;
  for (const Dialect& dialect : all_dialects()) {
    if (settings.dialect == nullptr ? dialect.detected == Detected::never : settings.dialect != &dialect)
      continue;
    for (const FileFraming framing :
         {FileFraming::store_var, FileFraming::none, FileFraming::store_var_big_endian})
      if (may_begin(bytes, framing, dialect, settings)) return true;
  }
  return false;
}

}  // namespace godot_variant::files
