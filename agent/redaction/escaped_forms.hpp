#pragma once

#include "agent/redaction/text_block.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace agent::redaction {

// Determines whether whitespace that does not belong to the value, such as the newlines of wrapped
// base64, is hidden with it. A text about which a person decides must show each newline, since
// newlines separate commands.
enum class Newlines { hidden, kept };

// A value in one of the ways in which texts may contain it: each of its characters in one of
// several forms.
class Spelling {
public:
    // `given` has the forms of each character. No form may be the beginning of another one of the
    // same character, nor, if the value is wrapped, the beginning of a newline.
    explicit Spelling(const std::vector<std::vector<std::string>>& given, bool is_wrapped = false);

    // Returns texts of three or four bytes, one of which the value begins with.
    std::vector<std::string> beginnings() const;

    // Remembers where the value, or its beginning, was found in a text. Known characters are not
    // compared again, so that a value that contains its own beginning takes no longer than any
    // other one.
    struct Progress {
        std::size_t count = 0; // the number of characters found there
        std::size_t end = 0; // the position after them
        std::size_t cursor = 0; // a position among them
        std::size_t index = 0; // the index of the character at `cursor`
    };

    struct Match {
        std::size_t size = 0; // 0: no match
        bool may_go_on = false; // the text ends within a possible match
    };

    // Returns the match that begins at `at`, which must not decrease between calls.
    Match match(const TextWindow& window, std::size_t at, Progress& known) const;

    // Adds a match in pieces, without the newlines in it.
    void add_pieces(
        const TextWindow& window, SecretSpan match, std::vector<SecretSpan>& pieces) const;

    // Must be called before the text before `limit` is discarded.
    void keep(const TextWindow& window, std::size_t limit, Progress& known) const;

private:
    using Forms = std::vector<std::string>;

    std::size_t size_at(std::size_t index, std::string_view rest) const;
    std::vector<std::string> breaks_before(std::size_t index) const;
    std::size_t size_of_break(const TextWindow& window, std::size_t place, bool& is_cut) const;

    std::vector<std::uint32_t> characters; // the index in `forms` of each character
    std::vector<Forms> forms; // of the distinct characters
    bool wrapped; // newlines may be between its characters
    // The Z function of the value: for each character, how many characters from there on equal the
    // beginning of the value.
    std::vector<std::uint32_t> repeated;
};

// Returns the spellings of a value: unchanged; as in URLs; as in JSON, and in JSON in JSON up to
// three levels; and in base64, also wrapped into lines. Each character may be escaped in any way
// that these formats allow, or be itself if they allow that.
std::vector<Spelling> spellings_of(const std::string& value, Newlines newlines = Newlines::hidden);

// Returns the base64 of a value that may be a part of something longer: only the characters that
// the value alone determines.
std::vector<std::string> base64_spellings(const std::string& value);

}
