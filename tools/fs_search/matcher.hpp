#pragma once

#include "file_text.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

// What to look for.
struct Query {
    std::string text;
    bool is_regex = false;
    bool ignore_case = false;
    bool whole_word = false;
    bool multiline = false;
};

struct Span {
    std::size_t begin;
    std::size_t end;
};

// Finds a query in texts. Threads may share one, but are faster with one each, unless it is costly: what RE2
// learns about a pattern while it searches is kept behind a lock.
//
// Patterns are RE2's: classes like \w and \b are ASCII, '^' and '$' hold at every line. A match stays within
// its line unless the query is multiline. A whole word has no letter, digit or underscore of any script
// beside it.
class Matcher {
public:
    // Throws BAD_PATTERN where RE2 can't compile the pattern, or the pattern names a line break and the query
    // is not multiline.
    explicit Matcher(const Query& query);
    ~Matcher();
    Matcher(Matcher&&) noexcept;
    Matcher& operator=(Matcher&&) noexcept;

    // The leftmost match that begins at `from` or behind it.
    std::optional<Span> find(std::string_view text, std::size_t from) const;

    // Does another one of these cost more than it brings?
    bool is_costly() const;

    // A pattern that names a CR sees those of line ends; to others, lines end before a CRLF.
    LineEnds line_ends() const { return wanted_line_ends; }

private:
    struct Regex;

    std::string literal; // looked for as it is, where there is no regex
    std::unique_ptr<Regex> regex;
    LineEnds wanted_line_ends;
};
