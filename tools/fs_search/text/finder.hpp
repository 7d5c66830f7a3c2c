#pragma once

#include <string_view>

namespace fs_search::text {

// Finds one text, or the first of several, in a range of bytes.
class Finder {
public:
    Finder() = default;
    virtual ~Finder() = default;
    Finder(const Finder&) = delete;
    Finder& operator=(const Finder&) = delete;

    // Returns an address on the first line that contains a text, or null. For a single text, the
    // address where it begins.
    virtual const char* find(const char* begin, const char* end) const = 0;
};

// Instructions to use: the fastest that the processor has, or those that every processor has.
enum class Instructions { fastest, portable };

// Returns true if `bytes` starts with the text, if necessary in another case.
bool begins_with(const char* bytes, std::string_view text, bool any_case);

// Returns true if the processor supports AVX2.
bool has_avx2();

}
