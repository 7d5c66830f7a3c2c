#include "toolkit/glob/glob.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <functional>
#include <utility>

namespace toolkit::glob {

namespace {

struct CharacterClass {
    std::string_view name;
    int (*holds)(int);
};

constexpr std::array<CharacterClass, 12> character_classes {{
    {"alnum", std::isalnum},
    {"alpha", std::isalpha},
    {"blank", std::isblank},
    {"cntrl", std::iscntrl},
    {"digit", std::isdigit},
    {"graph", std::isgraph},
    {"lower", std::islower},
    {"print", std::isprint},
    {"punct", std::ispunct},
    {"space", std::isspace},
    {"upper", std::isupper},
    {"xdigit", std::isxdigit},
}};

}

class Glob::Parser {
public:
    explicit Parser(std::string_view pattern)
        : pattern(pattern)
    {
    }

    bool at_end() const { return at == pattern.size(); }
    bool has_failed() const { return failed; }

    // Reads up to the next '/' that is not in brackets, and skips it.
    Name next_name()
    {
        tokens.clear();
        literal.clear();
        runs = 0;
        is_plain = true;
        while (!at_end() && !failed && pattern[at] != '/')
            next_token();
        has_slash_after = !at_end();
        at += has_slash_after ? 1 : 0;
        return classify();
    }

    bool has_slash_after = false;

private:
    void next_token()
    {
        const char byte = pattern[at++];
        switch (byte) {
        case '*':
            if (tokens.empty() || !tokens.back().is_run)
                tokens.push_back({true, {}});
            ++runs;
            literal.clear();
            is_plain = is_plain && tokens.size() == 1;
            break;
        case '?':
            tokens.push_back({false, Bytes().set()});
            is_plain = false;
            break;
        case '[':
            bracket();
            is_plain = false;
            break;
        case '\\': escaped(); break;
        default: plain(byte);
        }
    }

    void plain(char byte)
    {
        tokens.push_back({false, Bytes().set(static_cast<unsigned char>(byte))});
        literal += byte;
    }

    // "\/" separates names like '/'.
    void escaped()
    {
        if (at_end())
            failed = true;
        else if (pattern[at] != '/')
            plain(pattern[at++]);
    }

    void bracket()
    {
        Bytes set;
        const bool negated = !at_end() && (pattern[at] == '!' || pattern[at] == '^');
        at += negated ? 1 : 0;
        range_start = -1;
        for (bool is_first = true; !failed; is_first = false) {
            if (at_end()) {
                failed = true;
                return;
            }
            if (pattern[at] == ']' && !is_first)
                break;
            member(set);
        }
        ++at;
        tokens.push_back({false, negated ? ~set : set});
    }

    // Adds a byte, a range that ends here, or [:class:] to the set.
    void member(Bytes& set)
    {
        const bool is_range = pattern[at] == '-' && range_start >= 0 && at + 1 < pattern.size()
            && pattern[at + 1] != ']';
        if (is_range) {
            ++at;
            const int last = member_byte();
            for (int byte = range_start; byte <= last; ++byte)
                set.set(static_cast<std::size_t>(byte));
            range_start = -1;
            return;
        }
        if (pattern.substr(at, 2) == "[:" && character_class(set)) {
            range_start = -1;
            return;
        }
        range_start = member_byte();
        if (!failed)
            set.set(static_cast<std::size_t>(range_start));
    }

    int member_byte()
    {
        if (pattern[at] == '\\' && ++at == pattern.size()) {
            failed = true;
            return 0;
        }
        return static_cast<unsigned char>(pattern[at++]);
    }

    // Reads "[:name:]". As in git, a '[' without ":]" before the next ']' is an ordinary character.
    bool character_class(Bytes& set)
    {
        const std::size_t end = pattern.find(']', at + 2);
        if (end == std::string_view::npos || end < at + 3 || pattern[end - 1] != ':')
            return false;
        const std::string_view name = pattern.substr(at + 2, end - at - 3);
        failed = true;
        for (const auto& known : character_classes)
            if (known.name == name) {
                failed = false;
                for (int byte = 0; byte < 128; ++byte)
                    if (known.holds(byte) != 0)
                        set.set(static_cast<std::size_t>(byte));
            }
        at = end + 1;
        return true;
    }

