// The same index without a decoder of its own: for the part of the WASM module that has only a shared one.
#pragma once
#include "events/any_sink.h"
#include "index/index_builder.h"

namespace godot_variant {

class AnyIndexBuilder final : public AnySink {
 public:
  explicit AnyIndexBuilder(IndexBuilder& index) : index_(index) {}

  void empty(Head head) override { index_.empty(head); }
  void boolean(Head head, bool) override { index_.empty(head); }
  void integer(Head head, std::int64_t) override { index_.empty(head); }
  void real(Head head, double) override { index_.empty(head); }
  void text(Head head, const Text& text) override { index_.text(head, text); }
  void numbers(Head head, const Numbers&) override { index_.empty(head); }
  void id(Head head, std::uint64_t) override { index_.empty(head); }
  void signal(Head head, const Text&, std::uint64_t) override { index_.empty(head); }
  void packed(Head head, const Numbers& numbers) override { index_.packed(head, numbers); }
  void image(Head head, const ImageParts&) override { index_.empty(head); }
  void input_event(Head head, const InputEventParts&) override { index_.empty(head); }
  void node_path(Head head, const NodePathHead& path) override { index_.node_path(head, path); }
  void object(Head head, const Text& name, std::uint32_t count) override { index_.object(head, name, count); }
  void array(Head head, const Container& container) override { index_.array(head, container); }
  void dictionary(Head head, const Container& container) override { index_.dictionary(head, container); }
  void packed_texts(Head head, std::uint32_t count) override { index_.packed_texts(head, count); }
  void part(const Text& text) override { index_.part(text); }
  void end() override { index_.end(); }
  bool ok() const override { return index_.ok(); }

 private:
  IndexBuilder& index_;
};

}  // namespace godot_variant
