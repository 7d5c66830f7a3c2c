#pragma once

#include "agent/redaction/provider_tokens.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace agent::redaction {

// Secrets that are known by their name: "NAME": value, NAME: value and NAME=value, with quotes that
// JSON has escaped however often.

// Looks for the end of a value, a piece at a time.
class ValueEnd {
public:
    // Of what follows the quote that opens it, which `depth` backslashes precede.
    static ValueEnd of_quoted(char mark, std::size_t depth) { return ValueEnd(mark, depth, {}); }
    // Of what begins with a bracket.
    static ValueEnd of_brackets() { return ValueEnd('\0', 0, {}); }
    // Of what continues to one of `ends`.
    static ValueEnd of_bare(std::string_view ends) { return ValueEnd('\0', 0, ends); }

    // Goes on in the value, and answers how many bytes were read: all, if its end is not found in
    // them.
    std::size_t skip(std::string_view text);

    bool is_found() const { return is_at_end; }

    // How many bytes before what was read the value ends, or may end: backslashes that belong to
    // the quote.
    std::size_t pending() const { return is_in_brackets ? 0 : std::min(backslashes, depth); }

private:
    ValueEnd(char mark, std::size_t depth, std::string_view ends)
        : ends(ends)
        , mark(mark)
        , depth(depth)
        , is_in_brackets(mark == '\0' && ends.empty())
    {
    }

    bool ends_quote(char c);
    bool ends_brackets(char c);

    std::string_view ends;
    char mark; // the quote that it is in; 0 for none
    std::size_t depth; // of that
    std::size_t backslashes = 0; // that were read last
    std::size_t brackets = 0; // that are open
    bool is_in_brackets;
    bool is_at_end = false;
};

// Where the value stands in a text; nothing where `first` is `after`.
struct KeyedValue {
    std::size_t first = 0;
    std::size_t after = 0;
    bool is_open = false; // it could continue, or begin, after the end of the text
    std::string quote
        = {}; // what goes around its replacement: of a number in JSON the quote that the name has
    std::optional<ValueEnd> rest
        = {}; // if it is longer than what is looked at: to be read from `first` on
};

// May a name begin at `at`, going by the two bytes before it? It is none as a part of a longer one.
bool may_begin_name(std::string_view text, std::size_t at);

// The value that the name in front of `at` has. One in quotes ends where they do, if that is in the
// same line or within 4 KiB and as a value ends, else with the line; one in brackets with them,
// whatever is in between; a block of YAML with its last line; a bare one with the line after a
// colon or " = ", else at a blank. A value is looked at for 64 KiB; of a longer one `rest` finds
// end.
// the end.
KeyedValue value_behind_name(std::string_view text, std::size_t at);

// Secrets after a name for one, of which the place alone does not tell that they are some: what
// looks like no word, and blocks of YAML.
std::vector<SecretShape> generated_values();

}
