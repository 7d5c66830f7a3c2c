#pragma once

#include "agent/redaction/provider_tokens.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace agent::redaction {

// Finds secrets by their names: "NAME": value, NAME: value and NAME=value, with quotes that JSON
// may have escaped any number of times.

// Finds the end of a value, in pieces.
class ValueEnd {
public:
    // Finds the end of a value in quotes, after the opening one, which `depth` backslashes precede.
    static ValueEnd of_quoted(char mark, std::size_t depth) { return ValueEnd(mark, depth, {}); }
    // Finds the end of a value that begins with a bracket.
    static ValueEnd of_brackets() { return ValueEnd('\0', 0, {}); }
    // Finds the end of a value that continues to one of `ends`.
    static ValueEnd of_bare(std::string_view ends) { return ValueEnd('\0', 0, ends); }

    // Reads on in the value, and returns how many bytes were read: all if they do not contain its
    // end.
    std::size_t skip(std::string_view text);

    bool is_found() const { return is_at_end; }

    // Returns how many of the last bytes read may be after the end of the value: backslashes that
    // belong to the quote.
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
    char mark; // the current quotation mark; 0 for none
    std::size_t depth; // the number of backslashes before it
    std::size_t backslashes = 0; // the backslashes that were read last
    std::size_t brackets = 0; // the number of open brackets
    bool is_in_brackets;
    bool is_at_end = false;
};

// The position of a value in a text; there is none if `first` equals `after`.
struct KeyedValue {
    std::size_t first = 0;
    std::size_t after = 0;
    bool is_open = false; // it could continue, or begin, after the end of the text
    // Put around its replacement: for a number in JSON, the quotation mark of the name.
    std::string quote = {};
    // Finds the end if the value is longer than the part that was examined; to be read from `first`
    // on.
    std::optional<ValueEnd> rest = {};
};

// True if a name may begin at `at`, judged by the two bytes before it: it must not be a part of a
// longer name.
bool may_begin_name(std::string_view text, std::size_t at);

// Returns the value of the name that ends at `at`:
// - In quotes, it ends at the closing quote if that is in the same line, or within 4 KiB and
//   followed by what may follow a value; otherwise at the end of the line.
// - In brackets, it ends at the closing bracket, whatever is in between.
// - A block of YAML ends with its last line.
// - Any other value ends at the end of the line after a colon or " = ", otherwise at whitespace.
// Examines 64 KiB of a value; for a longer one `rest` finds the end.
KeyedValue value_after_name(std::string_view text, std::size_t at);

// Returns the shapes of secrets after a name that does not prove that they are one: values that do
// not look like words, and blocks of YAML.
std::vector<SecretShape> generated_values();

}
