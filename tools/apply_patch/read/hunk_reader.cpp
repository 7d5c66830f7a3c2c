#include "hunk_reader.hpp"

#include "toolkit/system/error.hpp"
#include "toolkit/text/folding.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <charconv>

namespace apply_patch::read {

using namespace toolkit;

void throw_bad_patch(std::size_t at, const std::string& problem, const std::string& hint)
{
    throw ToolError(Code::bad_patch,
        "cannot read the patch: line " + std::to_string(at + 1) + " " + problem, hint);
}

bool is_file_header(const std::vector<text::Line>& lines, std::size_t at)
{
    return second_line_of_header(lines, at).has_value();
}

std::optional<std::size_t> second_line_of_header(
    const std::vector<text::Line>& lines, std::size_t at)
{
    if (at + 1 >= lines.size() || !lines[at].text.starts_with("--- "))
        return {};
    std::size_t second = at + 1;
    while (second + 1 < lines.size() && text::trimmed(lines[second].text).empty())
        ++second;
    if (!lines[second].text.starts_with("+++ "))
        return {};
    // Otherwise, these lines may be prose, or changed lines.
    const bool has_hunk = second + 1 < lines.size() && lines[second + 1].text.starts_with("@@");
    return second == at + 1 || has_hunk ? std::optional(second) : std::nullopt;
}

// Removes "12,3" or "12" after `sign` from the beginning of `text`.
static std::optional<Range> take_range(std::string_view& text, char sign)
{
    if (text.empty() || text[0] != sign)
        return {};
    const auto take_number = [&text](std::size_t& number) {
        const auto [stop, error]
            = std::from_chars(text.data() + 1, text.data() + text.size(), number);
        if (error != std::errc {} || number > 1'000'000'000'000)
            return false;
        text.remove_prefix(static_cast<std::size_t>(stop - text.data()));
        return true;
    };
    Range range {0, 1};
    if (!take_number(range.start))
        return {};
    if (text.starts_with(',') && !take_number(range.count))
        return {};
    return range;
}

std::optional<Stated> read_hunk_header(std::string_view text)
{
    if (!text.starts_with("@@ "))
        return {};
    text.remove_prefix(3);
    const auto before = take_range(text, '-');
    if (!before || !text.starts_with(' '))
        return {};
    text.remove_prefix(1);
    const auto after = take_range(text, '+');
    if (!after || !(text.empty() || text[0] == ' '))
        return {};
    return Stated {*before, *after};
}

static bool is_fence(std::string_view text)
{
    return text.starts_with("```") || text.starts_with("~~~");
}

// Returns true if the line may belong to a hunk. An empty line is context that has lost its space.
// A line that begins with a tab may be context that has lost its space, if the counts agree with
// that, since it must then be in the file.
static bool is_body(std::string_view text)
{
    return text.empty() || std::string_view(" +-\\\t").find(text[0]) != std::string_view::npos;
}

static bool is_header_of_hunks(const std::vector<text::Line>& lines, std::size_t at)
{
    const auto second = second_line_of_header(lines, at);
    return second && (*second + 1 >= lines.size() || lines[*second + 1].text.starts_with("@@"));
}

static bool is_next_header(const std::vector<text::Line>& lines, std::size_t at)
{
    const std::string_view text = lines[at].text;
    return text.starts_with("@@") || text.starts_with("diff --git ") || is_fence(text)
        || is_header_of_hunks(lines, at);
}

// Returns true if a hunk that is complete by its counts ends before lines[at], and nothing after it
// seems to belong to it.
static bool is_clean_end(const std::vector<text::Line>& lines, std::size_t at)
{
    while (at < lines.size() && lines[at].text.empty())
        ++at;
    if (at == lines.size() || is_next_header(lines, at) || is_file_header(lines, at))
        return true;
    const std::string_view text = lines[at].text;
    return !is_body(text) || text[0] == '\t' || text == "-- "
        || text == "--"; // the signature of a mail
}

// Returns the end of the hunk's lines by the counts of its header, or nullopt if the lines do not
// agree with them.
static std::optional<std::size_t> end_by_counts(
    const std::vector<text::Line>& lines, std::size_t at, const Stated& stated)
{
    std::size_t before = stated.before.count;
    std::size_t after = stated.after.count;
    for (; before > 0 || after > 0; ++at) {
        if (at == lines.size() || !is_body(lines[at].text))
            return {};
        const char mark
            = lines[at].text.empty() || lines[at].text[0] == '\t' ? ' ' : lines[at].text[0];
        const std::size_t takes_before = mark == ' ' || mark == '-' ? 1 : 0;
        const std::size_t takes_after = mark == ' ' || mark == '+' ? 1 : 0;
        if (takes_before > before || takes_after > after)
            return {};
        before -= takes_before;
        after -= takes_after;
    }
    if (at < lines.size() && lines[at].text.starts_with('\\'))
        ++at;
    return is_clean_end(lines, at) ? std::optional(at) : std::nullopt;
}

// Returns true for the end of a mail: "-- " and the version of git. If something other than a mail
// follows, "--" may be a removed line.
static bool is_signature(const std::vector<text::Line>& lines, std::size_t at)
{
    if ((lines[at].text != "-- " && lines[at].text != "--") || at + 1 == lines.size())
        return false;
    const std::string_view version = lines[at + 1].text;
    if (version.empty() || version[0] < '0' || version[0] > '9')
        return false;
    std::size_t next = at + 2;
    while (next < lines.size() && lines[next].text.empty())
        ++next;
    return next == lines.size() || is_next_header(lines, next)
        || lines[next].text.starts_with("From ");
}

[[noreturn]] static void throw_without_mark(std::size_t at, std::string_view line)
{
    throw_bad_patch(at, "starts with neither ' ', '+' nor '-': " + text::in_quotes(line),
        "a line of context starts with a space; correct the counts of the '@@' line before it if "
        "the hunk ends there");
}

// Returns the end of the hunk's lines, judged by their form.
static std::size_t end_by_shape(const std::vector<text::Line>& lines, std::size_t begin)
{
    std::size_t at = begin;
    while (at < lines.size() && is_body(lines[at].text) && !is_next_header(lines, at)
        && !is_signature(lines, at))
        ++at;
    if (at < lines.size() && !is_body(lines[at].text) && !is_next_header(lines, at))
        throw_without_mark(at, lines[at].text);
    while (at > begin && lines[at - 1].text.empty())
        --at;
    return at;
}

void add_line(Hunk& hunk, const std::vector<text::Line>& lines, std::size_t at)
{
    text::Line line = lines[at];
    if (line.text.starts_with('\\')) {
        if (hunk.lines.empty())
            throw_bad_patch(
                at, "says that there is no newline after a line, and there is no such line");
        text::Line& last = hunk.lines.back().line;
        // A carriage return before a missing newline is an ordinary byte.
        if (last.end == text::LineEnd::crlf && line.end != text::LineEnd::crlf)
            last.text = {last.text.data(), last.text.size() + 1};
        last.end = text::LineEnd::none;
        return;
    }
    if (line.end == text::LineEnd::none) // the end of the patch, not of the file
        line.end = hunk.header_end;
    const bool has_mark = !line.text.empty() && line.text[0] != '\t';
    const Mark mark = has_mark ? static_cast<Mark>(line.text[0]) : Mark::context;
    line.text.remove_prefix(has_mark ? 1 : 0);
    hunk.lines.push_back({mark, line});
}

// Throws if a line other than the last one of a side lacks a newline.
static void check_ends(const Hunk& hunk)
{
    for (const Mark left_out : {Mark::added, Mark::removed}) {
        bool has_ended = false;
        for (const auto& line : hunk.lines) {
            if (line.mark == left_out)
                continue;
            if (has_ended)
                throw_bad_patch(hunk.patch_line - 1,
                    "begins a hunk that continues after '\\ No newline at end of file'");
            has_ended = line.line.end == text::LineEnd::none;
        }
    }
}

void check_hunk(const Hunk& hunk)
{
    check_ends(hunk);
    if (count_lines(hunk, Mark::added) + count_lines(hunk, Mark::removed) == 0)
        throw_bad_patch(hunk.patch_line - 1, "begins a hunk that neither adds nor removes a line",
            "start the lines to be removed with '-' and the new ones with '+', or leave the hunk "
            "out");
}

// Throws if a line begins with a tab. It has lost a space or a '-'; the counts show which.
static void refuse_lost_marks(
    const Hunk& hunk, const std::vector<text::Line>& lines, std::size_t begin)
{
    const std::size_t count = hunk.lines.size();
    for (std::size_t at = begin; at < std::min(lines.size(), begin + count); ++at)
        if (lines[at].text.starts_with('\t') && (!hunk.stated || has_wrong_counts(hunk)))
            throw_without_mark(at, lines[at].text);
}

// Refuses a patch that ends before the lines that its last hunk states, within a line or a change.
static void refuse_cut_off(const Hunk& hunk, const std::vector<text::Line>& lines, std::size_t at)
{
    const bool is_last = std::all_of(lines.begin() + static_cast<std::ptrdiff_t>(at), lines.end(),
        [](const text::Line& line) { return line.text.empty(); });
    const std::size_t before = hunk.lines.size() - count_lines(hunk, Mark::added);
    const std::size_t after = hunk.lines.size() - count_lines(hunk, Mark::removed);
    const bool is_short
        = hunk.stated && before < hunk.stated->before.count && after < hunk.stated->after.count;
    // If both counts are too large by the same number, that is a slip, unless the last line has no
    // newline either. A line of context is complete if the file contains it.
    const bool is_slip
        = hunk.stated && hunk.stated->before.count - before == hunk.stated->after.count - after;
    const bool has_end = hunk.lines.back().mark == Mark::context
        || (is_slip && lines.back().end != text::LineEnd::none);
    if (is_last && is_short && !has_end)
        throw_bad_patch(hunk.patch_line - 1,
            "begins a hunk with fewer lines than its '@@' line states, and the patch ends within "
            "it: it may have been cut off",
            "send all of it; if nothing is missing, write '@@ " + counted_range(hunk) + " @@'");
}

static std::string_view heading_of(std::string_view header)
{
    const std::size_t mark = header.find("@@", 2);
    return mark == std::string_view::npos ? std::string_view()
                                          : text::trimmed(header.substr(mark + 2));
}

Hunk read_hunk(const std::vector<text::Line>& lines, std::size_t& at)
{
    if (lines[at].text.starts_with("@@@"))
        throw ToolError(Code::unsupported,
            "cannot read the patch: line " + std::to_string(at + 1)
                + " begins a combined diff of a merge",
            "send the diff against one parent");
    Hunk hunk {at + 1, read_hunk_header(lines[at].text), lines[at].end, {}};
    if (hunk.header_end == text::LineEnd::none)
        hunk.header_end = text::LineEnd::lf;
    hunk.heading = heading_of(lines[at].text);
    const std::size_t begin = at + 1;
    std::optional<std::size_t> end;
    if (hunk.stated)
        end = end_by_counts(lines, begin, *hunk.stated);
    if (!end)
        end = end_by_shape(lines, begin);
    hunk.lines.reserve(*end - begin);
    for (at = begin; at < *end; ++at)
        add_line(hunk, lines, at);
    refuse_lost_marks(hunk, lines, begin);
    check_hunk(hunk);
    refuse_cut_off(hunk, lines, at);
    return hunk;
}

}
