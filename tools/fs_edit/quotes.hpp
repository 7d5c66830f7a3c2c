#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

// Where in a text quotes are open, as most languages have them: '…' and "…" up to the end of the line, and `…`, '''…'''
// and """…""" over lines; a backslash takes away the meaning of what follows it. An apostrophe in a word is none.
class Quotes {
public:
    explicit Quotes(std::string_view text);

    // Is what stands there within quotes, or a quote that closes them?
    bool is_open_at(std::size_t offset) const;

private:
    std::vector<std::size_t> turns; // where one opens or ends, in turn
};
