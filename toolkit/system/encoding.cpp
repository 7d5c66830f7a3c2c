#include "toolkit/system/encoding.hpp"

#include "toolkit/text/text.hpp"

#include <algorithm>
#include <optional>
#include <string>

namespace toolkit::system {

static bool is_ascii(std::string_view text)
{
    return std::none_of(text.begin(), text.end(),
        [](char letter) { return static_cast<unsigned char>(letter) >= 0x80; });
}

bool is_utf16(std::string_view text)
{
    static constexpr std::size_t most = 1024;
    static constexpr std::size_t least = 4;
    const std::string_view head = text.substr(0, std::min(most, text.size() / 2 * 2));
    if (text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff"))
        return text.size() == 2 || head.find('\0') != std::string_view::npos;
    const auto is_nul_from = [head](std::size_t first, bool expected) {
        for (std::size_t at = first; at < head.size(); at += 2)
            if ((head[at] == '\0') != expected)
                return false;
        return true;
    };
    return head.size() >= least
        && ((is_nul_from(0, true) && is_nul_from(1, false))
            || (is_nul_from(1, true) && is_nul_from(0, false)));
}

static bool has_characters_beyond_ascii(std::string_view text)
{
    return text::is_utf8(text) && !is_ascii(text);
}

bool mixes_encodings(std::string_view file, std::string_view inserted)
{
    if (inserted.empty() || !text::is_utf8(inserted))
        return false;
    if (is_utf16(file))
        return !is_utf16(inserted);
    return has_characters_beyond_ascii(inserted) && !text::is_utf8(file);
}

// Returns the number of bytes at the end of a text that may be an incomplete character, if
// everything before them is UTF-8; nullopt if it is not.
static std::optional<std::size_t> size_of_cut_character(std::string_view text)
{
    static constexpr std::size_t longest = 3;
    for (std::size_t size = 0; size <= std::min(longest, text.size()); ++size)
        if (text::is_utf8(text.substr(0, text.size() - size)))
            return size;
    return {};
}

static bool is_utf8(const File& file, std::string_view name)
{
    static constexpr std::int64_t block = 1LL << 20;
    std::string rest;
    for (std::int64_t at = 0;; at += block) {
        const std::string bytes = read_range(file, name, at, block);
        if (bytes.empty())
            return rest.empty();
        rest += bytes;
        const auto size = size_of_cut_character(rest);
        if (!size)
            return false;
        rest.erase(0, rest.size() - *size);
    }
}

bool mixes_encodings(const File& file, std::string_view name, std::string_view inserted)
{
    static constexpr std::int64_t head = 1024;
    if (const std::string begin = read_range(file, name, 0, head); is_utf16(begin))
        return mixes_encodings(begin, inserted);
    return has_characters_beyond_ascii(inserted) && !is_utf8(file, name);
}

}
