#include "header_names.hpp"

#include "toolkit/text/folding.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>

namespace apply_patch::read {

using namespace toolkit;

static bool is_octal(char letter) { return letter >= '0' && letter <= '7'; }

// Returns the character of the C escape after the backslash at `at`; moves `at` to its last
// character.
static char unescape(std::string_view text, std::size_t& at)
{
    static constexpr std::string_view letters = "abfnrtv";
    static constexpr std::string_view meanings = "\a\b\f\n\r\t\v";
    ++at;
    if (!is_octal(text[at])) {
        const std::size_t known = letters.find(text[at]);
        return known == std::string_view::npos ? text[at] : meanings[known];
    }
    unsigned value = 0;
    std::size_t digits = 0;
    for (; digits < 3 && at + digits < text.size() && is_octal(text[at + digits]); ++digits)
        value = value * 8 + static_cast<unsigned>(text[at + digits] - '0');
    at += digits - 1;
    return static_cast<char>(value);
}

// Returns the name in C quotes at the beginning of `text`, and the text after it.
static std::optional<std::pair<std::string, std::string_view>> quoted_name(std::string_view text)
{
    if (text.empty() || text[0] != '"')
        return {};
    std::string name;
    for (std::size_t at = 1; at < text.size(); ++at) {
        if (text[at] == '"')
            return std::pair {name, text.substr(at + 1)};
        if (text[at] == '\\' && at + 1 < text.size())
            name += unescape(text, at);
        else
            name += text[at];
    }
    return {};
}

static std::optional<int> number_at(std::string_view text, std::size_t at, std::size_t digits)
{
    int number = 0;
    if (at + digits > text.size())
        return {};
    const char* end = text.data() + at + digits;
    const auto [stop, error] = std::from_chars(text.data() + at, end, number);
    if (error != std::errc {} || stop != end)
        return {};
    return number;
}

static bool is_date(std::string_view text)
{
    return number_at(text, 0, 4) && text.size() >= 10 && text[4] == '-' && number_at(text, 5, 2)
        && text[7] == '-';
}

// Returns true for the epoch: "1970-01-01 01:00:00.000000000 +0100" and "1969-12-31 19:00:00
// -0500".
static bool is_epoch(std::string_view time)
{
    const bool is_day_after = time.starts_with("1970-01-01 ");
    if (!is_day_after && !time.starts_with("1969-12-31 "))
        return false;
    const std::size_t sign = time.find_last_of("+-");
    const auto hour = number_at(time, 11, 2);
    const auto minute = number_at(time, 14, 2);
    const auto zone = sign > 16 ? number_at(time, sign + 1, 4) : std::optional(0);
    if (!hour || !minute || !zone)
        return false;
    const int east = (*zone / 100 * 60 + *zone % 100) * (sign > 16 && time[sign] == '-' ? -1 : 1);
    return *hour * 60 + *minute - (is_day_after ? 0 : 24 * 60) == east;
}

// Returns true for "2024-01-01 00:00:00.000000000 +0000", with or without the fraction, if nothing
// follows.
static bool is_whole_time(std::string_view text)
{
    static constexpr std::string_view digits = "0123456789";
    if (!is_date(text) || !number_at(text, 8, 2) || text.size() < 19 || text[10] != ' '
        || !number_at(text, 11, 2) || text[13] != ':' || !number_at(text, 14, 2) || text[16] != ':'
        || !number_at(text, 17, 2))
        return false;
    text.remove_prefix(19);
    if (text.starts_with('.'))
        text.remove_prefix(std::min(text.find_first_not_of(digits, 1), text.size()));
    return text.size() == 6 && text[0] == ' ' && (text[1] == '+' || text[1] == '-')
        && text.find_first_not_of(digits, 2) == std::string_view::npos;
}

// Returns the end of an unquoted name: at a tab, at two spaces and a date, or at a space and a
// complete time.
static std::size_t end_of_name(std::string_view rest)
{
    if (const std::size_t tab = rest.find('\t'); tab != std::string_view::npos)
        return tab;
    for (std::size_t at = rest.find("  "); at != std::string_view::npos;
         at = rest.find("  ", at + 1))
        if (is_date(rest.substr(at + 2)))
            return at;
    for (std::size_t at = rest.find(' '); at != std::string_view::npos; at = rest.find(' ', at + 1))
        if (is_whole_time(rest.substr(at + 1)))
            return at;
    return rest.size();
}

std::optional<std::string> name_in_header(std::string_view rest)
{
    std::string name;
    std::string_view time;
    if (const auto quoted = quoted_name(rest)) {
        name = quoted->first;
        time = quoted->second;
    } else {
        const std::size_t end = end_of_name(rest);
        name = rest.substr(0, end);
        time = rest.substr(end);
    }
    time.remove_prefix(std::min(time.find_first_not_of(" \t"), time.size()));
    if (name == "/dev/null" || is_epoch(time))
        return {};
    return name;
}

std::string plain_name(std::string_view rest)
{
    const auto quoted = quoted_name(rest);
    return quoted ? quoted->first : std::string(rest);
}

static std::string_view without_first_component(std::string_view name)
{
    const std::size_t slash = name.find('/');
    return slash == std::string_view::npos ? std::string_view {} : name.substr(slash + 1);
}

static std::string_view first_component(std::string_view name)
{
    return name.substr(0, name.find('/'));
}

static bool is_pair(std::string_view left, std::string_view right)
{
    return left == right
        || (!without_first_component(left).empty()
            && without_first_component(left) == without_first_component(right));
}

std::optional<std::pair<std::string, std::string>> names_in_git_line(std::string_view rest)
{
    if (const auto left = quoted_name(rest)) {
        if (!left->second.starts_with(' '))
            return {};
        return std::pair {left->first, plain_name(left->second.substr(1))};
    }
    if (const std::size_t quote = rest.find(" \""); quote != std::string_view::npos)
        if (const auto right = quoted_name(rest.substr(quote + 1)); right && right->second.empty())
            return std::pair {std::string(rest.substr(0, quote)), right->first};
    // Names that are equal except for one component have nearly the same length, so only spaces
    // near the middle can separate them. Trying those first avoids quadratic time for a line of
    // spaces.
    const std::size_t middle = rest.size() / 2;
    for (std::size_t off = 0; off <= middle && off < 64; ++off)
        for (const std::size_t space : std::array {middle - off, middle + off})
            if (space < rest.size() && rest[space] == ' '
                && is_pair(rest.substr(0, space), rest.substr(space + 1)))
                return std::pair {
                    std::string(rest.substr(0, space)), std::string(rest.substr(space + 1))};
    return {};
}

static bool has_git_prefix(std::string_view name)
{
    return name.starts_with("a/") || name.starts_with("b/");
}

std::vector<std::string> likely_names(const std::string& old_name, const std::string& new_name)
{
    std::vector<std::string> names;
    const auto add = [&](std::string_view name) {
        if (!name.empty() && std::find(names.begin(), names.end(), name) == names.end())
            names.emplace_back(name);
    };
    if (old_name.empty() || new_name.empty()) {
        const std::string& name = old_name.empty() ? new_name : old_name;
        if (has_git_prefix(name))
            add(without_first_component(name));
        add(name);
        return names;
    }
    if (old_name != new_name && is_pair(old_name, new_name))
        add(without_first_component(new_name));
    add(new_name);
    if (has_git_prefix(new_name))
        add(without_first_component(new_name));
    add(old_name);
    if (has_git_prefix(old_name))
        add(without_first_component(old_name));
    return names;
}

bool is_unsaid_rename(const std::string& old_name, const std::string& new_name)
{
    return first_component(old_name) == "a" && first_component(new_name) == "b"
        && without_first_component(old_name) != without_first_component(new_name);
}

static std::vector<std::string> likely_names_in(std::string_view text)
{
    const std::string_view name = text::trimmed(text);
    if (name.empty())
        return {};
    const char first = name.front();
    if (name.size() < 3 || name.back() != first || (first != '"' && first != '\'' && first != '`'))
        return {std::string(name)};
    return {first == '"' ? plain_name(name) : std::string(name.substr(1, name.size() - 2)),
        std::string(name)};
}

std::optional<SectionLine> read_section_line(std::string_view line)
{
    struct Start {
        std::string_view text;
        SectionKind kind;
    };
    static constexpr std::array starts {Start {"*** Add File:", SectionKind::add},
        Start {"*** Delete File:", SectionKind::remove},
        Start {"*** Update File:", SectionKind::update},
        Start {"*** Create File:", SectionKind::add}, Start {"*** New File:", SectionKind::add},
        Start {"*** Remove File:", SectionKind::remove},
        Start {"*** Modify File:", SectionKind::update},
        Start {"*** Edit File:", SectionKind::update},
        Start {"*** Change File:", SectionKind::update}};
    for (const auto& start : starts)
        if (line.starts_with(start.text))
            return SectionLine {start.kind, likely_names_in(line.substr(start.text.size()))};
    return {};
}

std::optional<std::vector<std::string>> read_move_line(std::string_view line)
{
    static constexpr std::array<std::string_view, 2> starts {"*** Move to:", "*** Rename to:"};
    for (const std::string_view start : starts)
        if (line.starts_with(start))
            return likely_names_in(line.substr(start.size()));
    return {};
}

}
