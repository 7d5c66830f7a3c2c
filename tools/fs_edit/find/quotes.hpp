#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace fs_edit::find {

// Where in a text quotes are open, as most languages have them: '…', "…" and `…`, '''…''' and
// """…""" and C++'s R"(…)"; a backslash takes away the meaning of what follows it. One that is not
// closed in its line lasts up to the next line with an odd number of them; where there is none, or
// it stands in a comment, it opens nothing. Nor does an apostrophe in a word.
class Quotes {
public:
    explicit Quotes(std::string_view text);

    // Is what stands there within quotes, or a quote that closes them?
    bool is_open_at(std::size_t offset) const;

private:
    std::vector<std::size_t> turns; // where one opens or ends, in turn
};

}
