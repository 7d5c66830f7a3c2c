#include "toolkit/text/invisible.hpp"

#include "toolkit/text/characters.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <iterator>

namespace toolkit::text {

namespace {

// `selector` and `other` are legitimate alone, and count only several in a row.
enum class Invisible { none, tag, direction, no_width, selector, other };

const char* name_of(Invisible kind)
{
    switch (kind) {
    case Invisible::tag: return "tag";
    case Invisible::direction: return "direction";
    case Invisible::no_width: return "no width";
    case Invisible::selector: return "variation selector";
    default: return "in a row";
    }
}

struct InvisibleRange {
    char32_t first;
    char32_t last;
    Invisible kind;
};

constexpr InvisibleRange invisible_ranges[] {{0x180B, 0x180D, Invisible::selector},
    {0x180E, 0x180E, Invisible::no_width}, {0x180F, 0x180F, Invisible::selector},
    {0x200B, 0x200B, Invisible::no_width}, {0x202A, 0x202E, Invisible::direction},
    {0x2060, 0x2065, Invisible::no_width}, {0x2066, 0x2069, Invisible::direction},
    {0x206A, 0x206F, Invisible::no_width}, {0xFE00, 0xFE0F, Invisible::selector},
    {0xFEFF, 0xFEFF, Invisible::no_width}, {0xFFF0, 0xFFFB, Invisible::no_width},
    {0x1D173, 0x1D17A, Invisible::no_width}, {0xE0000, 0xE007F, Invisible::tag},
    {0xE0080, 0xE00FF, Invisible::no_width}, {0xE0100, 0xE01EF, Invisible::selector},
    {0xE01F0, 0xE0FFF, Invisible::no_width}};

Invisible kind_of(char32_t character)
{
    const auto* const found = std::find_if(std::begin(invisible_ranges), std::end(invisible_ranges),
        [&](const auto& range) { return character >= range.first && character <= range.last; });
    if (found != std::end(invisible_ranges))
        return found->kind;
    const bool is_soft_hyphen = character == 0xAD;
    return is_unseen(character) && !is_soft_hyphen ? Invisible::other : Invisible::none;
}

// Returns true if a character that begins with these bytes may be invisible. Excludes most other
// characters.
bool may_be_unseen(unsigned char first, unsigned char second)
{
    switch (first) {
    case 0xCD: return second == 0x8F;
    case 0xD8: return second == 0x9C;
    case 0xE1: return second == 0x85 || second == 0x9E || second == 0xA0;
    case 0xE2: return second == 0x80 || second == 0x81;
    case 0xE3: return second == 0x85;
    case 0xEF: return second == 0xB8 || second == 0xBB || second == 0xBE || second == 0xBF;
    case 0xF0: return second == 0x9B || second == 0x9D;
    case 0xF3: return second == 0xA0;
    default: return false;
    }
}

struct FoundInvisible {
    std::size_t at;
    std::size_t size;
    char32_t character;
    Invisible kind;
};

// Returns the character at `at`. Its kind is `none` if it is visible.
FoundInvisible invisible_at(std::string_view text, std::size_t at)
{
    if (at + 1 >= text.size()
        || !may_be_unseen(
            static_cast<unsigned char>(text[at]), static_cast<unsigned char>(text[at + 1])))
        return {at, 1, 0, Invisible::none};
    const auto [character, size] = first_character(text.substr(at));
    return {at, size, character, kind_of(character)};
}

// Returns the size of the tags from `at` on if they belong to a black flag before them: a region
// such as gbeng, and the end tag. Otherwise returns 0.
std::size_t flag_size(std::string_view text, std::size_t at)
{
    constexpr std::size_t tag_bytes = 4;
    constexpr std::size_t max_letters = 6;
    if (!text.substr(0, at).ends_with("\U0001F3F4"))
        return 0;
    for (std::size_t letters = 0; letters <= max_letters; ++letters) {
        const auto [tag, size] = first_character(text.substr(at + letters * tag_bytes));
        const bool is_digit_or_letter
            = (tag >= 0xE0030 && tag <= 0xE0039) || (tag >= 0xE0061 && tag <= 0xE007A);
        if (tag == 0xE007F)
            return letters < 3 ? 0 : (letters + 1) * tag_bytes;
        if (!is_digit_or_letter)
            return 0;
    }
    return 0;
}

// A run of invisible characters.
struct InvisibleRow {
    std::size_t end;
    bool counts; // all characters count; otherwise only those that are never legitimate
};

InvisibleRow row_at(std::string_view text, std::size_t at)
{
    std::size_t needed = 0;
    std::size_t selectors = 0;
    while (true) {
        const FoundInvisible one = invisible_at(text, at);
        if (one.kind == Invisible::none)
            return {at, needed >= 3 || selectors >= 2};
        needed += one.kind == Invisible::other || one.kind == Invisible::selector ? 1 : 0;
        selectors += one.kind == Invisible::selector ? 1 : 0;
        at += one.size;
    }
}

// Calls visit() for the characters of the run at `at` that count. Returns the end of the run.
template<class Visit>
std::size_t visit_row(std::string_view text, std::size_t at, Visit visit)
{
    const InvisibleRow row = row_at(text, at);
    while (at < row.end) {
        const FoundInvisible one = invisible_at(text, at);
        const bool is_needed = one.kind == Invisible::other || one.kind == Invisible::selector;
        if (row.counts || !is_needed)
            visit(one);
        at += one.size;
    }
    return row.end;
}

template<class Visit>
void for_each_invisible(std::string_view text, std::int64_t first_line, Visit visit)
{
    constexpr std::string_view mark = "\uFEFF";
    std::size_t at = first_line <= 1 && text.starts_with(mark) ? mark.size() : 0;
    while (true) {
        at += ascii_length(text, at);
        if (at >= text.size())
            return;
        const FoundInvisible one = invisible_at(text, at);
        const std::size_t flag = one.kind == Invisible::tag ? flag_size(text, at) : 0;
        at = one.kind != Invisible::none && flag == 0 ? visit_row(text, at, visit)
                                                      : at + std::max(flag, one.size);
    }
}

class InvisibleNames {
public:
    InvisibleNames(std::string_view text, std::int64_t first_line)
        : text(text)
        , line(first_line)
    {
    }

