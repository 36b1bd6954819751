#include "variant/repeated_keys.h"

#include <algorithm>
#include <compare>
#include <numeric>

#include "events/notes.h"
#include "index/index_builder.h"
#include "index/record.h"
#include "variant/variant_builder.h"
#include "variant/variant_key.h"

namespace godot_variant {
namespace {

class Search {
 public:
  Search(Bytes input, const ReadRequest& request, std::span<const std::uint32_t> words)
      : input_(input), request_(request), words_(words) {
    request_.allow_trailing = true;
    request_.framing = Framing::none;
    request_.settings.elements = UINT64_MAX;
  }

  /// The offsets of the later keys.
  std::vector<std::size_t> run() {
    for (std::vector<std::size_t> open{0}; !open.empty();) {
      const std::uint32_t* around = &words_[open.back()];
      open.pop_back();
      const std::size_t list = index_record::list_of(around);
      if (list == 0 || index_record::element_size(&words_[list]) != 0) continue;
      const auto type = static_cast<Type>(around[1] & index_record::type_mask);
      std::vector<std::size_t> places;
      for (std::size_t i = 0; i < words_[list + 1]; ++i) {
        const std::size_t record = list + index_record::head_words + i * index_record::words;
        if (index_record::list_of(&words_[record]) != 0) open.push_back(record);
        places.push_back(index_record::position(words_.data(), &words_[record]) -
                         index_record::key_size(&words_[record]));
      }
      if (type == Type::Dictionary || type == Type::Object) compare(type, places);
    }
    return std::move(found_);
  }

 private:
  void compare(Type type, const std::vector<std::size_t>& places) {
    std::vector<Variant> keys;
    keys.reserve(places.size());
    for (const std::size_t at : places) keys.push_back(type == Type::Object ? name_at(at) : key_at(at));
    const auto dictionaries = request_.settings.dialect->dictionary_keys_by_identity
                                  ? DictionaryKeys::by_identity
                                  : DictionaryKeys::by_value;
    std::vector<std::size_t> order(places.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return compare_keys(keys[a], keys[b], dictionaries) == std::strong_ordering::less;
    });
    for (std::size_t i = 1; i < order.size(); ++i) {
      if (compare_keys(keys[order[i - 1]], keys[order[i]], dictionaries) == std::strong_ordering::equal)
        found_.push_back(places[order[i]]);
    }
  }
  Variant key_at(std::size_t at) const {
    const Bytes rest = input_.subspan(at);
    VariantBuilder builder(*request_.settings.dialect, rest);
    read_value(rest, request_, builder);
    return builder.take();
  }
  Variant name_at(std::size_t at) const {
    Text text{input_.subspan(at + 4, load<std::uint32_t>(input_.data() + at))};
    cut_text(text, *request_.settings.dialect);
    return Variant(replaced(text.bytes));
  }

  Bytes input_;
  ReadRequest request_;
  std::span<const std::uint32_t> words_;
  std::vector<std::size_t> found_;
};

}  // namespace

void add_repeated_keys(std::vector<Warning>& warnings, Bytes input, const ReadRequest& request) {
  Warning rest{.code = WarningCode::more_warnings, .count = 0};
  if (!warnings.empty() && warnings.back().code == rest.code) {
    rest = warnings.back();
    warnings.pop_back();
  }
  KeyTree key_tree;
  IndexBuilder index(key_tree);
  index.start(input.size());
  std::vector<std::size_t> found;
  if (read_value(input, request, index).ok() && index.ok()) {
    index.finish();
    found = Search(input, request, index.words()).run();
  }
  // The index has no places inside keys.
  if (found.empty()) found.push_back(0);
  for (const std::size_t at : found) warnings.push_back({.code = WarningCode::repeated_key, .offset = at});
  std::stable_sort(warnings.begin(), warnings.end(),
                   [](const Warning& a, const Warning& b) { return a.offset < b.offset; });
  if (warnings.size() > most_notes) {
    const std::size_t first = warnings[most_notes].offset;
    rest.offset = rest.count == 0 ? first : std::min(first, rest.offset);
    rest.count += static_cast<std::uint32_t>(warnings.size() - most_notes);
    warnings.resize(most_notes);
  }
  if (rest.count > 0) warnings.push_back(rest);
}

}  // namespace godot_variant
