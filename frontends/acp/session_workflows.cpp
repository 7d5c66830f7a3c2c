#include "frontends/acp/session.hpp"

#include "runner/options/command_line.hpp"
#include "toolkit/json/members.hpp"
#include "toolkit/system/error.hpp"

#include <utility>

namespace frontends::acp {

using namespace runner;

// Workflows as slash commands: each is run by a worker of its own, beside that of the conversation.

void Session::list_commands()
{
    try {
        lister = std::make_unique<Worker>(
            WorkerCommand {{"agentcli", "workflow", "list", "--json"}, {}}, plan.workspace,
            Json::object());
    } catch (const ToolError&) { // then there are none
    }
}

void Session::step_lister()
{
    if (!lister)
        return;
    lister->step();
    if (const auto list = lister->take_event()) {
        commands = Commands(*list);
        if (!commands.empty() && !ends_for_good)
            by.editor.update(plan.id, commands.update());
    }
    if (!lister->is_over())
        return;
    lister.reset();
    go_on();
}

// Returns whether the prompt is one for a workflow. Throws BAD_REQUEST.
bool Session::begin_workflow()
{
    const Json& say = prompted->say;
    const auto called = commands.called_by(json::string_member(say, "text"));
    if (!called)
        return false;
    if (say.contains("context"))
        throw ToolError(Code::bad_request, "a workflow takes no embedded resources",
            "name a file in a parameter");
    parameters = called->parameters;
    problem = nullptr;
    WorkerCommand command = by.command;
    command.arguments = options::arguments_for_workflow(command.arguments, called->workflow);
    flow = std::make_unique<Worker>(command, plan.workspace, plan.servers);
    prompted->is_sent = true;
    return true;
}

void Session::step_flow()
{
    if (!flow)
        return;
    flow->step();
    while (flow && !by.editor.output.is_full()) {
        const auto event = flow->take_event();
        if (event) {
            hear_flow(*event);
        } else {
            if (flow->is_over())
                hear_end_of_flow();
            break;
        }
    }
}

// So that calls of several steps are told apart.
static Json with_own_id(Json event, const char* field)
{
    event[field] = json::string_member(event, "step") + ":" + json::string_member(event, field);
    return event;
}

void Session::hear_flow(const Json& event)
{
    const std::string name = json::string_member(event, "event");
    if (name == "hello")
        // In the mode 'read' calls that change nothing are allowed, and the others are refused.
        flow->say({{"do", "begin"}, {"params", parameters},
            {"approve", modes.current() == "read" ? "always" : modes.approve()}});
    else if (name == "call" || name == "result")
        by.editor.update(plan.id, *updates.of(with_own_id(event, "id")));
    else if (name == "step" && json::string_member(event, "state") == "ends")
        by.editor.update(plan.id,
            chunk("agent_thought_chunk",
                json::string_member(event, "path") + ": " + json::string_member(event, "status")
                    + "\n"));
    else if (name == "ask" && json::string_member(event, "kind") == "question")
        hear_question(event);
    else if (name == "ask")
        hear_ask(with_own_id(event, "call"));
    else if (name == "asked")
        hear_asked(json::string_member(event, "id"));
    else if (name == "error")
        problem = event;
    else if (name == "workflow" && json::string_member(event, "state") == "ends")
        hear_end_of_workflow(event);
}

// What can be chosen is; an editor can't be asked for a text.
void Session::hear_question(const Json& event)
{
    const std::string ask = json::string_member(event, "id");
    const std::string type = json::string_member(event, "type");
    Json options = Json::array();
    Json values = Json::object();
    const auto add = [&](const std::string& label, const Json& value, const char* kind) {
        const std::string id = "value-" + std::to_string(values.size() + 1);
        options.push_back({{"optionId", id}, {"name", label}, {"kind", kind}});
        values[id] = value;
    };
    if (type == "confirm") {
        add("Yes", true, "allow_once");
        add("No", false, "reject_once");
    }
    for (const auto& choice : json::member(event, "choices"))
        add(choice, choice, "allow_once");
    if (options.empty())
        return flow->say({{"do", "answer"}, {"id", ask},
            {"error",
                {{"code", "UNSUPPORTED"}, {"message", "an editor cannot be asked for a text"}}}});
    const std::int64_t request = by.editor.ask("session/request_permission",
        {{"sessionId", plan.id},
            {"toolCall",
                {{"toolCallId", "question-" + ask},
                    {"title", json::string_member(event, "message")}, {"kind", "other"},
                    {"status", "pending"}}},
            {"options", options}});
    asks[request] = {ask, "", values};
}

static std::string shown(const Json& output)
{
    if (output.is_string())
        return output;
    return output.is_null()
        ? ""
        : "```json\n" + output.dump(2, ' ', false, Json::error_handler_t::replace) + "\n```\n";
}

void Session::hear_end_of_workflow(const Json& event)
{
    if (!prompted)
        return;
    const std::string reason = json::string_member(event, "exitReason");
    if (prompted->is_cancelled || reason == "interrupted")
        return answer_prompt("cancelled");
    if (reason == "done") {
        if (const std::string text = shown(json::member(event, "output")); !text.empty())
            by.editor.update(plan.id, chunk("agent_message_chunk", text));
        return answer_prompt("end_turn");
    }
    if (reason.starts_with("max-"))
        return answer_prompt("max_turn_requests");
    refuse_prompt(failure_of(json::member(event, "error"), "message"));
}

// It has told how the workflow has ended, or why it did not begin.
void Session::hear_end_of_flow()
{
    const std::unique_ptr<Worker> gone = std::exchange(flow, {});
    withdraw_asks();
    if (prompted && prompted->is_sent && prompted->is_cancelled)
        answer_prompt("cancelled");
    else if (prompted && prompted->is_sent && !problem.is_null())
        refuse_prompt(failure_of(problem, "text"));
    else if (prompted && prompted->is_sent)
        refuse_prompt(
            {gone->was_misused() ? Code::bad_request : Code::internal, gone->last_words()});
    go_on();
}

}
