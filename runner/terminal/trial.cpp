#include "runner/terminal/trial.hpp"

#include "agent/calls/runs_later_report.hpp"
#include "agent/model/chat_completions.hpp"
#include "runner/terminal/approval_text.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/hash.hpp"
#include "toolkit/text/suggestion.hpp"

#include <utility>

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

std::string Trial::effect_hash() const
{
    if (!result)
        return system::sha256("");
    const Json effect {result->exit ? Json(*result->exit) : Json(),
        result->signal ? Json(*result->signal) : Json(), system::sha256(result->answer.content),
        result->output_bytes, result->error_bytes};
    return system::sha256(effect.dump());
}

static Json answer_of_dry_run(const std::string& text)
{
    try {
        return json::parse_bounded(text);
    } catch (const ToolError& error) {
        return {{"error", "the answer of its dry run can't be read: " + error.message}};
    }
}

std::optional<calls::Decision> refusal_of(const Trial& trial)
{
    if (!trial.result || trial.result->answer.code.empty())
        return {};
    const std::string error = json::string_member(trial.shown, "error");
    return calls::Decision {false, error.empty() ? "its dry run fails" : error,
        "not asked: its dry run fails", json::string_member(trial.shown, "hint"),
        system::code_named(trial.result->answer.code)};
}

bool may_rule_answer(const calls::PreparedCall& call, const Trial& trial)
{
    if (trial.result)
        return trial.result->exit == 0 && calls::runs_later_of(trial.shown).empty();
    return !call.changes_files() || json::member(call.tool->effects, "programs") == true
        || runs_later_lines(call.arguments.json, {}).empty();
}

std::optional<calls::Decision> accepted_edit(
    calls::Approve when, const calls::PreparedCall& call, const Trial& trial)
{
    if (when != calls::Approve::edits || !trial.result || trial.result->exit != 0
        || !calls::may_be_plain_edit(call) || !calls::is_plain_edit(trial.shown))
        return std::nullopt;
    return calls::Decision {true, {}, "accept edits"};
}

// Returns true if the schema or the effects declare a dry run: a field that only the operator uses
// is not in the schema.
static bool has_dry_run(const calls::OfferedTool& tool)
{
    if (!tool.may_be_tried)
        return false;
    const Json& declared = json::member(json::member(tool.schema, "properties"), "dryRun");
    return json::string_member(declared, "type") == "boolean"
        || json::member(tool.effects, "dryRun") == true;
}

static calls::Arguments arguments_of_dry_run(const calls::PreparedCall& call)
{
    Json arguments = Json::object();
    for (const auto& [name, value] : call.arguments.json.items())
        if (!text::is_same_name(name, "dryRun")) // "dry_run" would be a second name for it
            arguments[name] = value;
    arguments["dryRun"] = true;
    std::string text = arguments.dump();
    return {std::move(arguments), std::move(text), call.arguments.part, "", call.arguments.seen};
}

static Trial trial_with(calls::ToolResult result)
{
    Trial trial {.shown = {}, .result = std::move(result)};
    if (trial.result->exit)
        trial.shown = answer_of_dry_run(trial.result->answer.content);
    else
        trial.shown = {{"error", "its dry run did not end by itself"}};
    return trial;
}

TrialCall::TrialCall(const calls::PreparedCall& call, calls::CallId id)
    : call(&call)
    , from(call.source)
    , id(id)
{
}

std::optional<Trial> TrialCall::take()
{
    if (!has_dry_run(*call->tool))
        return Trial {};
    if (!has_begun)
        has_begun = from->begin(id, *call->tool, arguments_of_dry_run(*call));
    auto result = has_begun ? from->take(id) : std::nullopt;
    return result ? std::optional(trial_with(*std::move(result))) : std::nullopt;
}

void TrialCall::cancel()
{
    if (has_begun)
        from->cancel(id, calls::Cancelled::call);
}

bool TrialCall::has_ended() { return !has_begun || from->take(id).has_value(); }

Trial trial_of(const calls::PreparedCall& call, system::Cancel& cancel)
{
    if (!has_dry_run(*call.tool))
        return {};
    return trial_with(
        calls::run_alone(*call.source, *call.tool, arguments_of_dry_run(call), cancel));
}

}
