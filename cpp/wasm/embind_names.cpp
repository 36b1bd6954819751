// Embind would print the address of a type that it does not know, and link all of printf for that. It knows
// all of ours (embind_types.js), so this stands in its place.
#include <cstddef>

// NOLINTBEGIN(cert-dcl50-cpp): these are the declarations of C.
extern "C" int sprintf(char* to, const char*, ...) { return *to = 0; }
extern "C" int siprintf(char* to, const char*, ...) { return *to = 0; }
extern "C" int snprintf(char* to, std::size_t, const char*, ...) { return *to = 0; }
extern "C" int sniprintf(char* to, std::size_t, const char*, ...) { return *to = 0; }
// NOLINTEND(cert-dcl50-cpp)
