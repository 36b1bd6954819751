#include "conversion.h"

#include <algorithm>

namespace godot_variant {

ReadResult Conversion::run(Bytes input, const ReadRequest& request) {
  ReadResult result = read_value(input, request, converter_);
  if (result.ok()) result.error = encoder_.error();
  frame_.close();
  return result;
}

std::vector<Loss> Conversion::losses() const {
  std::vector<Loss> losses = converter_.losses();
  losses.insert(losses.end(), encoder_.losses().begin(), encoder_.losses().end());
  std::stable_sort(losses.begin(), losses.end(), [](const Loss& a, const Loss& b) { return a.offset < b.offset; });
  return losses;
}

}  // namespace godot_variant
