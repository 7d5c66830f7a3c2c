#include "frontends/chat/name_list.hpp"

#include "toolkit/json/json_value.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/error.hpp"

#include <algorithm>

namespace frontends::chat {

using namespace toolkit;

static constexpr std::size_t max_walked_names = 10'000;
static constexpr std::chrono::seconds max_age {5};

// One that a draft can hold after @.
static bool can_be_mentioned(const std::string& name)
{
    return std::none_of(name.begin(), name.end(),
        [](char c) { return static_cast<unsigned char>(c) < ' ' || c == '\x7f' || c == '"'; });
}

std::vector<std::string> NameList::walk()
{
    std::vector<std::string> names;
    Json request {{"path", "."}, {"recursive", true}, {"maxResults", max_walked_names}};
    while (names.size() < max_walked_names) {
        const calls::ToolAnswer answer = tools.call(OperatorCalls::Role::list, request);
        const Json told = json::parse_bounded(answer.content);
        if (!answer.code.empty())
            throw ToolError(Code::io_error, json::string_member(told, "error"));
        const Json& paths = json::member(told, "paths");
        for (const Json& path : paths)
            if (path.is_string() && can_be_mentioned(path) && names.size() < max_walked_names)
                names.push_back(path);
        const std::string next = json::string_member(told, "nextCursor");
        if (next.empty() || paths.empty())
            break;
        request["cursor"] = next;
    }
    return names;
}

const std::vector<std::string>& NameList::names()
{
    const Time now = std::chrono::steady_clock::now();
    if (is_taking || (is_known && (now - taken <= max_age || key_waits())))
        return known;
    is_taking = true;
    try {
        known = walk();
    } catch (...) {
        is_taking = false;
        throw;
    }
    is_taking = false;
    is_known = true;
    taken = std::chrono::steady_clock::now();
    return known;
}

}
