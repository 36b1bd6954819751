// What bindings.cpp calls: js/boundary.ts has put it there.
mergeInto(LibraryManager.library, {
  godot_variant_load: function (begin, end) {
    Module["loadChunk"](begin, end);
  },
  godot_variant_number: function (text, size, value) {
    return Module["number"](text, size, value);
  },
});
