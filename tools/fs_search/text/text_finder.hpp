#pragma once

#include "tools/fs_search/regex/rarity.hpp"

#include <cstddef>
#include <memory>
#include <string_view>

// What finds one text, or the first of several, in a range of bytes.
class Finder {
public:
    Finder() = default;
    virtual ~Finder() = default;
    Finder(const Finder&) = delete;
    Finder& operator=(const Finder&) = delete;

    // See TextFinder::find(); null where there is none.
    virtual const char* find(const char* begin, const char* end) const = 0;
};

// What the processor is asked for: the fastest that it has, or what every one has.
enum class Instructions { fastest, portable };

// Finds the first of some texts, of which none is empty or holds a line break. Threads may share one.
class TextFinder {
public:
    explicit TextFinder(const Texts& texts, Instructions instructions = Instructions::fastest);

    // A place on the first line from `from` on that holds one of the texts, or npos. Of a single text, the place where
    // it begins.
    std::size_t find(std::string_view text, std::size_t from) const;

private:
    std::unique_ptr<const Finder> finder;
};

// Are `bytes` those of this text, be it in other case where that doesn't matter?
bool begins_with(const char* bytes, std::string_view text, bool any_case);

bool has_avx2();
