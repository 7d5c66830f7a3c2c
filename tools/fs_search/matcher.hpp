#pragma once

#include "file_text.hpp"
#include "query.hpp"
#include "text_finder.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

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
    explicit Matcher(const Query& wanted);

    // Another one for the same query, to be used by another thread.
    Matcher another() const;

    ~Matcher();
    Matcher(Matcher&&) noexcept;
    Matcher& operator=(Matcher&&) noexcept;

    // Can a file of these bytes hold a match? Quickly told, and safe to share.
    bool may_be_in(std::string_view bytes) const;

    // Is every line all that is needed to tell what matches on it?
    bool looks_at_lines() const;

    // The leftmost match that begins at `from` or behind it.
    std::optional<Span> find(std::string_view text, std::size_t from) const;

    // Does another one of these cost more than it brings?
    bool is_costly() const;

    // A pattern that names a CR sees those of line ends; to others, lines end before a CRLF.
    LineEnds line_ends() const { return wanted_line_ends; }

private:
    struct Regex;
    Matcher() = default;
    std::optional<Span> find_in_lines(std::string_view text, std::size_t from) const;

    Query query;
    std::shared_ptr<const TextFinder> filter; // of texts that a match needs, without line ends; may be null
    std::shared_ptr<const TextFinder> finder; // of the query where there is no regex, else the filter
    std::unique_ptr<Regex> regex; // null where the query is found as it is
    LineEnds wanted_line_ends = LineEnds::as_they_are;
};
