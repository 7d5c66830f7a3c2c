#pragma once

#include "matcher.hpp"

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace fs_search {

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
