#include "notes.hpp"
#include "matcher.hpp"
#include "toolkit/glob/pattern_syntax.hpp"
#include "toolkit/glob/patterns.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"
#include "toolkit/workspace/meant_glob.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <string_view>

namespace fs_search {

using namespace toolkit;

namespace {

// Returns true if the text has only characters that occur in names, paths and globs. A '.' before a
// '*' indicates a regular expression.
bool looks_like_glob(std::string_view text)
{
    const auto is_of_path = [](char character) {
        return std::isalnum(static_cast<unsigned char>(character)) != 0
            || std::string_view("_-./*?{},! ").find(character) != std::string_view::npos;
    };
    const bool has_wildcard = text.find('*') != std::string_view::npos || text.starts_with('?');
    const auto is_quantifier = [&](std::size_t at) {
        return at != std::string_view::npos && at > 0
            && (text[at - 1] == '.' || text[at - 1] == ' ');
    };
    return has_wildcard && std::all_of(text.begin(), text.end(), is_of_path)
        && !is_quantifier(text.find('*'));
}

// Returns true for syntax of regular expressions that is rare in plain text.
bool looks_like_pattern(std::string_view text)
{
    constexpr std::array<std::string_view, 25> syntax {".*", ".+", ".?", "|", "[^", "[a-", "[A-",
        "[0-", "]+", "]*", ")*", ")+", ")?", "(?", "\\s", "\\w", "\\d", "\\b", "\\S", "\\W", "\\D",
        "\\.", "\\(", "\\[", "\\{"};
    const auto is_quantifier
        = [](char character) { return character == '+' || character == '*' || character == '}'; };
    const bool is_quantified
        = text.size() > 1 && is_quantifier(text.back()) && !is_quantifier(text[text.size() - 2]);
    return text.starts_with('^') || text.ends_with('$') || is_quantified
        || std::any_of(syntax.begin(), syntax.end(),
            [&](std::string_view part) { return text.find(part) != std::string_view::npos; });
}

bool has_syntax(std::string_view text)
{
    return text.find_first_of("\\^$.|?*+()[]{}") != std::string_view::npos;
}

// Returns true if the text has syntax of regular expressions besides dots. A name with a dot, used
// as a pattern, only finds more than was meant.
bool has_syntax_but_dots(std::string_view text)
{
    return text.find_first_of("\\^$|?*+()[]{}") != std::string_view::npos;
}

Request first_page(const Request& request)
{
    Request first = request;
    first.cursor.clear();
    first.offset = 0;
    return first;
}

// Returns a request that searches for the text as a pattern if it was literal, and vice versa.
Request in_the_other_way(const Request& request)
{
    Request other = first_page(request);
    std::swap(other.pattern, other.query);
    return other;
}

Request for_names(const Request& request)
{
    Request names = first_page(request);
    names.pattern = "^";
    names.mode = Mode::files;
    names.globs.insert(names.globs.begin(), *request.pattern);
    return names;
}

// Returns nullopt if the request is refused.
std::optional<bool> finds_something(Request request, const Workspace& workspace)
{
    try {
        request.mode = Mode::files;
        request.max_results = 1;
        request.sort = Order::path;
        const Search wanted = search_for(request);
        if (Matcher(wanted.query).matches_empty())
            return std::nullopt;
        return !search(workspace, wanted, request.surroundings).findings.files.empty();
    } catch (const ToolError&) {
        return std::nullopt;
    }
}

std::string about_text(const Request& request, const Workspace& workspace)
{
    const std::string text = toolkit::text::in_quotes(*request.query);
    if (!has_syntax_but_dots(*request.query) && !looks_like_pattern(*request.query))
        return {};
    const Request other = in_the_other_way(request);
    const auto found = finds_something(other, workspace);
    if (!found)
        return {};
    if (!*found && !looks_like_pattern(*request.query))
        return {};
    if (!*found)
        return "'query' is plain text; as a regular expression " + text + " has no match either";
    return with_request(
        "'query' is plain text; as a regular expression " + text + " has matches", other);
}

std::string about_pattern(const Request& request, const Workspace& workspace)
{
    const std::string text = toolkit::text::in_quotes(*request.pattern);
    if (looks_like_glob(*request.pattern))
        return with_request("'pattern' is a regular expression for lines, and " + text
                + " looks like a glob; to find files by name",
            for_names(request));
    const Request other = in_the_other_way(request);
    if (has_syntax(*request.pattern) && finds_something(other, workspace).value_or(false))
        return with_request(
            "'pattern' is a regular expression; as plain text " + text + " has matches", other);
    return {};
}

// Returns the request that also searches ignored and hidden files, if that finds something.
std::string about_no_files(const Request& request, const Workspace& workspace)
{
    Request all = first_page(request);
    all.include_ignored = all.include_hidden = true;
    if (finds_something(all, workspace).value_or(false))
        return with_request(
            "no file was searched: they are ignored or hidden; to search them", all);
    all = first_page(request);
    all.globs.clear();
    all.types.clear();
    if (finds_something(all, workspace).value_or(false)) {
        const std::string unknown = glob::unknown_syntax_of(request.globs);
        return with_request("no file was searched: 'globs' or 'type' leave all of them out; "
                + (unknown.empty() ? "" : unknown + "; ") + "without these",
            all);
    }
    return {};
}

// Returns a note about the first link to a directory in which something is found, since links are
// not followed.
std::string about_links(const Request& request, const Workspace& workspace)
{
    if (!request.paths.empty())
        return {};
    for (const std::string& link : workspace::linked_directories(workspace, request.path)) {
        Request other = first_page(request);
        other.path = link;
        if (finds_something(other, workspace).value_or(false))
            return with_request(
                "symbolic links are not followed; in " + toolkit::text::in_quotes(link), other);
    }
    return {};
}

std::string about_nothing(const Page& page, const Request& request, const Workspace& workspace)
{
    if (page.results_before > 0)
        return with_request("'offset' is after the last of " + std::to_string(page.results_before)
                + " results; from the first",
            first_page(request));
    if (!request.cursor.empty())
        return {};
    std::string note
        = page.findings.tally.searched == 0 ? about_no_files(request, workspace) : std::string();
    if (note.empty())
        note = request.pattern ? about_pattern(request, workspace) : about_text(request, workspace);
    return note.empty() ? about_links(request, workspace) : note;
}

}

Remarks remarks_on(const Page& page, const Request& request, const Workspace& workspace)
{
    Remarks remarks;
    if (page.end)
        remarks.next_cursor = cursor_of(*page.end, number_of(request));
    const auto& files = page.findings.files;
    const auto cut = std::find_if(
        files.begin(), files.end(), [](const FileFindings& file) { return file.has_more; });
    if (cut != files.end()) {
        Request whole = first_page(request);
        whole.max_per_file.reset();
        whole.paths.clear();
        whole.path = cut->path;
        remarks.note = with_request("files with \"more\" have more matches; all of one", whole);
    }
    if (files.empty() && !page.end)
        remarks.note = about_nothing(page, request, workspace);
    if (remarks.note.empty())
        remarks.note = workspace::note_on_literal_names();
    return remarks;
}

Page answered(const Request& request, const Workspace& workspace)
{
    const Search wanted = search_for(request);
    try {
        return search(workspace, wanted, request.surroundings);
    } catch (ToolError& error) {
        Request other = first_page(request);
        if (error.code == Code::bad_pattern && needs_multiline(wanted.query)) {
            other.multiline = true;
            error.hint = with_request("search in several lines at once", other);
        } else if (error.code == Code::bad_pattern && request.pattern
            && looks_like_glob(*request.pattern)) {
            error.hint = with_request("'pattern' is a regular expression for lines, and this looks "
                                      "like a glob; to find files by name",
                for_names(request));
        } else if (error.code == Code::bad_pattern && error.hint == glob::advice_for({})) {
            error.hint = with_request(error.hint + "; as plain text", in_the_other_way(request));
        } else if (error.code == Code::not_found && request.path.find('*') != std::string::npos) {
            other.path = ".";
            other.globs.insert(other.globs.begin(), request.path);
            error.hint = with_request("a glob belongs in 'globs'", other);
        }
        throw;
    }
}

}
