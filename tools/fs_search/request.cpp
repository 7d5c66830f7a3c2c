#include "request.hpp"

#include "file_types.hpp"
#include "toolkit/glob/patterns.hpp"
#include "toolkit/json/object_text.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/cursor.hpp"
#include "toolkit/text/path_names.hpp"
#include "toolkit/text/text.hpp"
#include "toolkit/workspace/meant_glob.hpp"

#include <algorithm>
#include <utility>

namespace fs_search {

using namespace toolkit;

namespace {

constexpr std::int64_t default_page = 100; // for a request that sends 0

// Removes empty strings: some models send "" for a field that they mean to omit.
void remove_empty(std::vector<std::string>& texts)
{
    std::erase_if(texts, [](const std::string& text) { return text.empty(); });
}

void remove_empty(std::optional<std::string>& text, const std::optional<std::string>& other)
{
    if (text && text->empty() && other)
        text.reset();
}

[[noreturn]] void refuse_both(
    const std::string& one, const std::string& other, const Request& corrected)
{
    throw ToolError(Code::bad_request, "'" + one + "' and '" + other + "' contradict each other",
        with_request("give one of them, such as", corrected));
}

bool is_pattern(const Request& request, const Request& corrected)
{
    const auto says_regex = request.is_regex;
    const auto says_text = request.is_literal;
    if (says_regex && says_text && *says_regex == *says_text)
        refuse_both("isRegex", "literal", corrected);
    return says_regex.value_or(says_text ? !*says_text : request.pattern.has_value());
}

void join_queries(Request& request)
{
    remove_empty(request.queries);
    if (request.queries.empty())
        return;
    std::string any;
    for (const auto& query : request.queries)
        any += any.empty() ? "(?:" + query + ")" : "|(?:" + query + ")";
    if (request.queries.size() == 1)
        any = request.queries.front();
    Request corrected = request;
    corrected.queries.clear();
    if (request.pattern || request.query)
        refuse_both(request.pattern ? "pattern" : "query", "queries", corrected);
    request = std::move(corrected);
    request.pattern = std::move(any);
}

void normalise_text(Request& request)
{
    join_queries(request);
    remove_empty(request.pattern, request.query);
    remove_empty(request.query, request.pattern);
    Request with_pattern = request;
    with_pattern.query.reset();
    if (request.pattern && request.query)
        throw ToolError(Code::bad_request,
            "the request has both 'pattern', a regular expression, and 'query', plain text",
            with_request("give one of them, such as", with_pattern));
    if (!request.pattern && !request.query) {
        with_pattern.pattern = "^";
        with_pattern.mode = Mode::files;
        throw ToolError(Code::bad_request, "the request lacks 'pattern' or 'query'",
            with_request(
                "give 'pattern' (a regular expression) or 'query' (plain text); to list files",
                with_pattern));
    }
    std::string text = request.pattern ? *request.pattern : *request.query;
    with_pattern.pattern = text;
    if (text.empty()) {
        with_pattern.pattern = "^";
        throw ToolError(Code::bad_request,
            std::string("cannot search: '") + (request.pattern ? "pattern" : "query")
                + "' is empty",
            with_request("name something to find; '^' matches every line", with_pattern));
    }
    const bool is_regex = is_pattern(request, with_pattern);
    request.pattern.reset();
    request.query.reset();
    (is_regex ? request.pattern : request.query) = std::move(text);
    request.is_regex.reset();
    request.is_literal.reset();
}

void normalise_choices(Request& request)
{
    if (request.is_case_sensitive.value_or(false) && request.ignore_case)
        refuse_both("ignoreCase", "caseSensitive", request);
    request.ignore_case = request.ignore_case || !request.is_case_sensitive.value_or(true);
    if (request.respects_ignore_files.value_or(false) && request.include_ignored)
        refuse_both("includeIgnored", "respectGitIgnore", request);
    request.include_ignored
        = request.include_ignored || !request.respects_ignore_files.value_or(true);
    const auto other = request.output_mode;
    const auto other_mode = other ? std::optional(static_cast<Mode>(*other)) : std::nullopt;
    if (other_mode && request.mode.value_or(*other_mode) != *other_mode)
        refuse_both("mode", "output_mode", request);
    request.mode = request.mode ? request.mode : other_mode;
    if (request.names_only && request.mode.value_or(Mode::files) != Mode::files)
        refuse_both("mode", "namesOnly", request);
    request.mode = request.mode.value_or(request.names_only ? Mode::files : Mode::matches);
    if (request.max_results == 0)
        request.max_results = default_page;
}

void normalise_places(Request& request, const Workspace& workspace)
{
    if (request.path.empty())
        request.path = ".";
    remove_empty(request.paths);
    if (request.paths.size() == 1 && request.path == ".")
        request.path = std::exchange(request.paths, {}).front();
    if (!request.paths.empty() && request.path != ".") {
        Request corrected = request;
        corrected.paths.clear();
        refuse_both("path", "paths", corrected);
    }
    remove_empty(request.globs);
    remove_empty(request.exclude);
    for (auto& glob : std::exchange(request.exclude, {}))
        request.globs.push_back(glob.starts_with('!') ? glob : "!" + glob);
    if (request.paths.empty())
        for (auto& glob : request.globs)
            glob = workspace::meant_glob(workspace, request.path, glob);
    remove_empty(request.types);
}

}

Request normalised(const Request& request, const Workspace& workspace)
{
    Request result = request;
    normalise_places(result, workspace);
    normalise_choices(result);
    normalise_text(result);
    return result;
}

static bool begins_with_dot(std::string_view name)
{
    return name.starts_with('.') || name.starts_with("\\.");
}

Search search_for(const Request& request)
{
    const std::int64_t around = request.context_lines.value_or(0);
    Search search {
        .paths = request.paths.empty() ? std::vector {request.path} : request.paths,
        .query = {request.pattern ? *request.pattern : *request.query, request.pattern.has_value(),
            request.ignore_case, request.whole_word, request.multiline},
        .wanted = {*request.mode, request.lines_before.value_or(around),
            request.lines_after.value_or(around), request.columns},
        .selection = {glob::Globs(request.globs),
            glob::Globs(glob::spelled_out_by(request.globs, begins_with_dot)),
            request.surroundings.users, 0, request.include_ignored, request.include_hidden,
            glob::names_git(request.globs), globs_of_types(request.types)},
        .order = request.sort.value_or(Order::path),
        .max_results = request.max_results,
        .offset = request.offset,
        .max_bytes = request.max_bytes,
        .max_file_bytes = request.max_file_bytes,
        .threads = request.threads,
    };
    if (request.max_per_file)
        search.max_results_in_file = *request.max_per_file;
    if (request.cursor.empty())
        return search;
    const auto cursor = read_cursor(request.cursor);
    Request first_page = request;
    first_page.cursor.clear();
    if (!cursor || cursor->request != number_of(request))
        throw ToolError(Code::bad_request,
            toolkit::text::in_quotes(request.cursor)
                + (cursor ? " is the cursor of another request" : " is not a cursor"),
            with_request("send the request that returned this nextCursor, with it as 'cursor'; for "
                         "the first page",
                first_page));
    search.start = cursor->end;
    return search;
}

namespace {

constexpr std::size_t max_text_bytes = 4096;

void add_what_decides(json::ObjectText& fields, const Request& request)
{
    if (request.pattern)
        fields.add("pattern", *request.pattern);
    if (request.query)
        fields.add("query", *request.query);
    const bool is_text = toolkit::text::is_utf8(request.path);
    if (!is_text)
        fields.add("pathBase64", toolkit::text::base64_encode(request.path));
    else if (request.path != ".")
        fields.add("path", request.path);
    fields.add_list("paths", request.paths);
    fields.add_list("globs", request.globs);
    fields.add_list("type", request.types);
    fields.add_switch("ignoreCase", request.ignore_case);
    fields.add_switch("wholeWord", request.whole_word);
    fields.add_switch("multiline", request.multiline);
    if (request.mode == Mode::files || request.mode == Mode::count)
        fields.add("mode", request.mode == Mode::files ? "files" : "count");
    if (request.sort == Order::modified)
        fields.add("sort", "modified");
    fields.add_switch("includeIgnored", request.include_ignored);
    fields.add_switch("includeHidden", request.include_hidden);
    if (request.max_per_file)
        fields.add("maxPerFile", *request.max_per_file);
}

}

std::uint32_t number_of(const Request& request)
{
    json::ObjectText fields;
    add_what_decides(fields, request);
    return toolkit::text::number_of_request(fields.take());
}

std::string with_request(const std::string& advice, const Request& request)
{
    json::ObjectText fields;
    add_what_decides(fields, request);
    const Request usual;
    if (request.context_lines)
        fields.add("contextLines", *request.context_lines);
    if (request.lines_before)
        fields.add("before", *request.lines_before);
    if (request.lines_after)
        fields.add("after", *request.lines_after);
    fields.add_switch("columns", request.columns);
    if (request.max_results != usual.max_results)
        fields.add("maxResults", request.max_results);
    if (request.offset != usual.offset)
        fields.add("offset", request.offset);
    if (!request.cursor.empty())
        fields.add("cursor", request.cursor);
    const std::string text = fields.take();
    return text.size() > max_text_bytes ? advice : advice + ": " + text;
}

}
