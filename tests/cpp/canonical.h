// Builds Variants from the `value` fields of fixtures; tests/fixtures/README.md has the grammar.
#pragma once
#include <nlohmann/json.hpp>

#include "godot_variant/variant.h"

namespace godot_variant::tests {

Variant from_canonical(const nlohmann::json& value);

/// Calls `visit` with `value` and all nested values.
template <class F>
void for_each_inside(const Variant& value, const F& visit) {
  visit(value);
  if (const auto* array = value.get_if<Array>()) {
    for (const Variant& element : array->elements) for_each_inside(element, visit);
  } else if (const auto* dictionary = value.get_if<Dictionary>()) {
    for (const auto& [key, element] : dictionary->entries) {
      for_each_inside(key, visit);
      for_each_inside(element, visit);
    }
  } else if (const auto* object = value.get_if<Object>()) {
    for (const auto& [name, property] : object->properties) for_each_inside(property, visit);
  }
}

template <class T>
bool contains(const Variant& value) {
  bool found = false;
  for_each_inside(value, [&](const Variant& inside) { found = found || inside.is<T>(); });
  return found;
}

}  // namespace godot_variant::tests
