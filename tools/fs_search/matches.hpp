#pragma once

#include "matcher.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

namespace fs_search {

enum class Mode { matches, files, count };

// The results that are needed from a file.
struct Wanted {
    Mode mode = Mode::matches;
    std::int64_t lines_before = 0; // number of lines to add before a match
    std::int64_t lines_after = 0;
    bool has_columns = false;
    std::int64_t max_results = 0; // after this many, the search of the file stops
};

// A match with all lines that it is on. The strings refer to the file's bytes, or to UTF-8 that was
// converted from UTF-16.
struct Match {
    std::int64_t line; // 1-based
    std::size_t position; // offset of the match in `lines`
    std::string_view lines; // without the last newline
    std::vector<std::string_view> before = {}; // the lines before it, in their order
    std::vector<std::string_view> after = {};
};

// Receives a match. Returns true if it counts.
using TakeMatch = std::function<bool(const Match&)>;

// Finds all matches in `text`. Each line counts once, by the first match that begins on it. A line
// ends with '\n' or at the end of the text; there is no line after a final '\n'. Passes the matches
// to `take` if the mode is `matches`. Returns how many matches counted until the search stopped.
std::int64_t find_matches(
    std::string_view text, const Matcher& matcher, const Wanted& wanted, const TakeMatch& take);

// Iterates over the matches in a text. The matcher and the text must outlive the object.
class MatchSequence {
public:
    MatchSequence(const Matcher& matcher, std::string_view text);

    // Returns the leftmost match that begins at `from` or later. Matches after a final newline,
    // where there is no line, may be skipped. `from` must not decrease from call to call.
    std::optional<Span> next(std::size_t from);

private:
    enum class Way { by_texts, by_automaton, by_expression };

    std::optional<Span> next_by_texts(std::size_t from);
    std::optional<Span> next_by_automaton(std::size_t from);
    std::optional<Span> next_by_expression(std::size_t from) const;
    std::optional<Span> next_accepted(std::size_t from);
    Span line_from(std::size_t from, std::size_t place) const;
    void scan(std::size_t from);
    Way way_without_texts() const;

    const Matcher& matcher;
    const regex::SearchPlan& plan;
    std::string_view text;
    Way way;
    std::size_t tries = 0; // number of lines tried that contain a text of the plan
    std::size_t first_try = 0;
    std::vector<std::size_t> accepted; // offsets on lines that the automaton accepts
    std::size_t next_in_accepted = 0;
    std::size_t scanned = 0; // end of what the automaton has scanned
};

}
