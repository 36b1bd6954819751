// A Sink behind virtual calls. Sinks whose events need not be fast (paths, conversion, text) share one
// Decoder through it, which keeps the WASM module small.
#pragma once
#include "events/events.h"

namespace godot_variant {

class WireReader;

class AnySink {
 public:
  virtual ~AnySink() = default;
  virtual void empty(Head head) = 0;
  virtual void boolean(Head head, bool value) = 0;
  virtual void integer(Head head, std::int64_t value) = 0;
  virtual void real(Head head, double value) = 0;
  virtual void text(Head head, const Text& text) = 0;
  virtual void numbers(Head head, const Numbers& numbers) = 0;
  virtual void id(Head head, std::uint64_t id) = 0;
  virtual void signal(Head head, const Text& name, std::uint64_t object) = 0;
  virtual void packed(Head head, const Numbers& numbers) = 0;
  virtual void image(Head head, const ImageParts& image) = 0;
  virtual void input_event(Head head, const InputEventParts& event) = 0;
  virtual void node_path(Head head, const NodePathHead& path) = 0;
  virtual void object(Head head, const Text& class_name, std::uint32_t count) = 0;
  virtual void array(Head head, const Container& container) = 0;
  virtual void dictionary(Head head, const Container& container) = 0;
  virtual void packed_texts(Head head, std::uint32_t count) = 0;
  virtual void part(const Text& text) = 0;
  virtual void end() = 0;
  virtual bool ok() const = 0;
  /// The next value is a key of a Dictionary, but no text.
  virtual void begin_key(Head) {}
  /// Reads common values without events as long as it can. Returns false for a sink that reads none so.
  virtual bool run_lane(WireReader&) { return false; }
};

static_assert(Sink<AnySink>);

}  // namespace godot_variant
