#include "agent/calls/describe_tools.hpp"

#include "agent/calls/process.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/private_directory.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>

namespace agent::calls {

using namespace toolkit;

static Json description_in(const Outcome& outcome)
{
    if (outcome.end != End::exited || outcome.status != 0)
        return {};
    try {
        Json entry = json::parse_bounded(outcome.output);
        return entry.is_object() ? entry : Json();
    } catch (const ToolError&) { // not JSON: the program does not know --describe
        return {};
    }
}

static Call call_to_describe(const ManifestTool& tool, const std::vector<std::string>& flags)
{
    Launch launch = launch_of(tool);
    launch.argv.insert(launch.argv.end(), flags.begin(), flags.end());
    launch.argv.emplace_back("--describe");
    return {std::move(launch), "", std::chrono::seconds(5)};
}

static bool is_installed_tool(const ManifestTool& tool)
{
    const std::string path = system::installed_manifest();
    std::error_code error;
    if (path.empty() || !std::filesystem::exists(path, error))
        return false;
    const auto tools = load_manifest(path);
    return std::any_of(tools.begin(), tools.end(), [&](const ManifestTool& installed) {
        return std::filesystem::equivalent(installed.program, tool.program, error);
    });
}

bool can_be_asked(const ManifestTool& tool)
{
    if (!json::string_member(tool.effects, "sandbox").empty())
        return true;
    try {
        return is_installed_tool(tool);
    } catch (const ToolError&) { // the installed manifest cannot be read
        return false;
    }
}

std::vector<Json> describe(const std::vector<ManifestTool>& tools, system::Cancel& cancel)
{
    std::vector<Call> calls;
    calls.reserve(tools.size());
    for (const auto& tool : tools)
        calls.push_back(call_to_describe(tool, {}));
    std::vector<Json> descriptions;
    descriptions.reserve(calls.size());
    for (const auto& outcome : run_together(calls, cancel))
        descriptions.push_back(description_in(outcome));
    return descriptions;
}

bool takes_flags(
    const ManifestTool& tool, const std::vector<std::string>& flags, system::Cancel& cancel)
{
    const Outcome outcome = run_together({call_to_describe(tool, flags)}, cancel).front();
    cancel.check();
    if (outcome.end != End::exited)
        throw ToolError(
            Code::io_error, text::in_quotes(tool.name) + " did not answer to --describe");
    const Json command = json::member(description_in(outcome), "command");
    return command.is_array() && command.size() > flags.size()
        && std::equal(flags.rbegin(), flags.rend(), command.rbegin(),
            [](const std::string& flag, const Json& word) { return word == flag; });
}

}
