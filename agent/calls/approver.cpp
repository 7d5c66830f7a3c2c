#include "agent/calls/approver.hpp"

#include "agent/calls/runs_later_report.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/text/suggestion.hpp"

#include <algorithm>
#include <utility>

namespace agent::calls {

Decision refused_by_operator(const std::string& reason)
{
    const std::string words = reason.empty() ? "" : ": " + reason;
    return {false, "the operator said no" + words, "no" + words};
}

bool is_asked_about(const PreparedCall& call, const Approver& approver)
{
    return call.needs_approval || call.is_asked_by_hook
        || (!call.is_trusted
            && (call.tool->needs_approval || approver.asks_about(call)
                || approver.forbidden(call)));
}

std::optional<Decision> decision_about(const PreparedCall& call, CallId id, Approver& approver)
{
    auto no = call.is_trusted ? std::nullopt : approver.forbidden(call);
    return no ? std::move(no) : approver.ask(id, call);
}

bool is_to_be_asked(Approve when, const PreparedCall& call)
{
    if (call.tool->is_never_asked_about)
        return false;
    return when == Approve::always
        || ((when == Approve::changes || when == Approve::edits) && call.changes_files()
            && !call.tool->asks_for_its_calls && !call.tool->is_allowed);
}

std::optional<Decision> forbidden_by(Approve when, const PreparedCall& call)
{
    if (when != Approve::plan || !call.changes_files() || call.tool->asks_for_its_calls)
        return std::nullopt;
    return Decision {false, "the operator has chosen the mode plan, in which tools only read",
        "no: plan", "do without it, and say what you would change and why"};
}

bool is_recursive(const PreparedCall& call)
{
    const auto items = call.arguments.json.items();
    return std::any_of(items.begin(), items.end(), [](const auto& item) {
        return text::is_same_name(item.key(), "recursive") && item.value() != false;
    });
}

bool may_be_plain_edit(const PreparedCall& call)
{
    const OfferedTool& tool = *call.tool;
    return !tool.needs_approval && !call.needs_approval && !call.is_asked_by_hook
        && tool.at_server.server.empty() && tool.effects.is_object()
        && json::string_member(tool.effects, "workspace") == "write"
        && json::member(tool.effects, "programs") != true
        && json::string_member(tool.effects, "network") != "on"
        && json::string_member(tool.effects, "root").empty()
        && json::member(tool.effects, "writesOutside") != true && call.arguments.json.is_object()
        && !is_recursive(call);
}

bool is_plain_edit(const Json& answer)
{
    const Json& entries = json::member(answer, "entries");
    return answer.is_object() && !answer.contains("error") && runs_later_of(answer).empty()
        && (!entries.is_number() || entries.get<double>() <= 1);
}

}
