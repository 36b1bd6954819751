// Binds the calls of docs/BOUNDARY.md to one instance of the codec.
#include <emscripten/bind.h>

#include "file_calls.h"
#include "instance.h"

namespace godot_variant {
namespace {

Instance instance;

}  // namespace
}  // namespace godot_variant

#include "bindings.gen.inc"
