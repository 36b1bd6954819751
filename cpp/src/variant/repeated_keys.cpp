#include "variant/repeated_keys.h"

#include <algorithm>

#include "events/notes.h"
#include "index/index_builder.h"
#include "index/record.h"
#include "variant/equal_keys.h"
#include "variant/value_at.h"
#include "variant/variant_builder.h"

namespace godot_variant {
namespace {

/// An entry of a Dictionary or an Object.
struct KeyedEntry {
  /// Where its key begins.
  std::size_t at = 0;
  Type type = Type::String;
  /// An earlier entry has an equal key.
  bool repeated = false;
  /// The key holds equal keys itself.
  bool repeats = false;
};

bool has_equal_keys(const KeyedEntry& entry) { return entry.repeated || entry.repeats; }

class Search {
 public:
  /// In dialects of Godot 3, keys are equal by `in_godot_3`.
  Search(Bytes input, const ReadRequest& request, KeyEquality in_godot_3)
      : input_(input),
        whole_(request),
        request_(part_request(request)),
        equality_(request.settings.dialect->dictionary_keys_by_identity ? in_godot_3 : KeyEquality::godot_4),
        index_(key_tree_) {
    index_.start(input.size());
    const ReadResult read = read_value(input, request, index_);
    // The index counts bytes in 32 bits.
    is_too_large_ = read.value_end > UINT32_MAX;
    readable_ = read.ok() && index_.ok() && !is_too_large_;
    if (readable_) index_.finish();
    request_.settings.elements = UINT64_MAX;
  }

  /// All entries, in an order that does not depend on the dialect; of a value of 4 GiB and more, one for all.
  std::vector<KeyedEntry> run() {
    if (is_too_large_) return {{.repeated = repeats_anywhere()}};
    const std::uint32_t* words = index_.words().data();
    for (std::vector<std::size_t> open{0}; readable_ && !open.empty();) {
      const std::uint32_t* around = words + open.back();
      open.pop_back();
      const std::size_t list = index_record::list_of(around);
      if (list == 0 || index_record::element_size(words + list) != 0) continue;
      const auto type = static_cast<Type>(around[1] & index_record::type_mask);
      const bool keyed = type == Type::Dictionary || type == Type::Object;
      const std::size_t first = entries_.size();
      for (std::size_t i = 0; i < words[list + 1]; ++i) {
        const std::size_t record = list + index_record::head_words + i * index_record::record_words;
        if (index_record::list_of(words + record) != 0) open.push_back(record);
        if (keyed)
          entries_.push_back(
              {.at = index_record::position(words, words + record) - index_record::key_size(words + record)});
      }
      if (keyed) compare(type, std::span(entries_).subspan(first));
    }
    return std::move(entries_);
  }

 private:
  void compare(Type type, std::span<KeyedEntry> entries) {
    // One tree of all keys takes far less memory than a tree for each.
    VariantBuilder builder(*request_.settings.dialect, input_);
    builder.array({Type::Array, 0}, {});
    for (const KeyedEntry& entry : entries) {
      if (type == Type::Object) {
        builder.part(text_at(input_, entry.at, *request_.settings.dialect));
      } else {
        read_key(entry, builder);
      }
    }
    builder.end();
    const Variant keys = builder.take();
    const Contents all = contents_in(keys);
    for (std::size_t i = 0; i < all.count; ++i) {
      entries[i].type = all[i].type();
      if (type == Type::Object) continue;
      entries[i].repeats = (builder.repeats() && repeats(entries[i])) || repeats_for_engine(all[i]);
    }
    for (const auto [first, later] : equal_keys(all, equality_)) entries[later].repeated = true;
  }
  void read_key(const KeyedEntry& entry, VariantBuilder& builder) const {
    read_value(input_.subspan(entry.at), request_, builder);
  }
  /// Whether a Dictionary in a key holds keys that are equal for the engine, though not for decode.
  bool repeats_for_engine(const Variant& key) const {
    const bool differs = equality_ == KeyEquality::godot_3 && contents_in(key).count > 0;
    return differs && EqualKeySearch(equality_).run(key);
  }
  /// Whether the whole value has equal keys, wherever they are.
  bool repeats_anywhere() const {
    VariantBuilder builder(*request_.settings.dialect, input_);
    read_value(input_, whole_, builder);
    return builder.repeats();
  }
  bool repeats(const KeyedEntry& entry) const {
    VariantBuilder builder(*request_.settings.dialect, input_);
    read_key(entry, builder);
    return builder.repeats();
  }

  Bytes input_;
  ReadRequest whole_;
  ReadRequest request_;
  KeyEquality equality_;
  KeyTree key_tree_;
  IndexBuilder index_;
  bool readable_ = false;
  bool is_too_large_ = false;
  std::vector<KeyedEntry> entries_;
};

}  // namespace

std::optional<std::size_t> find_repeated_key(Bytes output, const ReadRequest& request) {
  for (const KeyedEntry& entry : Search(output, request, KeyEquality::godot_3).run()) {
    if (has_equal_keys(entry)) return entry.at;
  }
  return std::nullopt;
}

void add_repeated_keys(std::vector<Warning>& warnings, Bytes input, const ReadRequest& request) {
  std::vector<Warning> found;
  for (const KeyedEntry& entry : Search(input, request, KeyEquality::dictionaries_apart).run()) {
    if (has_equal_keys(entry)) found.push_back({.code = WarningCode::repeated_key, .offset = entry.at});
  }
  Notes<Warning> all(std::move(warnings), WarningCode::more_warnings);
  all.merge(found);
  warnings = all.list(WarningCode::more_warnings);
}

std::vector<Loss> merged_keys(Bytes input, const ReadRequest& request, Bytes output,
                              const ReadRequest& target) {
  const std::vector<KeyedEntry> after = Search(output, target, KeyEquality::godot_3).run();
  std::vector<Loss> found;
  // Hardly ever are any keys equal.
  if (std::none_of(after.begin(), after.end(), has_equal_keys)) return found;
  const std::vector<KeyedEntry> before = Search(input, request, KeyEquality::godot_3).run();
  for (std::size_t i = 0; i < std::min(before.size(), after.size()); ++i) {
    const bool merged = after[i].repeated && !before[i].repeated;
    if (merged || (after[i].repeats && !before[i].repeats))
      found.push_back({LossCode::key_merged, before[i].at, before[i].type, after[i].type});
  }
  return found;
}

}  // namespace godot_variant
