#pragma once

#include "query.hpp"
#include "tools/fs_search/files/file_text.hpp"
#include "tools/fs_search/regex/plan.hpp"

#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

namespace fs_search {

struct Span {
    std::size_t begin;
    std::size_t end;
};

// Does it contain a newline, which no single line does, although a match may not span lines?
bool needs_multiline(const Query& query);

// What matches a query. Threads may share one, but are faster with one each, unless it is costly:
// what RE2 learns about a pattern while it searches is kept behind a lock.
//
// Patterns are RE2's: classes like \w and \b are ASCII, '^' and '$' hold at every line. A match
// stays within its line unless the query is multiline; then '.' matches a newline, too. A whole
// word has no letter, digit or underscore of any script beside it.
class Matcher {
public:
    // Throws BAD_PATTERN if RE2 can't compile the pattern, or needs_multiline().
    explicit Matcher(const Query& wanted);

    // Another one for the same query, to be used by another thread.
    Matcher another() const;

    ~Matcher();
    Matcher(Matcher&&) noexcept;
    Matcher& operator=(Matcher&&) noexcept;

    // Can a file of these bytes hold a match? Quickly told, and safe to share.
    bool may_be_in(std::string_view bytes) const;

    // The leftmost match in these bytes of the text, which are looked at as a part of it; of a
    // query that needs RE2.
    std::optional<Span> match_in(std::string_view text, const Span& range) const;

    // The match of a query that needs none, where its text begins.
    Span text_at(std::size_t place) const { return {place, place + query.text.size()}; }

    // Then it matches on every line.
    bool matches_empty() const;

    const regex::SearchPlan& plan() const { return *how; }

    // Does another one of these cost more than it brings?
    bool is_costly() const;

    // A pattern that names a CR sees those of line ends; to others, lines end before a CRLF.
    files::LineEnds line_ends() const { return wanted_line_ends; }

private:
    struct Regex;
    Matcher() = default;
    void make_regex();
    const Regex& regex_for_all() const;

    Query query;
    std::shared_ptr<const regex::SearchPlan> how;
    std::unique_ptr<Regex> ascii_regex; // of a whole word, for lines that are ASCII
    mutable std::unique_ptr<Regex> regex; // made when it is needed, with the flag
    std::unique_ptr<std::once_flag> later; // null where the query is found as it is
    files::LineEnds wanted_line_ends = files::LineEnds::as_they_are;
};

}
