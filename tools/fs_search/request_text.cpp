#include "request.hpp"
#include "toolkit/json/object_text.hpp"
#include "toolkit/text/cursor.hpp"
#include "toolkit/text/text.hpp"

namespace fs_search {

using namespace toolkit;

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
