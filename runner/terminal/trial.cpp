#include "runner/terminal/trial.hpp"

#include "agent/model/chat_completions.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/error.hpp"

namespace runner::terminal {

using namespace agent;
using namespace toolkit;

bool Trial::has_same_effect(const Trial& other) const
{
    if (!result || !other.result)
        return !result && !other.result;
    return result->exit == other.result->exit && result->signal == other.result->signal
        && result->answer.content == other.result->answer.content
        && result->output_bytes == other.result->output_bytes
        && result->error_bytes == other.result->error_bytes;
}

static Json answer_of_dry_run(const std::string& text)
{
    try {
        return json::parse_bounded(text);
    } catch (const ToolError& error) {
        return {{"error", "the answer of its dry run can't be read: " + error.message}};
    }
}

Trial trial_of(const calls::PreparedCall& call, system::Cancel& cancel)
{
    if (json::string_member(
            json::member(json::member(call.tool->schema, "properties"), "dryRun"), "type")
        != "boolean")
        return {};
    Json arguments = call.arguments.json;
    arguments["dryRun"] = true;
    std::string text = arguments.dump();
    Trial trial {.shown = {},
        .result = calls::run_alone(
            *call.source, *call.tool, {std::move(arguments), std::move(text)}, cancel)};
    if (trial.result->exit)
        trial.shown = answer_of_dry_run(trial.result->answer.content);
    else
        trial.shown = {{"error", "its dry run did not end by itself"}};
    return trial;
}

}
