// Binds the functions of docs/BOUNDARY.md; js/boundary.ts calls them.
#include <emscripten/bind.h>
#include <emscripten/emscripten.h>

#include "instance.h"

namespace godot_variant {
namespace {

Instance instance;

}  // namespace
}  // namespace godot_variant

// Not by embind, whose invokers take longer than a small value does.
extern "C" EMSCRIPTEN_KEEPALIVE std::uint32_t decode(std::uint32_t bytes, std::int32_t dialect,
                                                     std::uint32_t flags, std::uint32_t depth,
                                                     std::uint32_t elements) {
  return godot_variant::instance.decode(bytes, dialect, flags, depth, elements);
}
extern "C" EMSCRIPTEN_KEEPALIVE std::uint32_t index_of(std::uint32_t bytes, std::int32_t dialect,
                                                       std::uint32_t flags, std::uint32_t depth,
                                                       std::uint32_t elements) {
  return godot_variant::instance.index(bytes, dialect, flags, depth, elements);
}
extern "C" EMSCRIPTEN_KEEPALIVE std::uint32_t encode(std::uint32_t words, std::uint32_t texts,
                                                     std::uint32_t bytes, std::int32_t dialect,
                                                     std::uint32_t flags, std::uint32_t depth,
                                                     std::uint32_t output_bytes) {
  return godot_variant::instance.encode(words, texts, bytes, dialect, flags, depth, output_bytes);
}
extern "C" EMSCRIPTEN_KEEPALIVE std::uint32_t print(std::uint32_t words, std::uint32_t texts,
                                                    std::uint32_t bytes, std::uint32_t style,
                                                    std::uint32_t depth, std::uint32_t output_bytes) {
  return godot_variant::instance.print(words, texts, bytes, style, depth, output_bytes);
}
extern "C" EMSCRIPTEN_KEEPALIVE std::uint32_t parse(std::uint32_t bytes, std::uint32_t flags,
                                                    std::uint32_t depth, std::uint32_t elements) {
  return godot_variant::instance.parse(bytes, flags, depth, elements);
}

EMSCRIPTEN_BINDINGS(godot_variant) {
  using godot_variant::instance;
  emscripten::function(
      "exchange", +[] { return instance.exchange(); });
  emscripten::function(
      "reserve", +[](std::uint32_t bytes) { instance.reserve(bytes); });
  emscripten::function(
      "reserveTape", +[](std::uint32_t words, std::uint32_t texts, std::uint32_t bytes) {
        instance.reserve_tape(words, texts, bytes);
      });
  emscripten::function(
      "convert", +[](std::uint32_t bytes, int from, int to, std::uint32_t flags, std::uint32_t depth,
                     double elements, double output_bytes) {
        return instance.convert(bytes, from, to, flags, depth, elements, output_bytes);
      });
  emscripten::function(
      "locate", +[](std::uint32_t offset) { return instance.locate(offset); });
  emscripten::function(
      "locateNotes", +[] { return instance.locate_notes(); });
  emscripten::function(
      "release", +[] { instance.release(); });
}
