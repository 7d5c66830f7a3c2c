#pragma once

#include <bitset>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace toolkit::glob {

// A wildcard pattern for paths, as git's wildmatch() with WM_PATHNAME reads it (gitignore(5)): '*'
// and '?' stay within a name, "**" as a whole name stands for any number of names (for at least one
// at the end), [a-z], [!a-z], [[:alpha:]], and '\' before a character that is meant literally.
// Bytes, not characters, are compared. Time to match: the product of the lengths at worst, whatever
// the pattern.
class Glob {
public:
    explicit Glob(std::string_view pattern);

    // Does the whole of `path` match? Names in it are separated by '/', without one at either end.
    bool matches(std::string_view path) const;

    // A pattern that git can't read (an unclosed '[', a '\' at the end) matches nothing.
    bool is_valid() const { return valid; }

    using Bytes = std::bitset<256>;

    // A place in the last name of a path.
    enum Place { first, last, last_but_one, last_but_two };

    // The bytes that stand there in every path that matches. Nothing where any may, and where a
    // path that matches may be too short.
    std::optional<Bytes> bytes_at(Place place) const;

private:
    // A name in the pattern, or a part of one: some bytes that can stand here, or a '*'.
    struct Token {
        bool is_run;
        Bytes bytes;
    };

    struct Name {
        enum Kind { any_depth, exact, suffix, wildcard } kind;
        std::string text; // exact: the name; suffix: what follows the only '*'
        std::vector<Token> tokens;

        bool matches(std::string_view name) const;
    };

    class Parser;

    std::vector<Name> names;
    bool valid = true;
};

}
