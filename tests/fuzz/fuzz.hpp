#pragma once

#include "toolkit/system/error.hpp"

#include <cstddef>
#include <cstdlib>
#include <string>
#include <string_view>

// What every fuzz target shares. A target is one function of the fuzzer's bytes: it may throw a
// ToolError, and nothing else; anything that must hold is said with must().

void fuzz(std::string_view input);

inline void must(bool holds)
{
    if (!holds)
        std::abort();
}

// The text up to the next NUL, which is taken off the input with it.
inline std::string_view take_text(std::string_view& input)
{
    const std::string_view text = input.substr(0, input.find('\0'));
    input.remove_prefix(text.size() == input.size() ? text.size() : text.size() + 1);
    return text;
}
