// Any bytes as frames, as settings and as arguments of calls: no crash, and whatever was read comes back.
#include <algorithm>

#include "files/files.h"
#include "input.h"

namespace godot_variant::fuzz {
namespace {

void check_read(Bytes bytes) {
  for (const bool big_endian : {false, true}) {
    std::vector<Extent> values;
    if (read_frames(bytes, big_endian, values).code != ErrorCode::none) continue;
    ByteVector again;
    expect(write_frames(bytes, values, big_endian, again).code == ErrorCode::none, "frames are written");
    expect(std::equal(bytes.begin(), bytes.end(), again.begin(), again.end()), "frames come back");
  }
}

void check_settings(Bytes bytes) {
  std::vector<Extent> parts;
  if (read_settings(bytes, parts).code != ErrorCode::none) return;
  ByteVector again;
  expect(write_settings(bytes, parts, again).code == ErrorCode::none, "settings are written");
  // read_settings leaves the magic word to its callers.
  expect(again.size() == bytes.size() && std::equal(again.begin() + 4, again.end(), bytes.begin() + 4),
         "settings come back");
}

void check_arguments(const Input& input) {
  ByteVector frames;
  if (expand_arguments(input.value, input.dialect, input.objects, frames).code != ErrorCode::none) return;
  std::vector<Extent> values;
  expect(read_frames(frames, false, values).code == ErrorCode::none, "arguments become frames");
  ByteVector compact;
  compact_arguments(frames, values, compact);
  ByteVector again;
  expand_arguments(compact, input.dialect, input.objects, again);
  expect(again == frames, "arguments come back");
}

void check_found(Bytes bytes) {
  const files::ScannedFrames found = files::scan_frames(bytes);
  std::size_t end = 0;
  for (const files::ScannedFrame& frame : found.view()) {
    expect(frame.value.at >= end + 4, "found frames do not overlap");
    end = frame.value.at + frame.value.size;
    expect(end <= bytes.size(), "found frames are part of the input");
  }
  files::explains_gaps(bytes, found.view());
}

void check(const Input& input) {
  check_read(input.value);
  check_settings(input.value);
  check_arguments(input);
  check_found(input.value);
}

}  // namespace
}  // namespace godot_variant::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return godot_variant::fuzz::run(data, size, godot_variant::fuzz::check);
}