    Name classify()
    {
        if (runs >= 2 && tokens.size() == 1)
            return {Name::any_depth, {}, {}};
        if (is_plain && runs == 0)
            return {Name::exact, literal, {}};
        if (is_plain)
            return {Name::suffix, literal, {}};
        return {Name::wildcard, {}, tokens};
    }

    std::string_view pattern;
    std::size_t at = 0;
    bool failed = false;

    // State of the name that is being read:
    std::vector<Token> tokens;
    std::string literal; // literal bytes since the last '*'
    int runs = 0;
    bool is_plain = true; // literal bytes only, except for a '*' in front
    int range_start = -1;
};

Glob::Glob(std::string_view pattern)
{
    Parser parser(pattern);
    do
        names.push_back(parser.next_name());
    while (!parser.has_failed() && parser.has_slash_after);
    valid = !parser.has_failed();
}

bool Glob::matches(std::string_view path) const
{
    // If the rest fails, only the last "**" has to match one more name. The matches of earlier ones
    // can stay, since the first position that fits leaves the most for the rest.
    std::size_t index = 0;
    std::size_t at = 0;
    std::size_t retry_index = 0; // 0: no "**" yet
    std::size_t retry_at = 0;
    while (valid && at <= path.size()) {
        if (index < names.size()) {
            if (names[index].kind == Name::any_depth) {
                if (++index == names.size())
                    return true;
                retry_index = index;
                retry_at = at;
                continue;
            }
            const std::size_t end = std::min(path.find('/', at), path.size());
            if (names[index].matches(path.substr(at, end - at))) {
                ++index;
                at = end + 1;
                continue;
            }
        }
        if (retry_index == 0)
            return false;
        index = retry_index;
        at = retry_at = std::min(path.find('/', retry_at), path.size()) + 1;
    }
    return valid && index == names.size();
}

std::optional<Glob::Bytes> Glob::bytes_at(Place place) const
{
    if (!valid || (place == first && names.size() > 1))
        return std::nullopt;
    const Name& name = names.back();
    const auto from_end = static_cast<std::size_t>(place - last);
    if (name.kind == Name::exact || name.kind == Name::suffix) {
        const bool is_known = place == first ? name.kind == Name::exact && !name.text.empty()
                                             : from_end < name.text.size();
        if (!is_known)
            return std::nullopt;
        const char byte
            = place == first ? name.text.front() : name.text[name.text.size() - 1 - from_end];
        return Bytes().set(static_cast<unsigned char>(byte));
    }
    // The token list of "**" is empty.
    const auto up_to = [&](auto begin, std::size_t index) -> std::optional<Bytes> {
        if (index >= name.tokens.size()
            || std::any_of(
                begin, begin + static_cast<std::ptrdiff_t>(index) + 1, std::mem_fn(&Token::is_run)))
            return std::nullopt;
        return begin[static_cast<std::ptrdiff_t>(index)].bytes;
    };
    return place == first ? up_to(name.tokens.begin(), 0) : up_to(name.tokens.rbegin(), from_end);
}

bool Glob::Name::matches(std::string_view name) const
{
    if (kind == exact)
        return name == text;
    if (kind == suffix)
        return name.ends_with(text);
    // Compares the part after the last '*' first, since that usually rules out a match quickly.
    std::size_t count = tokens.size();
    for (; count > 0 && !tokens[count - 1].is_run; --count, name.remove_suffix(1))
        if (name.empty() || !tokens[count - 1].bytes[static_cast<unsigned char>(name.back())])
            return false;
    if (count == 0)
        return name.empty();
    std::size_t index = 0;
    std::size_t at = 0;
    std::size_t retry_index = 0; // after the last '*'; 0: none yet
    std::size_t retry_at = 0;
    while (at < name.size() && index < count) {
        if (tokens[index].is_run) {
            retry_index = ++index;
            retry_at = at;
        } else if (tokens[index].bytes[static_cast<unsigned char>(name[at])]) {
            ++index;
            ++at;
        } else if (retry_index > 0) {
            index = retry_index;
            at = ++retry_at;
        } else {
            return false;
        }
    }
    return index + 1 >= count; // a last '*' may be left, which also matches nothing
}

}
