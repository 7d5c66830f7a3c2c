#include "frontends/mcp/instructions.hpp"

#include "toolkit/json/json_value.hpp"
#include "toolkit/text/elision.hpp"

namespace frontends::mcp {

using namespace toolkit;

// Describes the bounds of programs that a tool runs, which can do more than the tools.
static std::string bounds_of_programs(const calls::OfferedTool& tool)
{
    const Json& effects = tool.effects;
    if (!effects.is_object() || json::member(effects, "programs") != true)
        return "";
    const auto said = [&](const char* name) {
        const std::string text = json::string_member(effects, name);
        return text.empty() ? std::string("unknown") : text::shortened(text, 40);
    };
    return " Programs that " + tool.name + " runs are in a sandbox: policy " + said("policy")
        + ", network " + said("network") + ".";
}

std::string instructions_of(const calls::ManifestSource& source)
{
    constexpr std::size_t longest = 600;
    std::string text
        = "Paths are relative to the workspace, the directory that the operator chose; nothing "
          "outside it can be changed. A result with isError has the fields error, code and hint; "
          "the hint says what to try.";
    for (const calls::OfferedTool* tool : source.tools())
        if (const std::string more = bounds_of_programs(*tool);
            text.size() + more.size() <= longest)
            text += more;
    return text;
}

}
