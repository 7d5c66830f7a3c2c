#include "runner/description.hpp"

#include "runner/bounded_json.hpp"
#include "runner/toolbelt.hpp"
#include "toolkit/error.hpp"

static Json description_in(const Outcome& outcome)
{
    if (outcome.end != End::exited || outcome.status != 0)
        return {};
    try {
        Json entry = parse_bounded(outcome.output);
        return entry.is_object() ? entry : Json();
    } catch (const ToolError&) { // a program that has other words for that
        return {};
    }
}

std::vector<Json> describe(const std::vector<ManifestTool>& tools, const Interrupt& interrupt)
{
    std::vector<Call> calls;
    calls.reserve(tools.size());
    for (const auto& tool : tools) {
        Launch launch = launch_of(tool);
        launch.argv.emplace_back("--describe");
        calls.push_back({std::move(launch), "", std::chrono::seconds(5)});
    }
    std::vector<Json> descriptions;
    descriptions.reserve(calls.size());
    for (const auto& outcome : run_together(calls, interrupt))
        descriptions.push_back(description_in(outcome));
    return descriptions;
}
