#include "search/searcher.h"

#include <cmath>

#include "events/numbers.h"

namespace godot_variant {
namespace {

Bytes bytes_of(std::string_view text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

std::string_view between(const char* begin, const char* end) {
  return {begin, static_cast<std::size_t>(end - begin)};
}

bool is_in_range(const Query& query, double value) {
  return query.in_range != 0 && value >= query.real_from && value <= query.real_to;
}

char* put_text(char* to, std::string_view text) {
  std::memcpy(to, text.data(), text.size());
  return to + text.size();
}

char* put_component(char* to, const Numbers& numbers, std::size_t index, PowersOfTen& powers) {
  const double value = real_at(numbers, index);
  if (std::isnan(value)) return put_text(to, "nan");
  if (std::isinf(value)) return put_text(to, value < 0 ? "-inf" : "inf");
  return put_shortest(to, value, numbers.element == Element::f32, powers);
}

/// A float always has a point or an exponent, so that it differs from an integer.
char* put_float(char* to, double value, PowersOfTen& powers) {
  const auto* const data = reinterpret_cast<const std::uint8_t*>(&value);
  char* const end = put_component(to, {data, Element::f64, 1}, 0, powers);
  const bool is_whole = std::all_of(to, end, [](char c) { return c == '-' || (c >= '0' && c <= '9'); });
  return is_whole ? put_text(end, ".0") : end;
}

}  // namespace

bool Needle::is_at(const std::uint8_t* at, const std::uint8_t* end) const {
  const std::uint8_t* const forms_end = forms_.data() + forms_.size();
  for (const std::uint8_t* form = forms_.data(); form != forms_end;) {
    std::size_t matched = 0;
    for (std::size_t left = *form++; left > 0; --left) {
      const std::size_t size = *form++;
      if (matched == 0 && size <= static_cast<std::size_t>(end - at) && std::memcmp(at, form, size) == 0)
        matched = size;
      form += size;
    }
    if (matched == 0) return false;
    at += matched;
  }
  return true;
}

bool Searcher::begin(Head head) {
  Place& place = open_.top();
  if (place == Place::key) {
    place = Place::value;
    return true;
  }
  if (place == Place::in_key) return true;
  if (place == Place::value) place = Place::key;
  arrives(head, is_wanted(head.type));
  return false;
}

void Searcher::arrives(Head head, bool is_wanted) {
  wanted_ = is_wanted;
  hit_ = key_hit_;
  key_hit_ = false;
  if (query_.collects == 0) return;
  for (; waiting_ < matches_.size(); ++waiting_)
    matches_[waiting_] = is_wanted ? static_cast<std::int32_t>(head.at) : dropped;
}

void Searcher::finish(std::size_t end) {
  arrives({Type::Nil, end}, true);
  if (query_.collects == 0 && hit_) *matches_.grow(1) = static_cast<std::int32_t>(end);
}

bool Searcher::found(Head head, bool is_key, Bytes text) {
  if ((is_key ? query_.keys : query_.texts) == 0) return false;
  if (query_.collects == 0) return needle_.is_in(text);
  if (!is_key && !wanted_) return false;
  *matches_.grow(1) = is_key ? dropped : static_cast<std::int32_t>(head.at);
  if (!is_key) waiting_ = matches_.size();
  texts_.append(text);
  *texts_.grow(1) = 0;
  return false;
}

void Searcher::shown(Head head, bool is_key, std::string_view text, bool hit) {
  const bool has_text = query_.numbers != 0 && found(head, is_key, bytes_of(text));
  conclude(head, is_key, has_text || (hit && !is_key));
}

void Searcher::conclude(Head head, bool is_key, bool hit) {
  if (is_key) {
    key_hit_ |= hit;
    return;
  }
  const bool meets = hit || hit_ || query_.all != 0 || has_name(head.type);
  if (query_.collects == 0 && wanted_ && meets) *matches_.grow(1) = static_cast<std::int32_t>(head.at);
}

void Searcher::empty(Head head) { shown(head, begin(head), head.type == Type::Nil ? "null" : "Callable()"); }

void Searcher::boolean(Head head, bool value) { shown(head, begin(head), value ? "true" : "false"); }

void Searcher::integer(Head head, std::int64_t value) {
  const bool is_key = begin(head);
  char text[longest_number];
  const bool in_range = query_.in_range != 0 && value >= query_.integer_from && value <= query_.integer_to;
  shown(head, is_key, between(text, query_.numbers != 0 ? put_integer(text, value) : text), in_range);
}

void Searcher::real(Head head, double value) {
  const bool is_key = begin(head);
  char text[longest_number + 2];
  char* const end = query_.numbers != 0 ? put_float(text, value, powers_) : text;
  shown(head, is_key, between(text, end), is_in_range(query_, value));
}

void Searcher::text(Head head, const Text& text) {
  const bool is_key = begin(head);
  conclude(head, is_key, found(head, is_key, text.bytes));
}

void Searcher::numbers(Head head, const Numbers& numbers) {
  const bool is_key = begin(head);
  char text[max_components * (longest_number + 4) + 2];
  char* to = text;
  if (query_.numbers != 0) {
    for (std::size_t i = 0; i < numbers.total(); ++i) {
      *to++ = i == 0 ? '(' : ',';
      if (i > 0) *to++ = ' ';
      to = numbers.element == Element::i32 ? put_integer(to, load<std::int32_t>(numbers.data + i * 4))
                                           : put_component(to, numbers, i, powers_);
    }
    *to++ = ')';
  }
  shown(head, is_key, between(text, to), has_in_range(numbers));
}

void Searcher::id(Head head, std::uint64_t id) {
  char text[longest_number];
  shown(head, begin(head), between(text, put_integer(text, static_cast<std::int64_t>(id))));
}

void Searcher::packed(Head head, const Numbers& numbers) {
  const bool is_key = begin(head);
  conclude(head, is_key, !is_key && has_in_range(numbers));
}

void Searcher::node_path(Head head, const NodePathHead& path) {
  path_in_key_ = begin(head);
  path_head_ = head;
  path_ = path;
  path_parts_ = 0;
  path_text_.clear();
  if (path.absolute) *path_text_.grow(1) = '/';
  open_.push(Place::path_part);
}

void Searcher::object(Head head, const Text& class_name, std::uint32_t) {
  const bool is_key = begin(head);
  const bool hit = !class_name.bytes.empty() && found(head, is_key, class_name.bytes);
  conclude(head, is_key, hit);
  open_.push(is_key ? Place::in_key : Place::property);
}

void Searcher::array(Head head, const Container& container) {
  open(head, Place::element, is_named(container.value));
}

void Searcher::dictionary(Head head, const Container& container) {
  open(head, Place::key, is_named(container.key) || is_named(container.value));
}

void Searcher::packed_texts(Head head, std::uint32_t) { open(head, Place::text, false); }

void Searcher::open(Head head, Place first, bool hit) {
  const bool is_key = begin(head);
  conclude(head, is_key, hit && !is_key);
  open_.push(is_key ? Place::in_key : first);
}

bool Searcher::is_named(const Typing& typing) {
  if (query_.named == 0 || typing.kind == Kind::untyped) return false;
  return typing.kind == Kind::builtin ? has_name(typing.builtin) : needle_.is_in(typing.text.bytes);
}

bool Searcher::has_in_range(const Numbers& numbers) const {
  if (query_.in_range == 0) return false;
  for (std::size_t i = 0; i < numbers.total(); ++i) {
    if (numbers.element == Element::i64) {
      const auto value = load<std::int64_t>(numbers.data + i * 8);
      if (value >= query_.integer_from && value <= query_.integer_to) return true;
    } else if (is_in_range(query_, number_at(numbers, i))) {
      return true;
    }
  }
  return false;
}

void Searcher::part(const Text& text) {
  const Place place = open_.top();
  if (place == Place::path_part) {
    const bool is_name = path_parts_ < path_.names;
    if (path_parts_ > 0 || !is_name) *path_text_.grow(1) = is_name ? '/' : ':';
    ++path_parts_;
    path_text_.append(text.bytes);
    return;
  }
  // An element has no type of its own, so only its text and its array's type count.
  const Head head{Type::PackedStringArray, text.at};
  const bool is_key = place != Place::text;
  if (!is_key) arrives(head, is_wanted(head.type));
  const bool hit = found(head, is_key, text.bytes);
  if (is_key) {
    key_hit_ |= hit;
  } else if (hit && wanted_) {
    *matches_.grow(1) = static_cast<std::int32_t>(head.at);
  }
}

void Searcher::end() {
  const bool is_path = open_.top() == Place::path_part;
  open_.pop();
  if (is_path) conclude(path_head_, path_in_key_, found(path_head_, path_in_key_, path_text_.view()));
}

}  // namespace godot_variant
