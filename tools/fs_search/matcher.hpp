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

// A match: offsets of its first byte and of the byte after its last.
struct Span {
    std::size_t begin;
    std::size_t end;
};

// Returns true if the query contains a newline, so that no single line matches, but must not match
// several lines.
bool needs_multiline(const Query& query);

// Finds the matches of a query. Threads may share a matcher. One for each thread is faster, since
// RE2 protects its automaton for a pattern with a lock, unless is_costly().
//
// Patterns have the syntax of RE2: classes like \w and \b are ASCII; '^' and '$' match at every
// line. A match does not extend beyond its line, unless the query is multiline; '.' then matches a
// newline, too. A whole word has no letter, digit or underscore of any script next to it.
class Matcher {
public:
    // Throws BAD_PATTERN if RE2 cannot compile the pattern, or if needs_multiline().
    explicit Matcher(const Query& wanted);

    // Returns another matcher for the same query, for use by another thread.
    Matcher another() const;

    ~Matcher();
    Matcher(Matcher&&) noexcept;
    Matcher& operator=(Matcher&&) noexcept;

    // Returns false if a file with these bytes cannot contain a match. Fast and thread-safe.
    bool may_be_in(std::string_view bytes) const;

    // Returns the leftmost match in this range of the text. Context outside the range is taken into
    // account. For queries that need RE2.
    std::optional<Span> match_in(std::string_view text, const Span& range) const;

    // Returns the match at `place` for a query that does not need RE2.
    Span text_at(std::size_t place) const { return {place, place + query.text.size()}; }

    // Returns true if the query matches the empty string, and therefore every line.
    bool matches_empty() const;

    const regex::SearchPlan& plan() const { return *how; }

    // Returns true if a matcher for each thread costs more than it saves.
    bool is_costly() const;

    // Returns as_they_are if the pattern names CR, so that the CRs of CRLF belong to lines;
    // otherwise without_returns.
    files::LineEnds line_ends() const { return wanted_line_ends; }

private:
    struct Regex;
    Matcher() = default;
    void make_regex();
    const Regex& regex_for_all() const;

    Query query;
    std::shared_ptr<const regex::SearchPlan> how;
    std::unique_ptr<Regex> ascii_regex; // for whole words, on lines that are ASCII
    mutable std::unique_ptr<Regex> regex; // created on first use, by `later`
    std::unique_ptr<std::once_flag> later; // null for a query that needs no RE2
    files::LineEnds wanted_line_ends = files::LineEnds::as_they_are;
};

}
