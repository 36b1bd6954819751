#include "convert/conversion.h"

#include <algorithm>

namespace godot_variant {

ReadResult Conversion::run(const Input& input, const ReadRequest& request) {
  ReadResult result = read_value<AnySink>(input, request, converter_);
  if (result.ok()) result.error = encoder_.error();
  frame_.close();
  return result;
}

std::vector<Loss> Conversion::losses() const {
  const std::vector<Loss>& changed = converter_.losses();
  const std::vector<Loss>& written = encoder_.losses();
  std::vector<Loss> losses(changed.size() + written.size());
  std::merge(changed.begin(), changed.end(), written.begin(), written.end(), losses.begin(),
             [](const Loss& a, const Loss& b) { return a.offset < b.offset; });
  return losses;
}

}  // namespace godot_variant
