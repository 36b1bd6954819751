// Embind prints the address of a type that it does not know, which would link all of printf. It knows all of
// our types (embind_types.js), so these stubs replace sprintf; a call stops the program.
#include <cstddef>

// NOLINTBEGIN(cert-dcl50-cpp): C declares these functions in this way.
extern "C" int sprintf(char*, const char*, ...) { __builtin_trap(); }
extern "C" int siprintf(char*, const char*, ...) { __builtin_trap(); }
extern "C" int snprintf(char*, std::size_t, const char*, ...) { __builtin_trap(); }
extern "C" int sniprintf(char*, std::size_t, const char*, ...) { __builtin_trap(); }
// NOLINTEND(cert-dcl50-cpp)
