#include "frontends/acp/session.hpp"

#include "agent/channel/dispatch.hpp"
#include "runner/options/command_line.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/error.hpp"

#include <utility>

namespace frontends::acp {

using namespace runner;

// Slash commands: each workflow is run by a worker of its own, beside that of the conversation;
// prompt files are said in it.

// Starts a command that prints a list. Returns nullptr if it cannot be started: the list is empty
// then.
std::unique_ptr<Worker> Session::lister_of(const WorkerCommand& command) const
try {
    return std::make_unique<Worker>(command, plan.workspace, Json::object());
} catch (const ToolError&) {
    return {};
}

void Session::list_commands()
{
    workflows.worker = lister_of({{"agentcli", "workflow", "list", "--json"}, {}});
    prompts.worker = lister_of({{"agentcli", "prompt", "list", "--json"}, {}});
}

void Session::step_listers()
{
    if (!is_listing())
        return;
    for (Lister* lister : {&workflows, &prompts}) {
        if (!lister->worker)
            continue;
        lister->worker->step();
        if (const auto list = lister->worker->take_line())
            lister->told = json::parse_json(*list, {});
        if (lister->worker->is_over())
            lister->worker.reset();
    }
    if (is_listing())
        return;
    commands = Commands(std::exchange(workflows.told, {}), std::exchange(prompts.told, {}));
    if (!commands.empty() && !ends_for_good)
        by.editor.update(plan.id, commands.update());
    go_on();
}

// Fills in a prompt file, which is then said; returns true if a workflow is run instead. Throws
// BAD_REQUEST.
bool Session::begin_command()
{
    auto* const said = std::get_if<channel::SaidText>(&prompted->say.content);
    const auto called
        = said == nullptr || prompted->is_filled ? std::nullopt : commands.called_by(said->text);
    if (!called)
        return false;
    if (called->workflow.empty()) {
        said->text = called->said;
        prompted->is_filled = true;
        return false;
    }
    if (!prompted->say.context.empty())
        throw ToolError(Code::bad_request, "a workflow takes no embedded resources",
            "name a file in a parameter");
    parameters = called->parameters;
    problem.reset();
    WorkerCommand command = by.commands.host;
    command.arguments = options::arguments_for_workflow(command.arguments, called->workflow);
    if (const std::string model = choices.begin().model; !model.empty())
        command.arguments.push_back("--model=" + model);
    flow = std::make_unique<Worker>(command, plan.workspace, plan.servers);
    prompted->is_sent = true;
    return true;
}

// Handles the events of a workflow.
class Session::WorkflowEvents {
public:
    using Ignored = channel::Ignore<channel::Run, channel::Turn, channel::Said, channel::Text,
        channel::Reasoning, channel::Message, channel::Usage, channel::Waiting, channel::Context,
        channel::Note, channel::End, channel::Unknown>;
    using Head = channel::Head;

    explicit WorkflowEvents(Session& session)
        : session(session)
    {
    }

