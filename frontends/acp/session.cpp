#include "frontends/acp/session.hpp"

#include "agent/channel/dispatch.hpp"
#include "agent/session/session.hpp"
#include "frontends/acp/past.hpp"
#include "frontends/acp/permission.hpp"
#include "frontends/acp/request.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/mcp/responses.hpp"
#include "toolkit/system/error.hpp"

#include <algorithm>
#include <utility>

namespace frontends::acp {

Session::Session(const Dependencies& by, SessionPlan wanted, std::string request)
    : by(by)
    , plan(std::move(wanted))
    , opening(std::move(request))
    , updates(plan.workspace)
{
    if (plan.kind != SessionPlan::Kind::new_one)
        take_kept(); // fails before a worker is started for a session that cannot be opened
    start_worker();
}

void Session::start_worker()
{
    has_greeted = false;
    is_ending = false;
    begun_with.reset();
    worker = std::make_unique<Worker>(by.commands.host, plan.workspace, plan.servers);
}

void Session::begin()
{
    keep_choices();
    begun_with = choices.begin();
    channel::Begin begin {.channel = channel::channel_version,
        .session = plan.id,
        .approve = begun_with->approve,
        .server_asks = {channel::ServerAsk::form, channel::ServerAsk::url}};
    if (!begun_with->model.empty())
        begin.model = begun_with->model;
    worker->say(begin);
}

void Session::prompt(const std::string& request, channel::Say say)
{
    if (prompted)
        throw ToolError(Code::conflict, "a turn of this session runs",
            "session/cancel ends it, or wait for its answer");
    prompted = Prompt {request, std::move(say)};
    go_on();
}

static bool may_be_command(const channel::Say& say)
{
    const auto* const said = std::get_if<channel::SaidText>(&say.content);
    return said != nullptr && said->text.starts_with("/");
}

// Sends the waiting prompt, as far as the state of the worker allows.
void Session::go_on()
{
    if (is_ending || !prompted || prompted->is_sent)
        return;
    if (is_listing() && may_be_command(prompted->say))
        return;
    try {
        if (begin_command())
            return;
        if (!worker)
            start_worker();
        if (!has_greeted)
            return;
        if (begun_with && begun_with != choices.begin()) {
            is_ending = true;
            worker->end();
            return;
        }
        if (!begun_with)
            begin();
    } catch (const ToolError& error) {
        return refuse_prompt(error);
    }
    prompted->is_sent = true;
    worker->say(std::exchange(prompted->say, {}));
}

void Session::cancel()
{
    if (!prompted)
        return;
    if (!prompted->is_sent)
        return answer_prompt("cancelled");
    prompted->is_cancelled = true;
    if (Worker* const runs = flow ? flow.get() : worker.get())
        runs->say(channel::Interrupt {});
}

bool Session::cancel_request(std::string_view request)
{
    if (!prompted || prompted->request != request)
        return false;
    cancel();
    return true;
}

bool Session::answers_later(std::string_view request) const
{
    return opening == request || (prompted && prompted->request == request);
}

// Sends the answer for `option`, which is empty if the editor has chosen none.
static channel::Answer answer_to(const OpenAsk& asked, const std::string& option)
{
    channel::Answer answer {asked.ask};
    const auto chosen = asked.answers.find(option);
    answer.content = chosen == asked.answers.end() ? asked.otherwise : chosen->second;
    return answer;
}

static bool allows(const channel::Answer& answer)
{
    const auto* const verdict = std::get_if<channel::VerdictAnswer>(&answer.content);
    return verdict != nullptr && verdict->verdict != channel::Verdict::no;
}

bool Session::on_answer(const toolkit::mcp::Envelope& envelope, std::string_view line)
{
    const auto ask = std::find_if(asks.begin(), asks.end(),
        [&](const auto& one) { return std::to_string(one.first) == envelope.id; });
    if (ask == asks.end())
        return false;
    const OpenAsk asked = ask->second;
    asks.erase(ask);
    const Json outcome = json::member(field_of(line, "result"), "outcome");
    const std::string option = json::string_member(outcome, "outcome") == "selected"
        ? json::string_member(outcome, "optionId")
        : "";
    const channel::Answer answer = answer_to(asked, option);
    Worker* const asker = flow ? flow.get() : worker.get();
    if (asker == nullptr || is_ending || !prompted || prompted->is_cancelled)
        return true; // the question was withdrawn
    asker->say(answer);
    if (allows(answer))
        by.editor.update(plan.id,
            {{"sessionUpdate", "tool_call_update"}, {"toolCallId", asked.call},
                {"status", "in_progress"}});
    return true;
}

void Session::end(std::function<void()> then)
{
    if (then)
        at_end.push_back(std::move(then));
    ends_for_good = true;
    is_ending = true;
    if (!opening.empty())
        by.editor.refuse(std::exchange(opening, {}),
            {Code::conflict, "the session was closed before it was open"});
    if (prompted)
        answer_prompt("cancelled");
    withdraw_asks();
    flow.reset();
    workflows.worker.reset();
    prompts.worker.reset();
    models.reset();
    if (worker)
        worker->end();
    else
        on_end_of_worker();
}

void Session::watch(system::Watch& watch) const
{
    for (const auto* one : {&worker, &flow, &workflows.worker, &prompts.worker, &models})
        if (*one)
            (*one)->watch(watch);
}

// Handles the events of a conversation.
class Session::ConversationEvents {
public:
    using Ignored = channel::Ignore<channel::Message, channel::Waiting, channel::Context,
        channel::Note, channel::Step, channel::Workflow, channel::End, channel::Unknown>;
    using Head = channel::Head;

