// Any Variant in every dialect, also one that no decoder returns: no crash, and what was encoded can be
// decoded and encoded again.
#include <algorithm>
#include <array>

#include "input.h"

namespace godot_variant::fuzz {
namespace {

/// Takes values from bytes; when they are used up, all further ones are zero.
class Source {
 public:
  explicit Source(Bytes bytes) : bytes_(bytes) {}

  bool empty() const { return bytes_.empty(); }
  template <class T>
  void take(T& number) {
    number = {};
    const std::size_t size = std::min(sizeof number, bytes_.size());
    if (size > 0) std::memcpy(&number, bytes_.data(), size);
    bytes_ = bytes_.subspan(size);
  }
  std::size_t below(std::size_t end) {
    std::uint8_t byte;
    take(byte);
    return byte % end;
  }
  bool flag() { return below(2) == 1; }
  std::string text() {
    const std::size_t wanted = below(20);
    const std::size_t size = std::min(wanted, bytes_.size());
    const std::string text(reinterpret_cast<const char*>(bytes_.data()), size);
    bytes_ = bytes_.subspan(size);
    return text;
  }

 private:
  Bytes bytes_;
};

/// Makes a value of each class; `deep` counts the containers around it.
class Maker {
 public:
  explicit Maker(Bytes bytes) : source_(bytes) {}

  Variant any() {
    static constexpr auto makers = []<std::size_t... I>(std::index_sequence<I...>) {
      return std::array{&Maker::alternative<I>...};
    }
    (std::make_index_sequence<class_count>());
    // Beyond this depth only the classes before Object, which contain no other values.
    const std::size_t kinds = deep_ < 6 ? makers.size() : static_cast<std::size_t>(Type::Object);
    return (this->*makers[source_.below(kinds)])();
  }

 private:
  template <std::size_t I>
  Variant alternative() {
    decltype(class_at<I>(ValueClasses{})) value{};
    if constexpr (I == 0) return {};
    ++deep_;
    fill(value);
    --deep_;
    return value;
  }

  template <class Items>
  void fill_all(Items& items) {
    items.resize(source_.below(8));
    for (auto& item : items) fill(item);
  }

  template <class T>
  requires std::is_arithmetic_v<T>
  void fill(T& number) { source_.take(number); }
  void fill(std::monostate) {}
  void fill(bool& value) { value = source_.flag(); }
  void fill(String& text) { text = source_.text(); }
  template <std::size_t N>
  void fill(Reals<N>& reals) {
    reals.wide = source_.flag();
    for (double& number : reals.components) fill(number);
  }
  template <std::size_t N>
  void fill(Integers<N>& integers) {
    for (std::int32_t& number : integers.components) fill(number);
  }
  void fill(StringName& name) { fill(name.text); }
  void fill(NodePath& path) {
    path.absolute = source_.flag();
    path.property = static_cast<NodePath::Property>(source_.below(3));
    fill_all(path.names);
    fill_all(path.subnames);
  }
  void fill(RID& rid) { fill(rid.id); }
  void fill(EncodedObjectAsID& object) { fill(object.object_id); }
  void fill(Callable&) {}
  void fill(Signal& signal) {
    fill(signal.name);
    fill(signal.object_id);
  }
  void fill(Property& property) { property = {source_.text(), any()}; }
  void fill(Object& object) {
    fill(object.class_name);
    fill_all(object.properties);
  }
  void fill(ContainerType& type) {
    type.kind = static_cast<ContainerType::Kind>(source_.below(4));
    type.builtin = static_cast<Type>(source_.below(type_count));
    fill(type.text);
  }
  void fill(Variant& value) { value = any(); }
  void fill(Array& array) {
    fill_all(array.elements);
    array.shared = source_.flag();
    if (!source_.flag()) return;
    ContainerType type;
    fill(type);
    array.element_type = type;
  }
  void fill(Entry& entry) {
    fill(entry.first);
    fill(entry.second);
  }
  void fill(Dictionary& dictionary) {
    fill_all(dictionary.entries);
    dictionary.shared = source_.flag();
    if (!source_.flag()) return;
    DictionaryTypes types;
    fill(types.key);
    fill(types.value);
    dictionary.types = types;
  }
  void fill(PackedByteArray& array) { fill_all(array.data); }
  void fill(PackedInt32Array& array) { fill_all(array.data); }
  void fill(PackedInt64Array& array) { fill_all(array.data); }
  void fill(PackedStringArray& array) { fill_all(array.data); }
  template <Type T, std::size_t N>
  void fill(PackedIntegers<T, N>& array) {
    fill_all(array.data);
    // encode refuses incomplete elements; most arrays should pass.
    if (source_.below(8) != 1) array.data.resize(array.data.size() / N * N);
  }
  template <Type T, std::size_t N>
  void fill(PackedReals<T, N>& array) {
    if (source_.flag()) array.data.template emplace<1>();
    std::visit([&](auto& numbers) { fill_all(numbers); }, array.data);
    if (source_.below(8) == 1) return;
    std::visit([](auto& numbers) { numbers.resize(numbers.size() / N * N); }, array.data);
  }
  void fill(Image& image) {
    image.format = static_cast<std::uint32_t>(source_.below(25));
    image.width = static_cast<std::uint32_t>(source_.below(4));
    image.height = static_cast<std::uint32_t>(source_.below(4));
    image.mipmaps = static_cast<std::uint32_t>(source_.below(3));
    fill_all(image.data);
  }
  void fill(InputEvent& event) {
    event.type = static_cast<std::uint32_t>(source_.below(8));
    fill(event.device);
    fill_all(event.words);
  }

  Source source_;
  std::uint32_t deep_ = 0;
};

void check(const Input& input) {
  EncodeOptions options = input.encode_options();
  options.full_objects = input.objects;
  const auto bytes = encode(Maker(input.value).any(), options);
  if (!bytes) return;
  DecodeOptions decoding = input.decode_options();
  decoding.allow_trailing = false;
  decoding.allow_objects = true;
  const Result<Decoded> decoded = decode(bytes.value(), decoding);
  expect(static_cast<bool>(decoded), "what was encoded can be decoded");
  options.full_objects = true;
  const auto again = encode(decoded.value().value, options);
  expect(static_cast<bool>(again), "what was decoded can be encoded");
  const Result<Decoded> second = decode(again.value(), decoding);
  expect(static_cast<bool>(second), "it can be decoded again");
  if (input.real == FloatWidth::as_given)
    expect(second.value().value == decoded.value().value, "the value is the same");
}

}  // namespace
}  // namespace godot_variant::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return godot_variant::fuzz::run(data, size, godot_variant::fuzz::check);
}