    void add(const FoundInvisible& one)
    {
        constexpr std::size_t max_entries = 8;
        const std::string_view between = text.substr(last_at, one.at - last_at);
        if (line > 0)
            line += std::count(between.begin(), between.end(), '\n');
        last_at = one.at;
        const auto known = std::find_if(entries.begin(), entries.end(),
            [&](const Entry& entry) { return entry.kind == one.kind && entry.line == line; });
        if (known != entries.end())
            ++known->count;
        else if (entries.size() < max_entries)
            entries.push_back({one.character, one.kind, line, 1});
        else
            ++others;
    }

    std::vector<std::string> take() const
    {
        std::vector<std::string> names;
        for (const Entry& entry : entries) {
            std::array<char, 16> code {};
            std::snprintf(
                code.data(), code.size(), "U+%04X", static_cast<unsigned>(entry.character));
            std::string name = std::string(code.data()) + " (" + name_of(entry.kind) + ")";
            if (entry.count > 1)
                name += " ×" + std::to_string(entry.count);
            if (entry.line > 0)
                name += ", line " + std::to_string(entry.line);
            names.push_back(std::move(name));
        }
        if (others > 0)
            names.push_back("and " + std::to_string(others) + " more");
        return names;
    }

private:
    struct Entry {
        char32_t character; // the first of the entry
        Invisible kind;
        std::int64_t line;
        std::int64_t count;
    };

    std::string_view text;
    std::int64_t line;
    std::size_t last_at = 0;
    std::vector<Entry> entries;
    std::int64_t others = 0;
};

}

std::vector<std::string> invisible_in(std::string_view text, std::int64_t first_line)
{
    InvisibleNames names(text, first_line);
    for_each_invisible(text, first_line, [&](const FoundInvisible& one) { names.add(one); });
    return names.take();
}

Visible visible_part(std::string text, std::int64_t first_line)
{
    InvisibleNames names(text, first_line);
    std::string visible;
    std::size_t begin = 0;
    for_each_invisible(text, first_line, [&](const FoundInvisible& one) {
        names.add(one);
        visible.append(text, begin, one.at - begin);
        begin = one.at + one.size;
    });
    if (begin == 0)
        return {std::move(text), {}};
    visible.append(text, begin);
    return {std::move(visible), names.take()};
}

std::string in_line(const std::vector<std::string>& names)
{
    std::string line;
    for (const std::string& name : names)
        line.append(line.empty() ? "" : "; ").append(name);
    return line;
}

namespace {

struct CharacterRange {
    char32_t first;
    char32_t last;
};

constexpr CharacterRange unseen[] {{0xAD, 0xAD}, {0x34F, 0x34F}, {0x61C, 0x61C}, {0x115F, 0x1160},
    {0x17B4, 0x17B5}, {0x180B, 0x180F}, {0x200B, 0x200F}, {0x202A, 0x202E}, {0x2060, 0x206F},
    {0x3164, 0x3164}, {0xFE00, 0xFE0F}, {0xFEFF, 0xFEFF}, {0xFFA0, 0xFFA0}, {0xFFF0, 0xFFF8},
    {0x1BCA0, 0x1BCA3}, {0x1D173, 0x1D17A}, {0xE0000, 0xE0FFF}};

}

bool is_unseen(char32_t character)
{
    return std::any_of(std::begin(unseen), std::end(unseen),
        [&](const auto& range) { return character >= range.first && character <= range.last; });
}

}
