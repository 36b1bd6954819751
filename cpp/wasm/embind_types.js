// Embind's JavaScript side, as small as ours can be: the functions of bindings.cpp take and return 32-bit integers,
// doubles and nothing, so no type needs a conversion, and a function is the pointer that embind hands over.
const types = ["void", "bool", "integer", "bigint", "float"].concat(
  ["std_string", "std_wstring", "memory_view", "emval"], // never used, but embind registers them
);
const library = {
  _embind_register_function: function (name, _argCount, _argTypes, _signature, invoker, fn, _async, _returns) {
    let end = name;
    while (HEAPU8[end]) end++;
    const call = getWasmTableEntry(invoker);
    Module[String.fromCharCode(...HEAPU8.subarray(name, end))] = (...args) => call(fn, ...args);
  },
  _embind_register_function__deps: ["$getWasmTableEntry"],
};
for (const type of types) {
  // Newer versions wrap what has pointers among its parameters, and count these.
  library[`_embind_register_${type}`] = function (_a, _b, _c, _d, _e) {};
  library[`_embind_register_${type}__deps`] = [];
}
mergeInto(LibraryManager.library, library);
