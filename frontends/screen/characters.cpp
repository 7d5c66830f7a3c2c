#include "frontends/screen/characters.hpp"

#include <utf8proc.h>

#include <algorithm>

namespace frontends::screen {

Character first_character(std::string_view text)
{
    const auto first = static_cast<unsigned char>(text.front());
    if (first < 0x80)
        return {first, 1};
    utf8proc_int32_t value = 0;
    const utf8proc_ssize_t size
        = utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
            static_cast<utf8proc_ssize_t>(std::min<std::size_t>(text.size(), 4)), &value);
    if (size <= 0)
        return {replacement, 1};
    return {static_cast<char32_t>(value), static_cast<std::size_t>(size)};
}

bool is_letter_or_number(char32_t character)
{
    const auto category = utf8proc_category(static_cast<utf8proc_int32_t>(character));
    return category >= UTF8PROC_CATEGORY_LU
        && category <= UTF8PROC_CATEGORY_NO // LU LL LT LM LO MN MC ME ND NL NO
        && !(category >= UTF8PROC_CATEGORY_MN && category <= UTF8PROC_CATEGORY_ME);
}

// True for characters that a terminal may draw wide in spite of the tables.
static bool may_be_wide(char32_t character)
{
    if (character == 0x200c || character == 0x200d)
        return true;
    if ((character >= 0xfe00 && character <= 0xfe0f)
        || (character >= 0x1f1e6 && character <= 0x1f1ff))
        return true;
    const auto category = utf8proc_category(static_cast<utf8proc_int32_t>(character));
    return category == UTF8PROC_CATEGORY_CO || category == UTF8PROC_CATEGORY_CN;
}

static std::size_t columns_of(char32_t character)
{
    return static_cast<std::size_t>(
        std::max(0, utf8proc_charwidth(static_cast<utf8proc_int32_t>(character))));
}

// Returns the maximum width. Some terminals give a column to combining marks, to the parts of a
// syllable and to format characters; none does to a joiner.
static std::size_t widest(char32_t character)
{
    const auto category = utf8proc_category(static_cast<utf8proc_int32_t>(character));
    const bool has_none = category == UTF8PROC_CATEGORY_MN || category == UTF8PROC_CATEGORY_ME
        || character == 0x200c || character == 0x200d;
    return std::max<std::size_t>(columns_of(character), has_none ? 0 : 1);
}

static bool is_ascii(char byte) { return static_cast<unsigned char>(byte) < 0x80; }

Cluster first_cluster(std::string_view text)
{
    if (is_ascii(text[0]) && (text.size() == 1 || is_ascii(text[1])))
        return {1, 1, 1};
    Character character = first_character(text);
    Cluster cluster {character.size, columns_of(character.value), widest(character.value)};
    bool is_wide = may_be_wide(character.value);
    bool is_joined = false;
    utf8proc_int32_t state = 0;
    while (cluster.size < text.size()) {
        const Character next = first_character(text.substr(cluster.size));
        if (utf8proc_grapheme_break_stateful(static_cast<utf8proc_int32_t>(character.value),
                static_cast<utf8proc_int32_t>(next.value), &state)
            != 0)
            break;
        cluster.size += next.size;
        cluster.most += widest(next.value);
        is_wide = is_wide || may_be_wide(next.value);
        is_joined = is_joined || next.value == 0x200d || next.value == 0xfe0f
            || (next.value >= 0x1f1e6 && next.value <= 0x1f1ff);
        character = next;
    }
    if (is_wide)
        cluster.most = std::max<std::size_t>(cluster.most, 2);
    if (is_joined)
        cluster.width = 2;
    cluster.most = std::max(cluster.most, cluster.width);
    return cluster;
}

std::size_t width_of(std::string_view text)
{
    std::size_t width = 0;
    for (; !text.empty();) {
        const Cluster cluster = first_cluster(text);
        width += cluster.width;
        text.remove_prefix(cluster.size);
    }
    return width;
}

std::size_t max_columns_of(std::string_view text)
{
    std::size_t width = 0;
    for (; !text.empty();) {
        const Cluster cluster = first_cluster(text);
        width += cluster.most;
        text.remove_prefix(cluster.size);
    }
    return width;
}

}
