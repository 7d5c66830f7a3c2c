#include "query.hpp"

#include "toolkit/json/json.hpp"

namespace fs_search {

// For some agents 'regex' is the pattern. For others it says whether 'query' is a pattern.
void translate(Json& request, const Json& /*maximums*/)
{
    const auto found = request.find("regex");
    if (found == request.end() || request.contains("isRegex"))
        return;
    const bool is_switch = found->is_boolean()
        || ((*found == "true" || *found == "false") && request.contains("query"));
    if (!is_switch)
        return;
    request["isRegex"] = std::move(*found);
    request.erase("regex");
}

}
