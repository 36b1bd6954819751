#include "convert/conversion.h"

namespace godot_variant {

ReadResult Conversion::run(const Input& input, const ReadRequest& request) {
  return run_as<AnySink>(input, request);
}

std::vector<Loss> Conversion::losses() const {
  Notes<Loss> losses = converter_.losses();
  losses.merge(encoder_.losses());
  return losses.list(LossCode::more_losses);
}

}  // namespace godot_variant
