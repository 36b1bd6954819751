// The functions of bindings.cpp take and return integers, doubles and nothing. Embind registers every other type too;
// with these in their place, the code for them (strings of three widths, handles, views) is not linked.
const unused = ["bool", "bigint", "std_string", "std_wstring", "memory_view", "emval"];
const library = {};
for (const type of unused) {
  // Newer versions wrap what has pointers among its parameters, and count these.
  library[`_embind_register_${type}`] = function (_a, _b, _c, _d, _e) {};
  library[`_embind_register_${type}__deps`] = [];
}
mergeInto(LibraryManager.library, library);
