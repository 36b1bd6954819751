// Generated from cpp/spec/boundary.json by cpp/spec/generate.mjs; do not edit.
// Functions that C++ calls; js/wasm/boundary.ts installs them on the module.
mergeInto(LibraryManager.library, {
  godot_variant_load_chunk: function (begin, end, at) {
    return Module["loadChunk"](begin, end, at);
  },
  godot_variant_number: function (text, size, value) {
    return Module["number"](text, size, value);
  },
});
