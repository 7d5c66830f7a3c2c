#include "cause.hpp"

#include "toolkit/match/search.hpp"
#include "toolkit/system/encoding.hpp"
#include "toolkit/text/file_form.hpp"
#include "toolkit/text/folding.hpp"
#include "toolkit/text/lines.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <vector>

namespace fs_edit::find {

using namespace toolkit;

namespace {

struct NumberedLine {
    std::string_view number; // with the separator after it
    std::string_view text;
    text::LineEnd end;

    std::uint64_t value() const
    {
        std::uint64_t result = 0;
        for (const char letter : text::trimmed(number))
            if (letter >= '0' && letter <= '9')
                result = result * 10 + static_cast<std::uint64_t>(letter - '0');
        return result;
    }

    std::string_view mark() const { return number.substr(number.find_last_of("0123456789") + 1); }
};

enum class Numbers { none, some, all };

std::vector<NumberedLine> numbered_lines(std::string_view text)
{
    std::vector<NumberedLine> lines;
    for (const auto& line : text::split_lines(text)) {
        const std::string_view number = text::number_before(line.text);
        lines.push_back({number, line.text.substr(number.size()), line.end});
    }
    return lines;
}

Numbers numbers_of(const std::vector<NumberedLine>& lines)
{
    const auto has_number = [](const NumberedLine& line) { return !line.number.empty(); };
    if (std::none_of(lines.begin(), lines.end(), has_number))
        return Numbers::none;
    return std::all_of(lines.begin(), lines.end(),
               [&](const NumberedLine& line) {
                   return has_number(line) || text::trimmed(line.text).empty();
               })
        ? Numbers::all
        : Numbers::some;
}

bool grow(const std::vector<NumberedLine>& lines)
{
    std::optional<std::uint64_t> last;
    for (const auto& line : lines) {
        if (line.number.empty())
            continue;
        const std::uint64_t value = line.value();
        if (last && value <= *last)
            return false;
        last = value;
    }
    return true;
}

bool has_blank_after_number(const std::vector<NumberedLine>& lines)
{
    return std::all_of(lines.begin(), lines.end(),
        [](const NumberedLine& line) { return line.text.empty() || line.text.starts_with(' '); });
}

std::string joined(const std::vector<NumberedLine>& lines, bool drops_space)
{
    std::string text;
    for (const auto& line : lines)
        text.append(
                line.text.substr(drops_space && !line.number.empty() && !line.text.empty() ? 1 : 0))
            .append(text::bytes_of(line.end));
    return text;
}

std::string_view first_of(const std::vector<NumberedLine>& lines)
{
    const auto first = std::find_if(
        lines.begin(), lines.end(), [](const NumberedLine& line) { return !line.number.empty(); });
    return first == lines.end() ? std::string_view() : first->number;
}

}

std::string_view first_number(std::string_view text)
{
    const auto lines = numbered_lines(text);
    return numbers_of(lines) == Numbers::all && grow(lines) ? first_of(lines) : std::string_view();
}

// Returns true if both texts were copied from the same listing: the first new number is within the
// range of the old ones, and all new numbers have the same separator as the first old one.
static bool are_of_one_listing(
    const std::vector<NumberedLine>& old_lines, const std::vector<NumberedLine>& new_lines)
{
    const auto has_number = [](const NumberedLine& line) { return !line.number.empty(); };
    const auto first = std::find_if(old_lines.begin(), old_lines.end(), has_number);
    const auto last = std::find_if(old_lines.rbegin(), old_lines.rend(), has_number);
    const auto begin = std::find_if(new_lines.begin(), new_lines.end(), has_number);
    return begin->value() >= first->value() && begin->value() <= last->value()
        && std::all_of(new_lines.begin(), new_lines.end(), [&](const NumberedLine& line) {
               return !has_number(line) || line.mark() == first->mark();
           });
}

std::optional<UnnumberedTexts> without_numbers(std::string_view file, const EditSpec& wanted)
{
    const auto old_lines = numbered_lines(wanted.old_text);
    const auto new_lines = numbered_lines(wanted.new_text);
    if (numbers_of(old_lines) != Numbers::all || !grow(old_lines)
        || numbers_of(new_lines) == Numbers::some
        || (numbers_of(new_lines) == Numbers::all && !are_of_one_listing(old_lines, new_lines)))
        return {};
    const bool drops_space = first_of(old_lines).find('\t') == std::string_view::npos
        && has_blank_after_number(old_lines)
        && (numbers_of(new_lines) == Numbers::none || has_blank_after_number(new_lines))
        && match::find_exact(file, joined(old_lines, false)).places.empty();
    return UnnumberedTexts {joined(old_lines, drops_space),
        numbers_of(new_lines) == Numbers::none ? std::string(wanted.new_text)
                                               : joined(new_lines, drops_space)};
}

static bool is_there(std::string_view text, std::string_view wanted)
{
    return match::find_bytes(text, wanted, 0) != std::string_view::npos;
}

static std::optional<Cause> cause_in_line_numbers(std::string_view text, std::string_view wanted)
{
    const std::string_view first = first_number(wanted);
    const auto plain = without_numbers(text, {wanted, {}});
    if (first.empty() || !plain
        || (match::find_exact(text, plain->old_text).places.empty()
            && match::find_lines(text, plain->old_text).places.empty()))
        return {};
    return Cause {"its lines begin with the numbers of a listing, such as " + text::in_quotes(first)
            + ", which are no part of the file",
        "send both texts without them"};
}

static std::optional<Cause> cause_in_carriage_returns(
    std::string_view text, std::string_view wanted)
{
    std::string returned;
    for (const auto& line : text::split_lines(wanted))
        returned.append(line.text).append(line.end == text::LineEnd::none ? "" : "\r");
    if (returned.ends_with('\r') && !is_there(text, returned))
        returned.pop_back();
    if (returned.find('\r') == std::string::npos || !is_there(text, returned))
        return {};
    return Cause {
        "its lines end in a line feed, and those of the file in a carriage return (CR) alone",
        "send \\r for each newline, in 'newString' too"};
}

// Detects a text that is in the file except for its last newline, because the line there continues.
static std::optional<Cause> cause_in_last_newline(std::string_view text, std::string_view wanted)
{
    const std::string_view without
        = wanted.substr(0, wanted.size() - (wanted.ends_with("\r\n") ? 2 : 1));
    if (!wanted.ends_with('\n') || text::trimmed(without).empty())
        return {};
    const auto rest_at
        = [text](std::size_t at) { return text.substr(at, match::line_end(text, at) - at); };
    for (std::size_t at = match::find_bytes(text, without, 0); at != std::string_view::npos;
         at = match::find_bytes(text, without, at + 1)) {
        const std::string_view rest = rest_at(at + without.size());
        if (!text::trimmed(rest).empty())
            return Cause {"all but the newline at its end is there, and line "
                    + std::to_string(match::line_at(text, at + without.size())) + " goes on with "
                    + text::in_quotes(text::trimmed(rest)),
                "leave out the newline at the end of 'oldString', or send the whole line"};
    }
    return {};
}

static std::optional<Cause> cause_in_encoding(std::string_view text, std::string_view wanted)
{
    static constexpr std::size_t max_bytes = std::size_t {16} << 20U;
    static constexpr auto hint
        = "replace a part that is ASCII, or bytes with fs_edit_range and 'replacementBase64'";
    const bool has_others = std::any_of(wanted.begin(), wanted.end(),
        [](char letter) { return static_cast<unsigned char>(letter) >= 0x80; });
    if (!text::is_utf8(wanted) || text::is_utf8(text) || text.size() > max_bytes)
        return {};
    const std::string decoded = text::from_windows_1252(text);
    const bool is_latin = std::none_of(text.begin(), text.end(), [](char letter) {
        return static_cast<unsigned char>(letter) >= 0x80
            && static_cast<unsigned char>(letter) < 0xA0;
    });
    if (!match::find_exact(
            text::with_plain_typography(decoded), text::with_plain_typography(wanted))
             .places.empty())
        return Cause {std::string("the file is not UTF-8, and has it in ")
                + (is_latin ? "ISO 8859-1 (Latin-1)" : "Windows-1252"),
            hint};
    if (!has_others)
        return {};
    return Cause {
        "the file is not UTF-8, and has characters beyond ASCII in another encoding", hint};
}

// Returns the lines of `text` that correspond to `place` in `plain`, the same text without accents.
static std::string_view lines_at(std::string_view text, std::string_view plain, match::Match place)
{
    const auto lines = text::split_lines(text);
    const std::string_view first = lines.at(match::line_at(plain, place.begin) - 1).text;
    const std::size_t last = std::min(match::line_at(plain, place.end), lines.size()) - 1;
    const char* const end = lines[last].text.data() + lines[last].text.size();
    return {first.data(), static_cast<std::size_t>(end - first.data())};
}

static std::optional<Cause> cause_in_accents(std::string_view text, std::string_view wanted)
{
    static constexpr std::size_t max_bytes = std::size_t {16} << 20U;
    const std::string plain_wanted = text::without_accents(wanted);
    if (text.size() > max_bytes || plain_wanted == wanted)
        return {};
    const auto has_accent_after_letter = [](std::string_view part) {
        return part.find_first_of("\xcc\xcd") != std::string_view::npos;
    };
    const std::string plain = text::without_accents(text);
    const auto places = match::find_exact(plain, plain_wanted).places;
    if (!places.empty()
        && has_accent_after_letter(lines_at(text, plain, places.front()))
            != has_accent_after_letter(wanted))
        return Cause {"they differ only in how accents are encoded (NFC and NFD)",
            "copy the text from the file, as fs_read_file or fs_read_lines has it"};
    return {};
}

std::optional<Cause> find_cause(std::string_view text, std::string_view wanted)
{
    if (system::is_utf16(text))
        return Cause {"the file is UTF-16",
            "convert it to UTF-8 first, by exec with iconv, or replace bytes with fs_edit_range "
            "and 'replacementBase64'"};
    for (const auto find : {cause_in_line_numbers, cause_in_carriage_returns, cause_in_last_newline,
             cause_in_encoding, cause_in_accents})
        if (auto cause = find(text, wanted))
            return cause;
    return {};
}

}
