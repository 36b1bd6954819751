// Embind's JavaScript side, reduced to our needs: the functions of bindings.gen.inc take and return only 32-bit integers
// and nothing, so types need no conversion, and each function is the pointer that embind passes.
const types = ["void", "bool", "integer", "bigint", "float"].concat(
  ["std_string", "std_wstring", "memory_view", "emval"], // unused, but embind registers them
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
  // Newer versions wrap functions with pointer parameters, and count these parameters.
  library[`_embind_register_${type}`] = function (_a, _b, _c, _d, _e) {};
  library[`_embind_register_${type}__deps`] = [];
}
mergeInto(LibraryManager.library, library);
