#include "frontends/acp/session.hpp"

#include "agent/session/session.hpp"
#include "frontends/acp/past.hpp"
#include "frontends/acp/permission.hpp"
#include "frontends/acp/request.hpp"
#include "toolkit/json/members.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/error.hpp"

#include <algorithm>
#include <utility>

namespace frontends::acp {

Session::Session(const By& by, SessionPlan wanted, std::string request)
    : by(by)
    , plan(std::move(wanted))
    , opening(std::move(request))
    , updates(plan.workspace)
{
    if (plan.kind != SessionPlan::Kind::new_one)
        keep_place(); // that it can't be opened is told at once
    start_worker();
}

void Session::start_worker()
{
    has_greeted = false;
    is_ending = false;
    begun_with = {};
    worker = std::make_unique<Worker>(by.command, plan.workspace, plan.servers);
}

// session/list shows sessions by the directory in which they were used last.
void Session::keep_place() const
{
    const File directory = session::open_session_directory();
    if (plan.kind == SessionPlan::Kind::new_one) {
        session::Session(directory, plan.id, by.redaction, "").add_chat(plan.workspace, "");
        return;
    }
    (void)session::read_session(directory, plan.id); // there has to be one
    session::Session(directory, plan.id, by.redaction).add_chat(plan.workspace, "");
}

void Session::begin()
{
    if (plan.kind == SessionPlan::Kind::new_one && !std::exchange(is_kept, true))
        keep_place();
    begun_with = modes.begin();
    Json begin {{"do", "begin"}, {"channel", 1}, {"session", plan.id}};
    begin.update(begun_with);
    worker->say(begin);
}

void Session::prompt(const std::string& request, Json say)
{
    if (prompted)
        throw ToolError(Code::conflict, "a turn of this session runs",
            "session/cancel ends it, or wait for its answer");
    prompted = Prompt {request, std::move(say)};
    go_on();
}

// As far as the worker is.
void Session::go_on()
{
    if (is_ending || !prompted || prompted->is_sent)
        return;
    if (lister && json::string_member(prompted->say, "text").starts_with("/"))
        return; // it may be a command
    try {
        if (begin_workflow())
            return;
        if (!worker)
            start_worker();
        if (!has_greeted)
            return;
        if (!begun_with.is_null() && begun_with != modes.begin()) {
            is_ending = true;
            worker->end();
            return;
        }
        if (begun_with.is_null())
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
        runs->say({{"do", "interrupt"}});
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

static Json answer_of(const std::string& ask, const Json& values, const std::string& option)
{
    static constexpr const char* silence = "the editor has not answered";
    Json answer {{"do", "answer"}, {"id", ask}};
    if (values.is_object() && values.contains(option))
        answer["value"] = values.at(option);
    else if (values.is_object())
        answer["error"] = {{"code", "PERMISSION_DENIED"}, {"message", silence}};
    else
        answer["verdict"] = option == "yes" || option == "always" ? option : "no";
    if (!values.is_object() && answer["verdict"] == "no" && option != "no")
        answer["reason"] = silence;
    return answer;
}

bool Session::hear_answer(const toolkit::mcp::Envelope& envelope, std::string_view line)
{
    const auto ask = std::find_if(asks.begin(), asks.end(),
        [&](const auto& one) { return std::to_string(one.first) == envelope.id; });
    if (ask == asks.end())
        return false;
    const Asked asked = ask->second;
    asks.erase(ask);
    const Json outcome = json::member(field_of(line, "result"), "outcome");
    const std::string option = json::string_member(outcome, "outcome") == "selected"
        ? json::string_member(outcome, "optionId")
        : "";
    const Json answer = answer_of(asked.ask, asked.values, option);
    Worker* const asker = flow ? flow.get() : worker.get();
    if (asker == nullptr || is_ending || !prompted || prompted->is_cancelled)
        return true; // it was withdrawn
    asker->say(answer);
    if (answer.contains("verdict") && answer["verdict"] != "no")
        by.editor.update(plan.id,
            {{"sessionUpdate", "tool_call_update"}, {"toolCallId", asked.call},
                {"status", "in_progress"}});
    return true;
}

void Session::set_mode(const std::string& mode)
{
    modes.choose(mode);
    by.editor.update(plan.id, {{"sessionUpdate", "current_mode_update"}, {"currentModeId", mode}});
    by.editor.update(
        plan.id, {{"sessionUpdate", "config_option_update"}, {"configOptions", modes.options()}});
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
    lister.reset();
    if (worker)
        worker->end();
    else
        hear_end_of_worker();
}

void Session::watch(system::Watch& watch) const
{
    for (const auto* one : {&worker, &flow, &lister})
        if (*one)
            (*one)->watch(watch);
}

void Session::step()
{
    step_lister();
    step_flow();
    if (!worker)
        return;
    worker->step();
    while (!by.editor.output.is_full()) {
        const auto event = worker->take_event();
        if (!event) {
            if (worker->is_over())
                hear_end_of_worker();
            break;
        }
        hear(*event);
    }
}

void Session::hear(const Json& event)
{
    const std::string name = json::string_member(event, "event");
    updates.learn(event);
    if (name == "hello")
        hear_hello(event);
    else if (name == "run")
        hear_run();
    else if (name == "turn")
        hear_turn(event);
    else if (name == "error")
        hear_error(event);
    else if (name == "ask")
        hear_ask(event);
    else if (name == "asked")
        hear_asked(json::string_member(event, "id"));
    else if (name == "said" && json::string_member(event, "state") == "taken-back" && prompted)
        answer_prompt("cancelled");
    else if (const auto update = updates.of(event); update && !ends_for_good)
        by.editor.update(plan.id, *update);
}

void Session::hear_hello(const Json& event)
{
    has_greeted = true;
    if (!opening.empty()) {
        modes = Modes(json::string_member(event, "approve"));
        if (plan.kind == SessionPlan::Kind::new_one)
            answer_opening();
        else
            begin();
    }
    go_on();
}

void Session::hear_run()
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
    Json result {{"modes", modes.state()}, {"configOptions", modes.options()}};
    if (plan.kind == SessionPlan::Kind::new_one)
        result["sessionId"] = plan.id;
    by.editor.answer(std::exchange(opening, {}), result);
    list_commands();
}

static Code code_named(const std::string& name)
{
    for (int number = 0; number < static_cast<int>(Code::internal); ++number)
        if (system::wire_name(static_cast<Code>(number)) == name)
            return static_cast<Code>(number);
    return Code::internal;
}

ToolError failure_of(const Json& event, const char* text)
{
    const bool is_late = json::string_member(event, "exitReason") == "timed-out";
    return {is_late ? Code::timed_out : code_named(json::string_member(event, "code")),
        json::string_member(event, text), json::string_member(event, "hint")};
}

void Session::hear_turn(const Json& event)
{
    if (!prompted)
        return;
    prompted->has_begun = true;
    if (json::string_member(event, "state") != "ends")
        return;
    const auto reason = stop_reason(event);
    if (prompted->is_cancelled)
        answer_prompt("cancelled");
    else if (reason)
        answer_prompt(*reason);
    else
        refuse_prompt(failure_of(event, "error"));
}

// It is about the beginning, or about what was said last; in a turn, about an answer.
void Session::hear_error(const Json& event)
{
    const ToolError error = failure_of(event, "text");
    if (!opening.empty()) {
        by.editor.refuse(std::exchange(opening, {}), error);
        end();
    } else if (prompted && prompted->is_sent && !prompted->has_begun) {
        refuse_prompt(error);
    }
}

void Session::hear_ask(const Json& event)
{
    const std::string ask = json::string_member(event, "id");
    Worker& asker = flow ? *flow : *worker;
    if (modes.current() == "read" && json::member(event, "changesFiles") != false)
        return asker.say({{"do", "answer"}, {"id", ask}, {"verdict", "no"},
            {"reason", "the editor's mode is 'read', in which nothing is changed or run"}});
    if (modes.current() == "read" && flow && modes.approve() != "always")
        return asker.say({{"do", "answer"}, {"id", ask}, {"verdict", "yes"}});
    const auto option = [](const char* id, const char* name, const char* kind) {
        return Json {{"optionId", id}, {"name", name}, {"kind", kind}};
    };
    const std::int64_t request = by.editor.ask("session/request_permission",
        {{"sessionId", plan.id}, {"toolCall", call_to_permit(updates, event)},
            {"options",
                {option("yes", "Allow", "allow_once"),
                    option("always", "Always allow this very call", "allow_always"),
                    option("no", "Reject", "reject_once")}}});
    asks[request] = {ask, json::string_member(event, "call"), {}};
}

// Nobody waits for the editor's answer any more.
void Session::hear_asked(const std::string& ask)
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

void Session::hear_end_of_worker()
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

void Session::refuse_prompt(const ToolError& error)
{
    by.editor.refuse(prompted->request, error);
    prompted.reset();
}

}
