#pragma once

#include "dfa.hpp"
#include "tools/fs_search/query.hpp"
#include "tools/fs_search/text/text_finder.hpp"

#include <atomic>
#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

namespace fs_search::regex {

// Measures whether a filter before RE2 pays: it does not if most of what it lets through fails to
// match. Threads share one.
class Doubt {
public:
    // So many bytes were filtered, and so many lines passed without a match.
    void learn(std::size_t bytes, std::size_t failures)
    {
        filtered.fetch_add(bytes, std::memory_order_relaxed);
        failed.fetch_add(failures, std::memory_order_relaxed);
    }

    bool is_justified() const
    {
        // RE2 takes for a line about as long as for so many bytes.
        constexpr std::size_t bytes_for_a_failure = 200;
        constexpr std::size_t enough_to_know = 1 << 20;
        const std::size_t bytes = filtered.load(std::memory_order_relaxed);
        return bytes >= enough_to_know
            && failed.load(std::memory_order_relaxed) * bytes_for_a_failure > bytes;
    }

private:
    std::atomic<std::size_t> filtered = 0;
    std::atomic<std::size_t> failed = 0;
};

// Is it found as it is, without RE2?
bool is_plain(const Query& query);

// How the matches of a query are found; threads share one.
//
// - A text that is no pattern: by looking for it.
// - Else by looking for texts that each match holds, where there are such and they are rare; RE2
//   looks at the lines that hold one.
// - Where there are none, or lines with one seldom match: by an automaton, and RE2 looks at the
//   lines that it accepts.
// - Where there is no automaton (its table would be too large, the pattern is not understood, or a
//   match may span lines), or most lines that it accepts don't match: by RE2 alone.
class SearchPlan {
public:
    explicit SearchPlan(const Query& wanted);

    // Of the query itself where it is no pattern, else of texts that each match holds; may be null.
    const text::TextFinder* finder() const { return finder_of_texts.get(); }

    // Like finder(), without line endings, since those of a file may differ from the query's.
    const text::TextFinder* filter() const { return filter_of_files.get(); }

    // Made when it is first asked for; null where there is none.
    const LineAutomaton* automaton() const;

    // Of the automaton.
    Doubt& doubt() const { return doubt_of_automaton; }

    // Is every line all that is needed to tell what matches on it?
    bool looks_at_lines() const;

    bool spans_lines() const { return query.multiline; }

    bool is_plain() const { return fs_search::regex::is_plain(query); }

private:
    Query query;
    std::unique_ptr<const SyntaxPart>
        syntax; // null for a plain query, and if the pattern is not understood
    std::shared_ptr<const text::TextFinder> filter_of_files;
    std::shared_ptr<const text::TextFinder> finder_of_texts;
    mutable std::once_flag is_made;
    mutable std::optional<LineAutomaton> made;
    mutable Doubt doubt_of_automaton;
};

// The query as a pattern, without what makes it match whole words alone.
std::string plain_pattern_for(const Query& query);

}
