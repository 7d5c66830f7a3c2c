#include "cause.hpp"

#include "match.hpp"
#include "search.hpp"
#include "toolkit/system/encoding.hpp"
#include "toolkit/text/folding.hpp"
#include "toolkit/text/lines.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <array>
#include <vector>

static bool is_there(std::string_view text, std::string_view wanted)
{
    return find_bytes(text, wanted, 0) != std::string_view::npos;
}

// What a listing has put in front of a line: "     1\u2192", "12 | ", "7:", "3\t"; empty if there is none.
static std::string_view number_before(std::string_view line)
{
    static constexpr std::array<std::string_view, 4> marks {"\u2192", "|", ":", "\t"};
    std::size_t at = indentation_of(line).size();
    const std::size_t digits = at;
    while (at < line.size() && line[at] >= '0' && line[at] <= '9')
        ++at;
    if (at == digits)
        return {};
    while (at < line.size() && line[at] == ' ')
        ++at;
    for (const auto mark : marks)
        if (line.substr(at).starts_with(mark))
            return line.substr(0, at + mark.size());
    return {};
}

static std::optional<Cause> cause_in_line_numbers(std::string_view text, std::string_view wanted)
{
    std::string without;
    std::string_view first;
    for (const auto& line : split_lines(wanted)) {
        const std::string_view number = number_before(line.text);
        if (number.empty() && !trimmed(line.text).empty())
            return {};
        first = first.empty() ? number : first;
        without.append(line.text.substr(number.size())).append(bytes_of(line.end));
    }
    if (first.empty()
        || (find_exact(text, without).places.empty() && find_lines(text, without).places.empty()))
        return {};
    return Cause {"its lines begin with the numbers of a listing, such as " + in_quotes(first)
            + ", which are no part of the file",
        "send both texts without them"};
}

static std::optional<Cause> cause_in_carriage_returns(std::string_view text, std::string_view wanted)
{
    std::string returned;
    for (const auto& line : split_lines(wanted))
        returned.append(line.text).append(line.end == LineEnd::none ? "" : "\r");
    const bool ends_anyhow = returned.ends_with('\r') && !is_there(text, returned);
    if (wanted.find('\n') == std::string_view::npos
        || !is_there(text, std::string_view(returned).substr(0, returned.size() - (ends_anyhow ? 1 : 0))))
        return {};
    return Cause {"its lines end in a line feed, and those of the file in a carriage return (CR) alone",
        "send \\r for each line break, in 'newString' too"};
}

// The text in ISO 8859-1; nothing if it has other characters.
static std::optional<std::string> in_latin_1(std::string_view text)
{
    std::string result;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const auto byte = static_cast<unsigned char>(text[at]);
        if (byte < 0x80) {
            result += text[at];
            continue;
        }
        if ((byte != 0xC2 && byte != 0xC3) || ++at == text.size())
            return {};
        result += static_cast<char>((byte & 3U) << 6U | (static_cast<unsigned char>(text[at]) & 0x3FU));
    }
    return result;
}

static std::optional<Cause> cause_in_encoding(std::string_view text, std::string_view wanted)
{
    const bool has_others = std::any_of(
        wanted.begin(), wanted.end(), [](char letter) { return static_cast<unsigned char>(letter) >= 0x80; });
    if (!has_others || !is_utf8(wanted) || is_utf8(text))
        return {};
    static constexpr auto hint
        = "replace a part that is ASCII, or bytes with fs_edit_range and 'replacementBase64'";
    if (const auto latin = in_latin_1(wanted); latin && !find_exact(text, *latin).places.empty())
        return Cause {"the file is not UTF-8, and has it in ISO 8859-1 (Latin-1)", hint};
    return Cause {"the file is not UTF-8, and has characters beyond ASCII in another encoding", hint};
}

// The lines of the text in which some bytes of the same text without accents stand.
static std::string_view lines_at(std::string_view text, std::string_view plain, Match place)
{
    const auto lines_before = [plain](std::size_t offset) {
        return std::count(plain.begin(), plain.begin() + static_cast<std::ptrdiff_t>(offset), '\n');
    };
    const auto skip = [text](std::size_t at, std::ptrdiff_t lines) {
        for (; lines > 0; --lines)
            at = std::min(text.find('\n', at), text.size() - 1) + 1;
        return at;
    };
    const auto first = lines_before(place.begin);
    const std::size_t begin = skip(0, first);
    return text.substr(begin, skip(begin, lines_before(place.end) - first + 1) - begin);
}

static std::optional<Cause> cause_in_accents(std::string_view text, std::string_view wanted)
{
    static constexpr std::size_t most_bytes = std::size_t {16} << 20U;
    const std::string plain_wanted = without_accents(wanted);
    if (text.size() > most_bytes || plain_wanted == wanted)
        return {};
    const auto has_accent_behind_letter
        = [](std::string_view part) { return part.find_first_of("\xcc\xcd") != std::string_view::npos; };
    const std::string plain = without_accents(text);
    const auto places = find_exact(plain, plain_wanted).places;
    if (!places.empty()
        && has_accent_behind_letter(lines_at(text, plain, places.front()))
            != has_accent_behind_letter(wanted))
        return Cause {"they differ only in how accents are encoded (NFC and NFD)",
            "copy the text from the file, as fs_read_file or fs_read_lines has it"};
    return {};
}

std::optional<Cause> find_cause(std::string_view text, std::string_view wanted)
{
    if (is_utf16(text))
        return Cause {"the file is UTF-16",
            "convert it to UTF-8 first, by exec with iconv, or replace bytes with fs_edit_range and "
            "'replacementBase64'"};
    for (const auto find :
        {cause_in_line_numbers, cause_in_carriage_returns, cause_in_encoding, cause_in_accents})
        if (auto cause = find(text, wanted))
            return cause;
    return {};
}
