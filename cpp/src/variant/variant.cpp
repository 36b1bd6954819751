#include "godot_variant/variant.h"

#include "variant/variant_key.h"

namespace godot_variant {

bool Object::operator==(const Object& other) const {
  return class_name == other.class_name && properties == other.properties;
}
bool Array::operator==(const Array& other) const {
  return elements == other.elements && element_type == other.element_type && shared == other.shared;
}
bool Dictionary::operator==(const Dictionary& other) const {
  return entries == other.entries && types == other.types && shared == other.shared;
}

const Variant* Dictionary::find(std::string_view name) const {
  for (const auto& [key, value] : entries) {
    const auto* text = key.get_if<String>();
    const auto* other = key.get_if<StringName>();
    if (text != nullptr ? *text == name : other != nullptr && other->text == name) return &value;
  }
  return nullptr;
}

}  // namespace godot_variant
