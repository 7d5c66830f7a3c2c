#include "odd_lines.hpp"

#include "toolkit/text/folding.hpp"
#include "toolkit/text/line_numbers.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <array>

namespace apply_patch::place {

using namespace toolkit;

// A line of context that was perhaps meant to be something else.
static std::string hint_about_markers(const read::Hunk& hunk)
{
    static constexpr std::array<std::string_view, 6> markers {"*** Add File:", "*** Update File:",
        "*** Delete File:", "*** Move to:", "*** End of File", "*** End Patch"};
    for (const auto& [mark, line] : hunk.lines) {
        const std::string_view text = text::trimmed(line.text);
        const auto starts = [text](std::string_view marker) { return text.starts_with(marker); };
        if (hunk.matching == read::Matching::lenient && mark == read::Mark::context
            && std::any_of(markers.begin(), markers.end(), starts))
            return "the line " + text::in_quotes(" " + std::string(line.text))
                + " was read as a line of the file: write it without whitespace in front if it is "
                  "not; ";
    }
    return "";
}

static std::string hint_about_line_numbers(const read::Hunk& hunk)
{
    bool has_any = false;
    for (const auto& [mark, line] : hunk.lines) {
        if (mark == read::Mark::added || text::trimmed(line.text).empty())
            continue;
        if (text::number_before(line.text).empty())
            return "";
        has_any = true;
    }
    return has_any ? "the lines of the hunk begin with line numbers, which are not part of the "
                     "file: leave them out; "
                   : "";
}

// U+0300 to U+036F
static bool has_combining_mark(std::string_view text)
{
    for (std::size_t at = 0; at + 1 < text.size(); ++at)
        if (text[at] == '\xcc' || (text[at] == '\xcd' && text[at + 1] < '\xb0'))
            return true;
    return false;
}

static bool has_other_letters(std::string_view text)
{
    return std::any_of(text.begin(), text.end(),
        [](char letter) { return static_cast<unsigned char>(letter) >= 0x80; });
}

template<typename Property>
static bool any_old_line(const read::Hunk& hunk, Property has)
{
    return std::any_of(hunk.lines.begin(), hunk.lines.end(), [&](const read::HunkLine& line) {
        return line.mark != read::Mark::added && has(line.line.text);
    });
}

template<typename Property>
static std::size_t first_line(const std::vector<text::Line>& file, Property has)
{
    const auto line = std::find_if(
        file.begin(), file.end(), [&](const text::Line& line) { return has(line.text); });
    return line == file.end() ? 0 : static_cast<std::size_t>(line - file.begin()) + 1;
}

static std::string hint_about_encoding(const read::Hunk& hunk, const std::vector<text::Line>& file)
{
    const auto has_nul
        = [](std::string_view text) { return text.find('\0') != std::string_view::npos; };
    if (!file.empty() && has_nul(file.front().text) && !any_old_line(hunk, has_nul))
        return "the file is UTF-16 or binary, and a patch is UTF-8: convert the file first; ";
    if (!any_old_line(hunk, has_other_letters))
        return "";
    const auto is_other = [](std::string_view text) { return !text::is_utf8(text); };
    if (const std::size_t line = first_line(file, is_other);
        line != 0 && !any_old_line(hunk, is_other))
        return "line " + std::to_string(line)
            + " of the file is not UTF-8, and the patch is: send the patch in the encoding of the "
              "file, as "
              "'unifiedDiffBase64'; ";
    const bool is_decomposed = any_old_line(hunk, has_combining_mark);
    const std::size_t line = first_line(file, has_combining_mark);
    if (line != 0 && !is_decomposed)
        return "line " + std::to_string(line)
            + " of the file has letters with combining marks (NFD), the hunk has single letters "
              "(NFC): write "
              "them as "
              "in the file; ";
    if (line == 0 && is_decomposed && first_line(file, has_other_letters) != 0)
        return "the hunk has letters with combining marks (NFD), the file has none (NFC): write "
               "single "
               "letters; ";
    return "";
}

static std::string hint_about_returns(const read::Hunk& hunk, const std::vector<text::Line>& file)
{
    const auto has_return
        = [](const text::Line& line) { return line.text.find('\r') != std::string_view::npos; };
    const auto line = std::find_if(file.begin(), file.end(), has_return);
    const bool is_known = std::any_of(hunk.lines.begin(), hunk.lines.end(),
        [&](const read::HunkLine& line) { return has_return(line.line); });
    if (line != file.end() && !is_known)
        return "line " + std::to_string(line - file.begin() + 1)
            + " of the file has a carriage return without a newline, which ends no line: write it "
              "in the "
              "patch as it is ('\\r' in JSON); ";
    return "";
}

std::string hint_about_odd_lines(const read::Hunk& hunk, const std::vector<text::Line>& file)
{
    for (const auto& hint : {hint_about_markers(hunk), hint_about_encoding(hunk, file),
             hint_about_line_numbers(hunk), hint_about_returns(hunk, file)})
        if (!hint.empty())
            return hint;
    return "";
}

}
