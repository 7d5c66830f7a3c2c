#include "toolkit/glob/pattern_syntax.hpp"

#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"

#include <array>
#include <cctype>
#include <charconv>
#include <optional>

namespace toolkit::glob {

namespace {

enum class Position { outside, in_class, in_negated_class };

// Reads a pattern atom by atom: a byte, an escape, the beginning or end of a class.
class Scanner {
public:
    explicit Scanner(std::string_view pattern)
        : pattern(pattern)
    {
    }

    bool at_end() const { return at >= pattern.size(); }
    Position place() const { return where; }
    bool is_quoting() const { return quotes; }
    bool is_syntax() const { return where == Position::outside && !quotes; }
    std::string_view rest() const { return pattern.substr(at); }

    // Skips the next atom. Returns the byte that it matches, if it matches a single byte.
    std::optional<int> next()
    {
        if (quotes)
            return next_quoted();
        const char byte = pattern[at++];
        if (byte == '\\')
            return escape();
        if (where == Position::outside && byte == '[')
            return enter_class();
        if (where != Position::outside && byte == ']')
            where = Position::outside;
        if (where != Position::outside && byte == '[' && rest().starts_with(':'))
            at = std::min(pattern.find(":]", at), pattern.size() - 2) + 2;
        return byte;
    }

private:
    // Reads between \Q and \E.
    std::optional<int> next_quoted()
    {
        quotes = !rest().starts_with("\\E");
        at += quotes ? 1 : 2;
        return quotes ? std::optional<int>(pattern[at - 1]) : std::nullopt;
    }

    std::optional<int> enter_class()
    {
        const bool is_negated = rest().starts_with('^');
        where = is_negated ? Position::in_negated_class : Position::in_class;
        at += is_negated ? 1 : 0;
        at += rest().starts_with(']') ? 1 : 0; // a first ']' is a member
        return std::nullopt;
    }

    std::optional<int> escape()
    {
        if (at_end())
            return std::nullopt;
        switch (const char letter = pattern[at++]) {
        case 'n': return '\n';
        case 'r': return '\r';
        case 'x': return hexadecimal();
        case '0': return octal();
        case 'Q': quotes = where == Position::outside; return std::nullopt;
        default:
            return std::isalnum(static_cast<unsigned char>(letter)) != 0
                ? std::nullopt
                : std::optional<int>(letter);
        }
    }

    std::optional<int> hexadecimal()
    {
        const bool has_braces = rest().starts_with('{');
        at += has_braces ? 1 : 0;
        const std::size_t length = has_braces ? std::min(rest().find('}'), rest().size()) : 2;
        const auto value = number(rest().substr(0, length), 16);
        at += std::min(length + (has_braces ? 1 : 0), rest().size());
        return value;
    }

    std::optional<int> octal()
    {
        std::size_t length = 0;
        while (
            length < 2 && length < rest().size() && rest()[length] >= '0' && rest()[length] <= '7')
            ++length;
        const auto value = number(rest().substr(0, length), 8);
        at += length;
        return value;
    }

    static std::optional<int> number(std::string_view digits, int base)
    {
        int value = 0;
        const auto parsed
            = std::from_chars(digits.data(), digits.data() + digits.size(), value, base);
        return parsed.ec == std::errc() ? std::optional<int>(value) : std::nullopt;
    }

    std::string_view pattern;
    std::size_t at = 0;
    Position where = Position::outside;
    bool quotes = false;
};

struct Advice {
    std::string_view syntax;
    std::string_view text;
};

constexpr std::string_view look_around
    = "RE2 has no look-around: match the text around it as well, "
      "or search for the plain part and look at the "
      "lines with contextLines";
constexpr std::string_view back_reference
    = "RE2 has no back-references: write the repeated text out, or its alternatives as (?:aa|bb)";
constexpr std::string_view possessive = "RE2 has no possessive quantifiers, and needs none since "
                                        "it never backtracks: drop the second '+'";

constexpr std::array advice_table {
    Advice {"(?=", look_around},
    Advice {"(?!", look_around},
    Advice {"(?<=", look_around},
    Advice {"(?<!", look_around},
    Advice {
        "(?>", "RE2 has no atomic groups, and needs none since it never backtracks: write (?:…)"},
    Advice {"(?<", "RE2 writes a named group as (?P<name>…)"},
    Advice {"(?P=", back_reference},
    Advice {"(?#", "RE2 has no comments in patterns: leave it out"},
    Advice {"(?|", "RE2 has no branch reset: write (?:…)"},
    Advice {"(?(", "RE2 has no conditionals: write the two cases as (?:…|…)"},
    Advice {"(?R", "RE2 has no recursion: write the nesting out as deep as it is needed"},
    Advice {"*+", possessive},
    Advice {"++", possessive},
    Advice {"?+", possessive},
    Advice {"}+", possessive},
    Advice {"\\k", back_reference},
    Advice {"\\g", back_reference},
    Advice {"\\Z", "RE2 writes the end of the text as \\z, the end of a line as $"},
    Advice {"\\h", "RE2 writes a space or tab as [ \\t]"},
    Advice {"\\R", "RE2 writes a line ending as \\r?\\n, with multiline"},
    Advice {"\\K", "RE2 has no \\K: match the whole, col is where it begins"},
    Advice {"\\u", "RE2 writes a character by its number as \\x{263A}"},
};

}

bool names_character(std::string_view pattern, char character)
{
    for (Scanner scanner(pattern); !scanner.at_end();) {
        const auto found = scanner.next();
        if (found == character && scanner.place() != Position::in_negated_class)
            return true;
    }
    return false;
}

bool requires_character(std::string_view pattern, char character)
{
    for (Scanner scanner(pattern); !scanner.at_end();) {
        const auto found = scanner.next();
        if (found == character && scanner.place() == Position::outside)
            return true;
    }
    return false;
}

std::string advice_for(std::string_view pattern)
{
    for (Scanner scanner(pattern); !scanner.at_end(); scanner.next()) {
        if (!scanner.is_syntax())
            continue;
        const std::string_view rest = scanner.rest();
        for (const auto& advice : advice_table)
            if (rest.starts_with(advice.syntax))
                return std::string(advice.text);
        if (rest.size() > 1 && rest[0] == '\\' && rest[1] >= '1' && rest[1] <= '9')
            return std::string(back_reference);
    }
    return "put a '\\' before each character that stands for itself, or look for the plain text";
}

void refuse_foreign_word_edge(std::string_view pattern, const std::string& what)
{
    for (Scanner scanner(pattern); !scanner.at_end(); scanner.next())
        for (const std::string_view edge : {"\\<", "\\>", "\\b{start", "\\b{end"})
            if (scanner.is_syntax() && scanner.rest().starts_with(edge))
                throw ToolError(Code::bad_pattern,
                    what + " " + text::in_quotes(pattern) + ": " + text::in_quotes(edge)
                        + " is not a word boundary here",
                    "write \\b for that, and for the character itself leave out the '\\'");
}

std::string closed(std::string_view pattern)
{
    Scanner scanner(pattern);
    while (!scanner.at_end())
        scanner.next();
    return std::string(pattern) + (scanner.is_quoting() ? "\\E" : "");
}

}
