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

// What is wanted to know of a file.
struct Wanted {
    Mode mode = Mode::matches;
    std::int64_t lines_before = 0; // of a match
    std::int64_t lines_after = 0;
    bool has_columns = false;
    std::int64_t max_results = 0; // after so many, the rest of the file is not looked at
};

// One match, with the whole lines that it is on. Texts are bytes of the file, or of the UTF-8 that
// its UTF-16 was turned into.
struct Match {
    std::int64_t line; // from 1
    std::size_t position; // of the match in `lines`
    std::string_view lines; // without the last newline
    std::vector<std::string_view> before = {}; // the lines before it, in their order
    std::vector<std::string_view> after = {};
};

// Answers whether the match counts.
using TakeMatch = std::function<bool(const Match&)>;

// Finds all matches in `text`, of which each line counts once: by the first that begins on it. A
// line ends with '\n' or with the text; after a '\n' at the end there is no line more. Gives them
// to `take` if matches are wanted; answers how many count, as far as the search went.
std::int64_t find_matches(
    std::string_view text, const Matcher& matcher, const Wanted& wanted, const TakeMatch& take);

// The matches in a text, one after the other. Both must outlive it.
class MatchSequence {
public:
    MatchSequence(const Matcher& matcher, std::string_view text);

    // The leftmost match that begins at `from` or behind it; perhaps none of those behind a line
    // break at the end of the text, where there is no line. `from` never is less than the time
    // before.
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
    std::size_t tries = 0; // lines with a text of the plan
    std::size_t first_try = 0;
    std::vector<std::size_t> accepted; // places on lines that the automaton accepts
    std::size_t next_in_accepted = 0;
    std::size_t scanned = 0; // by the automaton, up to here
};

}
