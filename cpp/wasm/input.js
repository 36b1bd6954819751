// What bindings.cpp calls: js/boundary.ts has put it there.
mergeInto(LibraryManager.library, {
  godot_variant_bring: function (begin, end) {
    Module["bring"](begin, end);
  },
  godot_variant_number: function (text, size, value) {
    return Module["number"](text, size, value);
  },
});
