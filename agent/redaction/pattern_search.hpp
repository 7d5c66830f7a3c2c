#pragma once

#include "agent/redaction/text_block.hpp"

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace agent::redaction {

// The unread rest of a pattern that is read from left to right.
struct PatternRemainder {
    // Removes the word if the remainder begins with it, and returns whether it did.
    bool take(std::string_view word)
    {
        const bool is_there = rest.starts_with(word);
        rest.remove_prefix(is_there ? word.size() : 0);
        return is_there;
    }

    std::string_view take_first(std::size_t size)
    {
        const std::string_view first = rest.substr(0, size);
        rest.remove_prefix(first.size());
        return first;
    }

    std::string_view rest;
};

// Returns a pattern for the beginnings of the matches of `pattern`, which RE2 has accepted. It
// matches every text, including the empty one, that a match can begin with and continue after. A
// match that no text after it can change is not such a beginning. The result may also match other
// texts: with more repetitions than `pattern` allows, or with an assertion (\b, $) that does not
// hold at their end.
std::string beginnings_of(std::string_view pattern);

}

namespace re2 {
class RE2;
}

namespace agent::redaction {

// Finds the matches of one pattern in a text that comes in arbitrary pieces. A match is certain
// when no further text can change it. A possible beginning of a match with more than `max_match`
// bytes is assumed to continue to the end of the line, or to the end of the text if the pattern can
// match a newline.
class PatternSearch {
public:
    static constexpr std::size_t max_match = 1 << 20;

    // Throws BAD_PATTERN.
    explicit PatternSearch(const std::string& pattern);
    PatternSearch(PatternSearch&&) noexcept;
    ~PatternSearch();

    struct Progress {
        std::size_t from = 0; // all before it is certain
        std::size_t open_first = 0; // the beginning of a match that is too long
        bool is_too_long = false;
        std::size_t seen = 0; // bytes after `from` that were searched
    };

    // Adds the matches that are certain now.
    void find(const TextWindow& window, Progress& progress, std::vector<SecretSpan>& spans) const;

private:
    bool find_end(
        const TextWindow& window, Progress& progress, std::vector<SecretSpan>& spans) const;
    void find_certain(std::string_view text, std::size_t base, Progress& progress,
        std::vector<SecretSpan>& spans) const;
    void find_all(std::string_view text, std::size_t base, Progress& progress,
        std::vector<SecretSpan>& spans) const;
    std::size_t first_open(std::string_view text, std::size_t from) const;

    std::unique_ptr<re2::RE2> pattern;
    std::unique_ptr<re2::RE2> beginning; // matches the beginning of a match at the end of a text
    bool is_in_line;
};

}
