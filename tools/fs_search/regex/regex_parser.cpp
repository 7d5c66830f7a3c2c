#include "regex_parser.hpp"

#include "toolkit/text/characters.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <utility>

namespace fs_search::regex {

std::optional<char32_t> find_number(std::string_view digits, int base)
{
    std::uint32_t value = 0;
    const auto parsed = std::from_chars(digits.data(), digits.data() + digits.size(), value, base);
    const bool is_number = parsed.ec == std::errc() && parsed.ptr == digits.data() + digits.size();
    return is_number ? std::optional<char32_t>(value) : std::nullopt;
}

std::optional<RepetitionRange> find_repetition(std::string_view pattern)
{
    if (pattern.starts_with('*'))
        return RepetitionRange {0, RepetitionRange::no_limit, 1};
    if (pattern.starts_with('+'))
        return RepetitionRange {1, RepetitionRange::no_limit, 1};
    if (pattern.starts_with('?'))
        return RepetitionRange {0, 1, 1};
    const std::size_t end = pattern.find('}');
    if (!pattern.starts_with('{') || end == std::string_view::npos)
        return std::nullopt;
    const std::string_view range = pattern.substr(1, end - 1);
    const std::size_t comma = std::min(range.find(','), range.size());
    const bool has_limit = comma + 1 != range.size();
    const auto least = find_number(range.substr(0, comma), 10);
    const auto most = comma + 1 < range.size() ? find_number(range.substr(comma + 1), 10) : least;
    if (!least || !most)
        return std::nullopt;
    return RepetitionRange {static_cast<int>(*least),
        has_limit ? static_cast<int>(*most) : RepetitionRange::no_limit, end + 1};
}

namespace {

using Kind = SyntaxPart::Kind;

class LineParser {
public:
    LineParser(std::string_view pattern, Case letters)
        : pattern(pattern)
        , letters(letters)
    {
    }

    std::unique_ptr<SyntaxPart> parse()
    {
        SyntaxPart all = choice();
        return is_understood && at == pattern.size() ? std::make_unique<SyntaxPart>(std::move(all))
                                                     : nullptr;
    }

private:
    bool at_end() const { return at >= pattern.size() || !is_understood; }
    std::string_view rest() const { return pattern.substr(std::min(at, pattern.size())); }
    bool is_next(std::string_view text) const { return rest().starts_with(text); }

    bool skip(std::string_view text)
    {
        const bool is_there = is_next(text);
        at += is_there ? text.size() : 0;
        return is_there;
    }

    SyntaxPart give_up()
    {
        is_understood = false;
        return {};
    }

    SyntaxPart choice()
    {
        const Case before = letters;
        SyntaxPart all {Kind::choice};
        do
            all.parts.push_back(sequence());
        while (skip("|"));
        letters = before;
        return all.parts.size() == 1 ? SyntaxPart(std::move(all.parts.front())) : all;
    }

    SyntaxPart sequence()
    {
        SyntaxPart all;
        while (!at_end() && !is_next("|") && !is_next(")"))
            all.parts.push_back(repetition());
        return all;
    }

    SyntaxPart repetition()
    {
        SyntaxPart part = atom();
        const auto range = find_repetition(rest());
        if (!range)
            return part;
        at += range->size;
        skip("?");
        SyntaxPart repeated {.kind = Kind::repetition, .least = range->least, .most = range->most};
        repeated.parts.push_back(std::move(part));
        return find_repetition(rest()) ? give_up() : repeated;
    }

    SyntaxPart atom()
    {
        if (skip("("))
            return group();
        if (skip("["))
            return bracketed();
        if (skip("\\"))
            return escape();
        if (skip("^"))
            return {Kind::line_begin};
        if (skip("$"))
            return {Kind::line_end};
        if (skip("."))
            return {Kind::character, {}, CharacterClass().inverted()};
        return literal(character());
    }

    SyntaxPart group()
    {
        const Case before = letters;
        if (skip("?P<") || skip("?<"))
            at = std::min(pattern.find('>', at), pattern.size() - 1) + 1;
        else if (skip("?") && read_flags())
            return find_repetition(rest()) ? give_up()
                                           // otherwise the repetition would apply to what precedes
                                           : SyntaxPart();
        SyntaxPart part = choice();
        letters = before;
        return skip(")") ? part : give_up();
    }

    // Reads flags after "(?". Returns true if they apply to the rest of the enclosing group.
    bool read_flags()
    {
        bool is_on = true;
        for (; !at_end(); ++at) {
            const char flag = pattern[at];
            if (flag == ':' || flag == ')') {
                ++at;
                return flag == ')';
            }
            if (flag == '-')
                is_on = false;
            else if (flag == 'i')
                letters = is_on ? Case::is_ignored : Case::matters;
            else if ((flag == 'm' && !is_on) || (flag != 'm' && flag != 's' && flag != 'U'))
                break;
        }
        give_up();
        return true;
    }

