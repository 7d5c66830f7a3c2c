#include "toolkit/mcp/implementation.hpp"

#include "toolkit/json/members.hpp"
#include "toolkit/text/shortened.hpp"
#include "toolkit/text/text.hpp"

namespace toolkit::mcp {

std::string implementation_named_in(const Json& info)
{
    constexpr std::size_t max_name = 100;
    std::string name = json::string_member(info, "name");
    if (const std::string version = json::string_member(info, "version"); !version.empty())
        name += " " + version;
    return text::shortened(text::printable(name), max_name);
}

}
