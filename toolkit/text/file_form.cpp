#include "toolkit/text/file_form.hpp"

#include "toolkit/text/characters.hpp"
#include "toolkit/text/lines.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <array>

namespace toolkit::text {

// The characters of Windows-1252 from 0x80 to 0x9F.
static constexpr std::array<char32_t, 32> c1_characters {0x20AC, 0x81, 0x201A, 0x192, 0x201E,
    0x2026, 0x2020, 0x2021, 0x2C6, 0x2030, 0x160, 0x2039, 0x152, 0x8D, 0x17D, 0x8F, 0x90, 0x2018,
    0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x2DC, 0x2122, 0x161, 0x203A, 0x153, 0x9D,
    0x17E, 0x178};
static constexpr unsigned first_other = 0x80;
static constexpr unsigned after_others = 0xA0;

bool is_name_of_windows_1252(std::string_view name)
{
    return name == "latin-1" || name == "iso-8859-1" || name == "windows-1252" || name == "cp1252";
}

std::string from_windows_1252(std::string_view bytes)
{
    std::string text;
    text.reserve(bytes.size() + bytes.size() / 8);
    for (const char letter : bytes) {
        const auto byte = static_cast<unsigned char>(letter);
        append_utf8(text,
            byte >= first_other && byte < after_others ? c1_characters.at(byte - first_other)
                                                       : byte);
    }
    return text;
}

std::optional<std::string> to_windows_1252(std::string_view text)
{
    std::string bytes;
    bytes.reserve(text.size());
    for (std::size_t at = 0; at < text.size();) {
        const auto [character, size] = first_character(text.substr(at));
        at += size;
        const auto* const other = std::find(c1_characters.begin(), c1_characters.end(), character);
        if (other != c1_characters.end())
            bytes += static_cast<char>(
                first_other + static_cast<unsigned>(other - c1_characters.begin()));
        else if (character < first_other || (character >= after_others && character <= 0xFF))
            bytes += static_cast<char>(character);
        else
            return std::nullopt;
    }
    return bytes;
}

namespace {

using Encoding = FileForm::Encoding;
using Newlines = FileForm::Newlines;

constexpr std::string_view utf8_mark = "\xEF\xBB\xBF";
constexpr std::string_view little_mark = "\xFF\xFE";
constexpr std::string_view big_mark = "\xFE\xFF";

Newlines newlines_of(std::string_view text)
{
    if (text.ends_with('\r') && text.find('\n') != std::string_view::npos)
        text.remove_suffix(1); // of a CRLF that was cut
    const auto returns = std::count(text.begin(), text.end(), '\r');
    const auto feeds = std::count(text.begin(), text.end(), '\n');
    if (returns == 0 || feeds == 0)
        return feeds > 0 ? Newlines::lf : returns > 0 ? Newlines::cr : Newlines::none;
    std::ptrdiff_t both = 0;
    for (std::size_t at = text.find("\r\n"); at != std::string_view::npos;
         at = text.find("\r\n", at + 2))
        ++both;
    return both == returns && both == feeds ? Newlines::crlf : Newlines::mixed;
}

// Returns nullopt if it is not valid UTF-16. A character that is cut off at the end is dropped.
std::optional<std::string> text_of_utf16(std::string_view bytes, ByteOrder order)
{
    bytes = bytes.substr(0, bytes.size() / 2 * 2);
    if (bytes.size() >= 2) {
        const char last = bytes[bytes.size() - (order == ByteOrder::little ? 1 : 2)];
        const auto high = static_cast<unsigned char>(last);
        if (high >= 0xD8 && high < 0xDC)
            bytes.remove_suffix(2);
    }
    std::string text = utf8_from_utf16(bytes.substr(2), order);
    return is_utf8(text) ? std::optional(std::move(text)) : std::nullopt;
}

std::string_view bytes_of(Newlines newlines)
{
    switch (newlines) {
    case Newlines::crlf: return "\r\n";
    case Newlines::cr: return "\r";
    default: return "\n";
    }
}

std::string ending_lines_in(std::string_view text, std::string_view newline)
{
    std::string result;
    result.reserve(text.size() + text.size() / 32);
    for (std::size_t at = 0;;) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        result += text.substr(at, end - at);
        if (end == text.size())
            return result;
        result += newline;
        at = end + 1;
    }
}

}

bool is_utf16(const FileForm& form)
{
    return form.encoding == Encoding::utf16_little || form.encoding == Encoding::utf16_big;
}

FileForm form_of(std::string_view bytes)
{
    if (const auto order = byte_order_of(bytes))
        if (const auto text = text_of_utf16(bytes, *order))
            return {*order == ByteOrder::little ? Encoding::utf16_little : Encoding::utf16_big,
                true, newlines_of(*text)};
    const std::string_view whole = bytes.substr(0, bytes.size() - size_of_split_character(bytes));
    if (is_utf8(whole))
        return {Encoding::utf8, bytes.starts_with(utf8_mark), newlines_of(bytes)};
    if (bytes.find('\0') != std::string_view::npos)
        return {Encoding::binary};
    return {Encoding::other, false, newlines_of(bytes)};
}

FileForm::Newlines newlines_at_end(std::string_view text)
{
    if (has_lone_returns(text))
        return Newlines::cr;
    return end_around(text, text.size(), text.size()) == LineEnd::crlf ? Newlines::crlf
                                                                       : Newlines::lf;
}

std::string in_form(std::string_view text, const FileForm& form)
{
    if (text.starts_with(utf8_mark) && form.has_mark)
        text.remove_prefix(utf8_mark.size());
    std::string lines = text.find('\r') == std::string_view::npos
        ? ending_lines_in(text, bytes_of(form.newlines))
        : std::string(text);
    if (form.encoding == Encoding::utf16_little)
        return utf16_from_utf8(lines, ByteOrder::little);
    if (form.encoding == Encoding::utf16_big)
        return utf16_from_utf8(lines, ByteOrder::big);
    return lines;
}

std::string_view mark_of(const FileForm& form)
{
    if (!form.has_mark)
        return {};
    return form.encoding == Encoding::utf16_little ? little_mark
        : form.encoding == Encoding::utf16_big     ? big_mark
                                                   : utf8_mark;
}

std::string name_of(const FileForm& form)
{
    std::string name = form.newlines == Newlines::crlf ? "CRLF newlines"
        : form.newlines == Newlines::cr                ? "CR newlines"
                                                       : "";
    if (is_utf16(form) || form.has_mark)
        name.append(name.empty() ? "" : " and ")
            .append(is_utf16(form) ? "UTF-16" : "the byte order mark");
    return name;
}

std::optional<std::string> in_encoding(std::string_view text, WrittenEncoding encoding)
{
    switch (encoding) {
    case WrittenEncoding::utf16: return utf16_from_utf8(text, ByteOrder::little);
    case WrittenEncoding::latin1: return to_windows_1252(text);
    case WrittenEncoding::utf8: break;
    }
    return std::string(text);
}

}