    char32_t character()
    {
        const auto first = static_cast<unsigned char>(pattern[at++]);
        if (first < 0x80)
            return first;
        const int more = first >= 0xF0 ? 3 : first >= 0xE0 ? 2 : 1;
        char32_t value = first & (0x3FU >> static_cast<unsigned>(more));
        for (int left = more; left > 0 && !at_end(); --left)
            value = value << 6U | (static_cast<unsigned char>(pattern[at++]) & 0x3FU);
        return value;
    }

    SyntaxPart literal(char32_t value) const
    {
        const CharacterClass same = characters_between(value, value, letters);
        if (value < 0x80 || letters == Case::is_ignored)
            return {Kind::character, {}, same, true};
        std::string bytes;
        toolkit::text::append_utf8(bytes, value);
        return {Kind::bytes, std::move(bytes)};
    }

    SyntaxPart escape()
    {
        if (skip("b"))
            return {Kind::word_edge};
        if (skip("B"))
            return {Kind::no_word_edge};
        if (skip("A"))
            return {Kind::text_begin};
        if (skip("z"))
            return {Kind::text_end};
        if (const auto characters = escaped_class())
            return {Kind::character, {}, *characters};
        const auto value = escaped_character();
        return value ? literal(*value) : give_up();
    }

    // Reads a class after a backslash, inside or outside of brackets.
    std::optional<CharacterClass> escaped_class()
    {
        const char letter = at_end() ? '\0' : pattern[at];
        if (letter == 'p' || letter == 'P') {
            const std::size_t end = rest().substr(1, 1) == "{" ? rest().find('}') + 1 : 2;
            const auto result = class_of_property(pattern.substr(at - 1, end + 1), letters);
            at += result ? end : 0;
            return result;
        }
        constexpr std::string_view classes = "dDsSwW";
        if (letter == '\0' || classes.find(letter) == std::string_view::npos)
            return std::nullopt;
        ++at;
        return class_of_letter(letter, letters);
    }

    std::optional<char32_t> escaped_character()
    {
        if (at_end())
            return std::nullopt;
        const char32_t value = character();
        const bool is_alphanumeric
            = (value >= '0' && value <= '9') || ((value | 32U) >= 'a' && (value | 32U) <= 'z');
        switch (value) {
        case 'a': return '\a';
        case 'f': return '\f';
        case 'n': return '\n';
        case 'r': return '\r';
        case 't': return '\t';
        case 'v': return '\v';
        case 'x': return hexadecimal();
        default: return is_alphanumeric ? std::nullopt : std::optional(value);
        }
    }

    std::optional<char32_t> hexadecimal()
    {
        const bool has_braces = skip("{");
        const std::string_view digits = rest().substr(0, has_braces ? rest().find('}') : 2);
        at += digits.size() + (has_braces ? 1 : 0);
        return find_number(digits, 16);
    }

    // Reads a class after its '['.
    SyntaxPart bracketed()
    {
        const bool is_inverted = skip("^");
        SyntaxPart all {Kind::character, {}, {}, !is_inverted};
        for (bool is_first = true; is_understood && (is_first || !is_next("]")); is_first = false) {
            if (at_end())
                give_up();
            else
                add_member(all);
        }
        skip("]");
        if (is_inverted)
            all.characters = all.characters.inverted();
        return all;
    }

    void add_member(SyntaxPart& all)
    {
        if (const auto named = named_class()) {
            all.characters.add(*named);
            all.is_listed = false;
            return;
        }
        const auto first = limit();
        auto last = first;
        if (is_next("-") && rest().size() > 1 && rest()[1] != ']') {
            ++at;
            last = limit();
            all.is_listed = false;
        }
        if (first && last)
            all.characters.add(characters_between(*first, *last, letters));
        else
            give_up();
    }

    // Reads "[:alpha:]" or similar, or an escape for a class.
    std::optional<CharacterClass> named_class()
    {
        if (is_next("[:") && rest().find(":]", 2) != std::string_view::npos) {
            const std::size_t end = rest().find(":]", 2);
            const auto named = class_of_name(rest().substr(2, end - 2), letters);
            at += end + 2;
            return named ? *named : give_up().characters;
        }
        if (!skip("\\"))
            return std::nullopt;
        const auto characters = escaped_class();
        at -= characters ? 0 : 1;
        return characters;
    }

    std::optional<char32_t> limit()
    {
        if (at_end())
            return std::nullopt;
        return skip("\\") ? escaped_character() : character();
    }

    std::string_view pattern;
    Case letters;
    std::size_t at = 0;
    bool is_understood = true;
};

}

std::unique_ptr<SyntaxPart> parse_line_syntax(std::string_view pattern, Case letters)
{
    return LineParser(pattern, letters).parse();
}

}
