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

// Measures whether a filter before RE2 is worthwhile. It is not if most lines that it passes on do
// not match. Threads share an object.
class Doubt {
public:
    // Adds a measurement: the number of bytes filtered, and the number of lines that passed the
    // filter and did not match.
    void learn(std::size_t bytes, std::size_t failures)
    {
        filtered.fetch_add(bytes, std::memory_order_relaxed);
        failed.fetch_add(failures, std::memory_order_relaxed);
    }

    bool is_justified() const
    {
        // RE2 takes about as long for a line as the filter for this many bytes.
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

// Returns true if the query can be searched for as plain text, without RE2.
bool is_plain(const Query& query);

// How the matches of a query are found. Threads share a plan.
//
// - A plain text is searched for directly.
// - For a pattern, texts that each match must contain are searched for, if there are such texts and
//   they are rare. RE2 examines the lines that contain one.
// - If there are none, or lines with one seldom match, an automaton selects the lines that RE2
//   examines.
// - If there is no automaton (its table would be too large, the pattern is not understood, or a
//   match may span lines), or most lines that it accepts do not match, RE2 searches alone.
class SearchPlan {
public:
    explicit SearchPlan(const Query& wanted);

    // Returns the finder for the plain text, or for the texts that each match contains; may be
    // null.
    const text::TextFinder* finder() const { return finder_of_texts.get(); }

    // The same without newlines, since those of a file may differ from those of the query.
    const text::TextFinder* filter() const { return filter_of_files.get(); }

    // Returns the automaton, which is made on first use; null if there is none.
    const LineAutomaton* automaton() const;

    // Returns the measurements for the automaton.
    Doubt& doubt() const { return doubt_of_automaton; }

    // Returns true if a match on a line depends only on that line.
    bool looks_at_lines() const;

    bool spans_lines() const { return query.multiline; }

    bool is_plain() const { return fs_search::regex::is_plain(query); }

private:
    Query query;
    // null for a plain query, and if the pattern is not understood
    std::unique_ptr<const SyntaxPart> syntax;
    std::shared_ptr<const text::TextFinder> filter_of_files;
    std::shared_ptr<const text::TextFinder> finder_of_texts;
    mutable std::once_flag is_made;
    mutable std::optional<LineAutomaton> made;
    mutable Doubt doubt_of_automaton;
};

// Returns the query as a pattern, without the restriction to whole words.
std::string plain_pattern_for(const Query& query);

}