    explicit ConversationEvents(Session& session)
        : session(session)
    {
    }

    void operator()(const Head& /*head*/, const channel::Hello& hello)
    {
        session.updates.keep(hello);
        session.on_hello(hello);
    }
    void operator()(const Head& /*head*/, const channel::Run& run)
    {
        session.updates.keep(run);
        session.on_run();
    }
    void operator()(const Head& /*head*/, const channel::Turn& turn)
    {
        if (session.prompted)
            session.prompted->has_begun = true;
        if (const auto* const end = std::get_if<channel::TurnEnds>(&turn.state))
            session.on_end_of_turn(*end);
    }
    void operator()(const Head& /*head*/, const channel::Said& said)
    {
        if (said.state == channel::SaidState::taken_back && session.prompted)
            session.answer_prompt("cancelled");
    }
    void operator()(const Head& /*head*/, const channel::Error& error) { session.on_error(error); }
    // The worker of a conversation sends no other asks: it has neither host tools nor a workflow.
    void operator()(const Head& /*head*/, const channel::Ask& ask)
    {
        if (const auto* const form = std::get_if<channel::FormAsk>(&ask.about))
            session.on_form(ask.id, *form);
        if (const auto* const page = std::get_if<channel::OpenUrlAsk>(&ask.about))
            session.on_page(ask.id, *page);
        if (const auto* const approval = std::get_if<channel::ApprovalAsk>(&ask.about))
            session.on_approval(ask.id, *approval);
    }
    void operator()(const Head& /*head*/, const channel::Asked& asked)
    {
        session.on_asked(asked.id);
    }
    void operator()(const Head& /*head*/, const channel::Text& text)
    {
        session.update(Updates::of(text));
    }
    void operator()(const Head& /*head*/, const channel::Reasoning& reasoning)
    {
        session.update(Updates::of(reasoning));
    }
    void operator()(const Head& /*head*/, const channel::CallEvent& call)
    {
        if (!session.updates.is_plan(call.tool))
            session.update(session.updates.of(call));
        else if (const auto plan = Updates::plan_of(call))
            session.update(*plan);
    }
    void operator()(const Head& /*head*/, const channel::Result& result)
    {
        if (!session.updates.is_plan(result.tool))
            session.update(session.updates.of(result));
    }
    void operator()(const Head& /*head*/, const channel::Usage& usage)
    {
        if (const auto update = session.updates.of(usage))
            session.update(*update);
    }

private:
    Session& session;
};

void Session::update(const Json& update) const
{
    if (!ends_for_good)
        by.editor.update(plan.id, update);
}

void Session::step()
{
    step_listers();
    step_models();
    step_flow();
    if (!worker)
        return;
    worker->step();
    ConversationEvents events(*this);
    while (!by.editor.output.is_full()) {
        const auto line = worker->take_line();
        if (!line) {
            if (worker->is_over())
                on_end_of_worker();
            break;
        }
        channel::dispatch<channel::Event>(*line, events);
    }
}

void Session::on_hello(const channel::Hello& hello)
{
    has_greeted = true;
    if (!opening.empty()) {
        choices = Choices(hello.approve, by.commands.models ? hello.model : "");
        choices.restore(kept);
        try {
            open();
        } catch (const ToolError& error) {
            by.editor.refuse(std::exchange(opening, {}), error);
            return end();
        }
    }
    go_on();
}

// A session is kept from its beginning on, so that it can be loaded without a prompt.
void Session::open()
{
    if (plan.kind != SessionPlan::Kind::new_one)
        return begin();
    keep_choices();
    answer_opening();
}

void Session::on_run()
{
    if (plan.kind == SessionPlan::Kind::loaded && !opening.empty())
        replay();
    if (!opening.empty())
        answer_opening();
}

void Session::replay() const
{
    for (const auto& update : updates_of_past(
             session::read_lines(session::read_session(session::open_session_directory(), plan.id))
                 .history,
             updates))
        by.editor.update(plan.id, update);
}

void Session::answer_opening()
{
    Json result {{"modes", choices.modes()}, {"configOptions", choices.options()}};
    if (plan.kind == SessionPlan::Kind::new_one)
        result["sessionId"] = plan.id;
    by.editor.answer(std::exchange(opening, {}), result);
    list_commands();
    list_models();
}

ToolError failure_of(const channel::Error& error)
{
    return {system::code_named(error.code), error.text, error.hint.value_or("")};
}

ToolError failure_of(const channel::Failure& failure)
{
    return {system::code_named(failure.code), failure.message, failure.hint.value_or("")};
}

void Session::on_end_of_turn(const channel::TurnEnds& turn)
{
    if (!prompted)
        return;
    if (prompted->is_cancelled)
        return answer_prompt("cancelled");
    if (const auto reason = stop_reason(turn))
        return answer_prompt(*reason);
    fail_prompt(turn.error.value_or(channel::Failure()));
}

// Handles an error of the worker: it concerns the beginning of the session or the last message, or
// during a turn an answer.
void Session::on_error(const channel::Error& error)
{
    if (!opening.empty()) {
        by.editor.refuse(std::exchange(opening, {}), failure_of(error));
        end();
    } else if (prompted && prompted->is_sent && !prompted->has_begun) {
        refuse_prompt(failure_of(error));
    }
}

// Returns the answer that the mode 'plan' gives by itself; nullopt if the editor is to be asked.
static std::optional<channel::VerdictAnswer> verdict_of_plan(
    const channel::ApprovalAsk& approval, bool allows_the_rest)
{
    if (approval.changes_files)
        return channel::VerdictAnswer {channel::Verdict::no,
            "the editor's mode is 'plan', in which nothing is changed or run"};
    if (allows_the_rest)
        return channel::VerdictAnswer {channel::Verdict::yes};
    return std::nullopt;
}

void Session::on_approval(const std::string& ask, const channel::ApprovalAsk& approval)
{
    if (choices.is_plan()) {
        const bool is_asked_always = choices.approve() == channel::Approve::always;
        if (const auto verdict = verdict_of_plan(approval, flow && !is_asked_always))
            return (flow ? *flow : *worker).say(channel::Answer {ask, *verdict});
    }
    OpenAsk asked {.ask = ask,
        .call = approval.call,
        .otherwise = channel::VerdictAnswer {channel::Verdict::no, editor_is_silent}};
    Json options = Json::array();
    for (const auto& option : options_to_permit(approval)) {
        options.push_back({{"optionId", option.id}, {"name", option.name}, {"kind", option.kind}});
        asked.answers[option.id] = option.answer;
    }
    const std::int64_t request = by.editor.ask("session/request_permission",
        {{"sessionId", plan.id}, {"toolCall", call_to_permit(updates, approval)},
            {"options", std::move(options)}});
    asks[request] = std::move(asked);
}

// Ends a question whose answer is no longer needed.
void Session::on_asked(const std::string& ask)
{
    for (auto open = asks.begin(); open != asks.end();)
        if (open->second.ask == ask) {
            by.editor.notify("$/cancel_request", {{"requestId", open->first}});
            open = asks.erase(open);
        } else {
            ++open;
        }
}

void Session::withdraw_asks()
{
    for (const auto& [request, asked] : std::exchange(asks, {}))
        by.editor.notify("$/cancel_request", {{"requestId", request}});
}

void Session::on_end_of_worker()
{
    const std::unique_ptr<Worker> gone = std::exchange(worker, {});
    const bool was_expected = std::exchange(is_ending, false);
    const bool was_opening = !opening.empty();
    if (!was_expected && (was_opening || prompted)) {
        const ToolError error(
            gone->was_misused() ? Code::bad_request : Code::internal, gone->last_words());
        if (was_opening)
            by.editor.refuse(std::exchange(opening, {}), error);
        else
            refuse_prompt(error);
    }
    withdraw_asks();
    has_ended = ends_for_good || (was_opening && !was_expected);
    if (has_ended && !was_opening)
        try_to_keep_choices();
    for (const auto& then : std::exchange(at_end, {}))
        then();
    if (!has_ended)
        go_on();
}

void Session::answer_prompt(const std::string& stop_reason)
{
    by.editor.answer(prompted->request, {{"stopReason", stop_reason}});
    prompted.reset();
}

void Session::fail_prompt(const channel::Failure& failure)
{
    by.editor.refuse(prompted->request, toolkit::mcp::internal_error, failure_of(failure));
    prompted.reset();
}

void Session::refuse_prompt(const ToolError& error)
{
    by.editor.refuse(prompted->request, error);
    prompted.reset();
}

}