    // In the mode 'plan' calls that change nothing are allowed, and the others are refused.
    void operator()(const Head& /*head*/, const channel::Hello& /*hello*/)
    {
        session.flow->say(channel::BeginWorkflow {.params = channel::Document(session.parameters),
            .approve
            = session.choices.is_plan() ? channel::Approve::always : session.choices.approve()});
    }
    void operator()(const Head& /*head*/, channel::CallEvent call)
    {
        call.id = own_id(call.path, call.id);
        session.by.editor.update(session.plan.id, session.updates.of(call));
    }
    void operator()(const Head& /*head*/, channel::Result result)
    {
        result.id = own_id(result.path, result.id);
        session.by.editor.update(session.plan.id, session.updates.of(result));
    }
    void operator()(const Head& /*head*/, const channel::Step& step)
    {
        if (const auto* const end = std::get_if<channel::StepEnds>(&step.state))
            session.by.editor.update(session.plan.id,
                chunk("agent_thought_chunk", step.path + ": " + end->result.status + "\n"));
    }
    void operator()(const Head& /*head*/, const channel::Ask& ask)
    {
        if (const auto* const question = std::get_if<channel::QuestionAsk>(&ask.about))
            return session.on_question(ask.id, *question);
        if (const auto* const asked = std::get_if<channel::ApprovalAsk>(&ask.about)) {
            channel::ApprovalAsk approval = *asked;
            approval.call = own_id(asked->path, asked->call);
            session.on_approval(ask.id, approval);
        }
    }
    void operator()(const Head& /*head*/, const channel::Asked& asked)
    {
        session.on_asked(asked.id);
    }
    void operator()(const Head& /*head*/, const channel::Error& error) { session.problem = error; }
    void operator()(const Head& /*head*/, const channel::Workflow& workflow)
    {
        if (const auto* const end = std::get_if<channel::WorkflowEnds>(&workflow.state))
            session.on_end_of_workflow(*end);
    }

private:
    // Makes the ids of calls of different steps distinct.
    static std::string own_id(const std::optional<std::string>& path, const std::string& id)
    {
        return path.value_or("") + ":" + id;
    }

    Session& session;
};

void Session::step_flow()
{
    if (!flow)
        return;
    flow->step();
    WorkflowEvents events(*this);
    while (flow && !by.editor.output.is_full()) {
        if (const auto line = flow->take_line()) {
            channel::dispatch<channel::Event>(*line, events);
            continue;
        }
        if (flow->is_over())
            on_end_of_flow();
        break;
    }
}

// What can be chosen is; an editor can't be asked for a text.
void Session::on_question(const std::string& ask, const channel::QuestionAsk& question)
{
    std::vector<Option> options;
    const auto add = [&](const std::string& name, const Json& value, const char* kind) {
        options.push_back({name, kind, channel::ValueAnswer {channel::Document(value)}});
    };
    if (question.type == channel::QuestionType::confirm) {
        add("Yes", true, "allow_once");
        add("No", false, "reject_once");
    }
    for (const auto& choice : question.choices)
        add(choice, choice, "allow_once");
    if (options.empty())
        return flow->say(channel::Answer {
            ask, channel::ErrorAnswer {{"UNSUPPORTED", "an editor cannot be asked for a text"}}});
    put_options(
        {.ask = ask, .otherwise = channel::ErrorAnswer {{"PERMISSION_DENIED", editor_is_silent}}},
        question.message, options);
}

static std::string shown(const Json& output)
{
    if (output.is_string())
        return output;
    return output.is_null()
        ? ""
        : "```json\n" + output.dump(2, ' ', false, Json::error_handler_t::replace) + "\n```\n";
}

void Session::on_end_of_workflow(const channel::WorkflowEnds& workflow)
{
    if (!prompted)
        return;
    const std::string& reason = workflow.exit_reason;
    if (prompted->is_cancelled || reason == "interrupted")
        return answer_prompt("cancelled");
    if (reason == "done") {
        if (const std::string text = shown(workflow.output.json()); !text.empty())
            by.editor.update(plan.id, chunk("agent_message_chunk", text));
        return answer_prompt("end_turn");
    }
    if (reason.starts_with("max-"))
        return answer_prompt("max_turn_requests");
    fail_prompt(workflow.error.value_or(channel::Failure()));
}

// It has told how the workflow has ended, or why it did not begin.
void Session::on_end_of_flow()
{
    const std::unique_ptr<Worker> gone = std::exchange(flow, {});
    withdraw_asks();
    if (prompted && prompted->is_sent && prompted->is_cancelled)
        answer_prompt("cancelled");
    else if (prompted && prompted->is_sent && problem)
        refuse_prompt(failure_of(*problem));
    else if (prompted && prompted->is_sent)
        refuse_prompt(
            {gone->was_misused() ? Code::bad_request : Code::internal, gone->last_words()});
    go_on();
}

}
