#pragma once

#include <bitset>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace toolkit::glob {

// A wildcard pattern for paths, as git's wildmatch() with WM_PATHNAME reads it (gitignore(5)). '*'
// and '?' match within a name. "**" as a whole name matches any number of names, at the end at
// least one. Supports [a-z], [!a-z], [[:alpha:]], and '\' before a literal character. Compares
// bytes, not characters. A match takes at most the product of the lengths, whatever the pattern.
class Glob {
public:
    explicit Glob(std::string_view pattern);

    // Returns true if the whole of `path` matches. Its names are separated by '/', without one at
    // either end.
    bool matches(std::string_view path) const;

    // Returns false for a pattern that git cannot read (an unclosed '[', a '\' at the end). It
    // matches nothing.
    bool is_valid() const { return valid; }

    using Bytes = std::bitset<256>;

    // A position in the last name of a path.
    enum Place { first, last, last_but_one, last_but_two };

    // Returns the bytes that can be at this position in a matching path. Returns nullopt if any
    // byte can, or if a matching path may be too short.
    std::optional<Bytes> bytes_at(Place place) const;

private:
    // A part of a name in the pattern: a set of bytes that match one byte, or a '*'.
    struct Token {
        bool is_run;
        Bytes bytes;
    };

    struct Name {
        enum Kind { any_depth, exact, suffix, wildcard } kind;
        std::string text; // exact: the name; suffix: the text after the only '*'
        std::vector<Token> tokens;

        bool matches(std::string_view name) const;
    };

    class Parser;

    std::vector<Name> names;
    bool valid = true;
};

}
