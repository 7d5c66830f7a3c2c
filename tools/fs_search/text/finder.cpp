#include "finder.hpp"

#include <cstring>

#ifdef __x86_64__
#ifdef __clang__
#define _Bool bool // required by the header; clang has it in C only
#endif
#include <sys/platform/x86.h>
#endif

namespace fs_search::text {

bool begins_with(const char* bytes, std::string_view text, bool any_case)
{
    if (!any_case)
        return std::memcmp(bytes, text.data(), text.size()) == 0;
    for (const char expected : text) {
        const char byte = *bytes++;
        if ((byte >= 'A' && byte <= 'Z' ? byte - 'A' + 'a' : byte) != expected)
            return false;
    }
    return true;
}

bool has_avx2()
{
#ifdef __x86_64__
    // The C library determined this when it started. The compiler's own function would ask the
    // processor again, which takes about 20 µs for each query in a virtual machine.
    return CPU_FEATURE_ACTIVE(AVX2);
#else
    return false;
#endif
}

}
