#pragma once

#include "agent/redaction/text_block.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace agent::redaction {

// Whether whitespace that is none of the value's own, such as the newlines of wrapped base64, is
// hidden with it. What a person decides by must show each newline: they separate commands.
enum class Newlines { hidden, kept };

// A value in one of the ways that texts may hold it: each of its characters in one of several
// forms.
class Spelling {
public:
    // Of each character, its forms. None may begin as another one of the same way does, nor, if it
    // is wrapped, as a line break.
    explicit Spelling(const std::vector<std::vector<std::string>>& given, bool is_wrapped = false);

    // Texts of three or four bytes: it begins with one of them.
    std::vector<std::string> beginnings() const;

    // What is known of a text: where the value, as far as it goes, stands. What follows from it is
    // not compared again, so that a value whose beginning comes again within it takes no longer
    // than any other one.
    struct Progress {
        std::size_t count = 0; // of the characters that stand there
        std::size_t end = 0; // after them
        std::size_t cursor = 0; // a place among them
        std::size_t index = 0; // and the number of the character there
    };

    struct Match {
        std::size_t size = 0; // 0: none
        bool may_go_on = false; // the text ends within what could be one
    };

    // The one that begins at `at`, which is never before what it was the last time.
    Match match(const TextWindow& window, std::size_t at, Progress& known) const;

    // Adds a match without the line breaks in it.
    void add_pieces(
        const TextWindow& window, SecretSpan match, std::vector<SecretSpan>& pieces) const;

    // To be called before the text in front of `limit` is given up.
    void keep(const TextWindow& window, std::size_t limit, Progress& known) const;

private:
    using Forms = std::vector<std::string>;

    std::size_t size_at(std::size_t index, std::string_view rest) const;
    std::vector<std::string> breaks_before(std::size_t index) const;
    std::size_t size_of_break(const TextWindow& window, std::size_t place, bool& is_cut) const;

    std::vector<std::uint32_t> characters; // which forms each has
    std::vector<Forms> forms; // of the different ones
    bool wrapped; // line breaks may stand between its characters
    std::vector<std::uint32_t>
        repeated; // how many characters from each one on are those of the beginning
};

// A value as it is; as URLs write it; as JSON does, or JSON in JSON, three deep; and in base64,
// also wrapped into lines. Each character may stand escaped in each of the ways that those have, or
// as itself, where they allow that.
std::vector<Spelling> spellings_of(const std::string& value, Newlines newlines = Newlines::hidden);

// In base64, also of something longer: those characters that the value alone decides.
std::vector<std::string> base64_spellings(const std::string& value);

}
