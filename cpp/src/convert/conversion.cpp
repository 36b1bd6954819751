#include "convert/conversion.h"

namespace godot_variant {

ReadResult Conversion::run(const Input& input, const ReadRequest& request) {
  ReadResult result = read_value<AnySink>(input, request, converter_);
  if (result.ok()) result.error = encoder_.error();
  frame_.close();
  return result;
}

std::vector<Loss> Conversion::losses() const {
  Notes<Loss> losses = converter_.losses();
  losses.merge(encoder_.losses());
  return losses.list(LossCode::more_losses);
}

}  // namespace godot_variant
