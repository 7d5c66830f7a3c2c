#include "toolkit/tool/request_text.hpp"

#include "toolkit/json/json.hpp"

namespace toolkit::tool {

std::string as_request_for(std::string_view tool, Answer request)
{
    static constexpr std::size_t max_repeated = 16 << 10;
    const std::string start = "send" + (tool.empty() ? "" : " to " + std::string(tool));
    const Json& json = request;
    const std::string text = json.dump();
    if (text.size() <= max_repeated)
        return start + " " + text;
    std::string names;
    for (const auto& [name, value] : json.items())
        names += (names.empty() ? " " : ", ") + ("'" + name + "'");
    return start + " a request with" + names;
}

}
