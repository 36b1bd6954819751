// What bindings.cpp calls while it reads an input: js/boundary.ts has put it there.
mergeInto(LibraryManager.library, {
  godot_variant_bring: function (begin, end) {
    Module["bring"](begin, end);
  },
});
