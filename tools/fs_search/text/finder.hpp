#pragma once

#include <string_view>

namespace fs_search::text {

// What finds one text, or the first of several, in a range of bytes.
class Finder {
public:
    Finder() = default;
    virtual ~Finder() = default;
    Finder(const Finder&) = delete;
    Finder& operator=(const Finder&) = delete;

    // A place on the first line that holds a text, or null. Of a single text, the place where it
    // begins.
    virtual const char* find(const char* begin, const char* end) const = 0;
};

// What the processor is asked for: the fastest that it has, or what every one has.
enum class Instructions { fastest, portable };

// Are `bytes` those of this text, be it in other case where that doesn't matter?
bool begins_with(const char* bytes, std::string_view text, bool any_case);

bool has_avx2();

}
