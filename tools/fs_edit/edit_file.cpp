#include "edit_file.hpp"

#include "toolkit/change/single_file_change.hpp"
#include "toolkit/system/encoding.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/hash.hpp"
#include "toolkit/text/lines.hpp"
#include "toolkit/text/text.hpp"
#include "toolkit/workspace/nearest_path.hpp"
#include "tools/fs_edit/replace/replacement.hpp"

#include <algorithm>
#include <utility>

namespace fs_edit {

// Returns the content of the file, or an empty string if it does not exist. Throws if the content
// is not the one that the request expects.
static std::string read_current(const change::SingleFileChange& change, std::int64_t max_file_bytes)
{
    if (change.size() > max_file_bytes)
        throw ToolError(Code::too_large,
            "cannot edit " + text::in_quotes(change.path()) + ": it has "
                + std::to_string(change.size()) + " bytes, and the limit is "
                + std::to_string(max_file_bytes),
            "change it with a program, by exec, or the operator can raise --max-file-bytes");
    std::string content;
    if (change.exists())
        content = system::read_whole(
            change.current(), change.path(), static_cast<std::size_t>(max_file_bytes));
    change.check_expected([&] { return system::sha256(content); });
    return content;
}

static bool mixes_encodings(std::string_view before, const std::vector<Step>& steps)
{
    if (!system::is_utf16(before) && text::is_utf8(before))
        return false;
    return std::any_of(steps.begin(), steps.end(),
        [=](const Step& step) { return system::mixes_encodings(before, step.new_text); });
}

static void require_file(const change::SingleFileChange& change, const Workspace& workspace)
{
    if (!change.exists())
        throw workspace::with_nearest_path(workspace, change.path(),
            {Code::not_found,
                "cannot edit " + text::in_quotes(change.path()) + ": no such file or directory",
                "leave 'oldString' empty to create it"});
}

EditedFile edit_file(const Workspace& workspace, const Request& request)
{
    const std::vector<Step> steps = steps_of(request);
    change::SingleFileChange change(workspace, request.path, request.expected_sha256);
    if (!steps.front().old_text.empty() || steps.front().after_line)
        require_file(change, workspace);
    const std::string before = read_current(change, request.max_file_bytes);
    Outcome outcome = edit_steps(before, steps, request);
    text::DiffNames names {std::nullopt, change.name()};
    if (change.exists())
        names.before = change.name();
    EditedFile edited {std::move(outcome.done),
        text::unified_diff(before, outcome.changes, names, text::max_diff_bytes), {},
        request.dry_run ? change.preview(outcome.text) : change.replace(outcome.text)};
    if (edited.diff.is_cut && !request.dry_run)
        edited.next_line = text::line_after(edited.diff.text);
    edited.file.mixes_encodings = mixes_encodings(before, steps);
    return edited;
}

// Returns the offset at which the line after `after_line` begins (1-based; 0: before the first
// line). `start` is the end of a byte order mark. Throws BAD_REQUEST if the text has fewer lines.
static std::size_t end_of_line(
    std::string_view text, std::size_t start, std::int64_t after_line, std::string_view name)
{
    std::size_t at = start;
    for (std::int64_t line = 0; line < after_line; ++line) {
        if (at == text.size())
            throw ToolError(Code::bad_request,
                "'insertLine' is " + std::to_string(after_line) + ", and " + text::in_quotes(name)
                    + " has " + std::to_string(line) + (line == 1 ? " line" : " lines"));
        at = std::min(text.find('\n', at), text.size() - 1) + 1;
    }
    return at;
}

static std::string with_ends(std::string_view new_text, text::LineEnd end, bool ends_file)
{
    std::string lines;
    for (const text::Line& line : text::split_lines(new_text)) {
        const bool is_last = line.end == text::LineEnd::none;
        lines.append(line.text).append(is_last && ends_file ? "" : text::bytes_of(end));
    }
    return lines;
}

match::Replacement insert_lines(std::string_view text, std::string_view new_text,
    std::int64_t after_line, std::string_view name)
{
    if (system::is_utf16(text))
        throw ToolError(Code::unsupported,
            text::in_quotes(name) + " is UTF-16, into which no lines can be inserted",
            "convert it with iconv, by exec, and edit that");
    if (text::has_lone_returns(text)) {
        const std::string file = text::with_line_feeds(text);
        match::Replacement inserted = insert_lines(file, new_text, after_line, name);
        text::put_returns(inserted.text);
        return inserted;
    }
    static constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
    const std::size_t start = text.starts_with(byte_order_mark) ? byte_order_mark.size() : 0;
    const std::size_t at = end_of_line(text, start, after_line, name);
    const match::Match place {at, at};
    const bool has_newline = text.find('\n') != std::string_view::npos;
    const bool is_crlf = has_newline
        ? text::end_around(text, place.begin, place.end) == text::LineEnd::crlf
        : new_text.find("\r\n") != std::string_view::npos;
    const text::LineEnd end = is_crlf ? text::LineEnd::crlf : text::LineEnd::lf;
    const bool ends_file = at == text.size() && at > start && text[at - 1] != '\n';
    return {place,
        (ends_file ? std::string(text::bytes_of(end)) : std::string())
            + with_ends(new_text, end, ends_file)};
}

std::int64_t count_lines(std::string_view text)
{
    const char newline = text::has_lone_returns(text) ? '\r' : '\n';
    const bool has_last = !text.empty() && text.back() != newline;
    return std::count(text.begin(), text.end(), newline) + (has_last ? 1 : 0);
}

}
