#include "request.hpp"
#include "toolkit/system/error.hpp"

namespace fs_search {

using namespace toolkit;

Search search_for(const Request& request)
{
    if (request.query.empty())
        throw ToolError(Code::bad_request, "cannot search: 'query' is empty",
            "name a text to find; with regex, '^' matches every line");
    return {
        .path = request.path,
        .query = {request.query, request.regex, request.ignore_case, request.whole_word,
            request.multiline},
        .wanted = {request.mode, request.context_lines},
        .selection = {glob::Globs(request.globs), request.surroundings.users, 0,
            request.include_ignored, request.include_hidden},
        .max_results = request.max_results,
        .max_file_bytes = request.max_file_bytes,
        .threads = request.threads,
    };
}

}
