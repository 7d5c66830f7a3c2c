#include "request.hpp"

#include "toolkit/glob/patterns.hpp"
#include "toolkit/json/object_text.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/characters.hpp"
#include "toolkit/text/path_names.hpp"
#include "toolkit/text/text.hpp"
#include "toolkit/workspace/meant_glob.hpp"

#include <algorithm>
#include <utility>

namespace fs_listdir {

using namespace toolkit;

namespace {

constexpr std::size_t max_text_bytes = 4096;
constexpr std::int64_t all_levels = INT64_MAX;

// Returns a glob for a name, or a part of one, as other agents complete it. Returns a glob
// unchanged.
std::string glob_of_query(const std::string& query)
{
    if (query.find_first_of("*?[{") != std::string::npos)
        return query;
    const std::size_t name = query.rfind('/') + 1;
    const std::string directories = query.substr(0, name);
    return (name == 0 ? "" : "**/" + directories.substr(query.starts_with('/') ? 1 : 0)) + "*"
        + query.substr(name) + "*";
}

[[noreturn]] void refuse_both(
    const std::string& one, const std::string& other, const Request& corrected)
{
    throw ToolError(Code::bad_request, "'" + one + "' and '" + other + "' contradict each other",
        with_request("give one of them, such as", corrected));
}

void normalise_globs(Request& request, const Workspace& workspace)
{
    const auto meant = [&](const std::string& glob) {
        return workspace::meant_glob(workspace, request.path, glob);
    };
    for (auto& glob : request.globs)
        glob = meant(glob);
    if (request.query && !request.query->empty()) {
        const std::string query = meant(*request.query);
        if (query.find_first_of("*?[{") == std::string::npos)
            request.case_sensitive = false;
        request.globs.insert(request.globs.begin(), glob_of_query(query));
    }
    request.query.reset();
    for (auto& glob : std::exchange(request.exclude, {}))
        if (!glob.empty())
            request.globs.push_back(meant(glob.starts_with('!') ? glob : "!" + glob));
}

void normalise_ignored(Request& request)
{
    for (const Filtering& filtering : std::exchange(request.filtering, {}))
        if (filtering.respects_ignore_files)
            request.respects_ignore_files = filtering.respects_ignore_files;
    if (const auto respects = std::exchange(request.respects_ignore_files, {})) {
        if (request.include_ignored.value_or(!*respects) == *respects)
            refuse_both("includeIgnored", "respectGitIgnore", request);
        request.include_ignored = !*respects;
    }
}

bool includes_some(const std::vector<std::string>& globs)
{
    return std::any_of(
        globs.begin(), globs.end(), [](const std::string& glob) { return !glob.starts_with('!'); });
}

bool is_more_than_stars(std::string_view name)
{
    return name.find_first_not_of('*') != std::string_view::npos;
}

std::vector<std::string> in_lower_case(std::vector<std::string> globs)
{
    for (auto& glob : globs) {
        glob = text::in_lower_case(glob);
        for (const std::string_view one_case : {"[:upper:]", "[:lower:]"})
            while (glob.find(one_case) != std::string::npos)
                glob.replace(glob.find(one_case), one_case.size(), "[:alpha:]");
    }
    return globs;
}

bool is_one_level(const Request& request) { return request.depth == 1; }

bool shows_ignored(const Request& request)
{
    return request.include_ignored.value_or(is_one_level(request));
}

void add_what_decides(json::ObjectText& fields, const Request& request)
{
    if (!text::is_utf8(request.path))
        fields.add("pathBase64", text::base64_encode(request.path));
    else if (request.path != ".")
        fields.add("path", request.path);
    fields.add_list("globs", request.globs);
    if (request.depth && *request.depth != all_levels)
        fields.add("depth", *request.depth);
    if (request.depth == all_levels)
        fields.add_boolean("recursive", true);
    if (request.sort && *request.sort != Order::name)
        fields.add("sort", toolkit::tool::name_of_choice(*request.sort));
    fields.add_switch("includeHidden", request.include_hidden);
    if (request.include_ignored)
        fields.add_boolean("includeIgnored", *request.include_ignored);
    if (!request.case_sensitive)
        fields.add_boolean("caseSensitive", false);
}

}

Request normalised(const Request& request, const Workspace& workspace)
{
    Request result = request;
    if (result.path.empty())
        result.path = ".";
    normalise_globs(result, workspace);
    const std::int64_t usual = includes_some(result.globs) ? all_levels : 1;
    result.depth
        = request.depth.value_or(request.recursive ? (*request.recursive ? all_levels : 1) : usual);
    result.recursive.reset();
    if (!request.recursive.value_or(true) && *result.depth > 1)
        refuse_both("recursive", "depth", result);
    normalise_ignored(result);
    return result;
}

Wanted wanted_of(const Request& request)
{
    const auto globs = request.case_sensitive ? request.globs : in_lower_case(request.globs);
    Wanted wanted {
        .path = request.path,
        .max_depth = *request.depth,
        .with_hidden = request.include_hidden,
        .with_ignored = shows_ignored(request),
        .folds_case = !request.case_sensitive,
        .has_globs = !globs.empty(),
        .globs = glob::Globs(globs),
        .named = glob::Globs(glob::spelled_out_by(globs, is_more_than_stars)),
        .names_git = glob::names_git(globs),
        .order = request.sort.value_or(Order::name),
        .skip = static_cast<std::size_t>(std::max<std::int64_t>(request.offset, 1) - 1),
        .max_results = static_cast<std::size_t>(request.max_results),
    };
    if (request.cursor.empty())
        return wanted;
    const auto cursor = text::read_cursor(request.cursor, numbers_of_cursor);
    wanted.after = cursor ? name_of_cursor(*cursor) : std::nullopt;
    wanted.skip = 0;
    Request first_page = request;
    first_page.cursor.clear();
    if (!wanted.after || cursor->request != number_of(request))
        throw ToolError(Code::bad_request,
            text::in_quotes(request.cursor)
                + (wanted.after ? " is the cursor of another request" : " is not a cursor"),
            with_request("send the request that returned this nextCursor, with it as 'cursor'; for "
                         "the first page",
                first_page));
    return wanted;
}

bool has_details(const Request& request) { return request.details.value_or(is_one_level(request)); }

std::uint32_t number_of(const Request& request)
{
    json::ObjectText fields;
    add_what_decides(fields, request);
    return text::number_of_request(fields.take());
}

std::string with_request(const std::string& advice, const Request& request)
{
    json::ObjectText fields;
    add_what_decides(fields, request);
    if (request.details)
        fields.add_boolean("details", *request.details);
    if (request.max_results != Request().max_results)
        fields.add("maxResults", request.max_results);
    const std::string text = fields.take();
    return text.size() > max_text_bytes ? advice : advice + ": " + text;
}

}
