// Embind prints the address of a type that it does not know, which would link all of printf. It knows all of
// our types (embind_types.js), so this stub replaces sprintf.
#include <cstddef>

// NOLINTBEGIN(cert-dcl50-cpp): C declares these functions in this way.
extern "C" int sprintf(char* to, const char*, ...) { return *to = 0; }
extern "C" int siprintf(char* to, const char*, ...) { return *to = 0; }
extern "C" int snprintf(char* to, std::size_t, const char*, ...) { return *to = 0; }
extern "C" int sniprintf(char* to, std::size_t, const char*, ...) { return *to = 0; }
// NOLINTEND(cert-dcl50-cpp)
