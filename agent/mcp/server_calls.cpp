#include "agent/mcp/server_calls.hpp"

#include "agent/mcp/server_entry.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/mcp/responses.hpp"
#include "toolkit/text/elision.hpp"
#include "toolkit/text/invisible.hpp"
#include "toolkit/text/text.hpp"
#include "toolkit/text/time_text.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace agent::mcp {

ServerCalls::ServerCalls(
    Server& server, ServerQuestions::Dependencies by, std::shared_ptr<SignInPrompter> sign_ins)
    : server(server)
    , questions(server.entry(), std::move(by))
    , its_sign_in(server.entry(), std::move(sign_ins))
{
}

std::string ServerCalls::title(const Running& running) const
{
    return text::in_quotes(running.call.name) + " of the MCP server "
        + text::in_quotes(server.entry().name);
}

void ServerCalls::begin(ServerCall call)
{
    server.start();
    calls.push_back({std::move(call)});
    if (server.needs_sign_in() && begin_sign_in(calls.back(), ""))
        return;
    if (server.state() == Server::State::down)
        fail(std::prev(calls.end()), server.obstacle());
    else
        send_waiting();
}

void ServerCalls::end(Iterator running, ServerOutcome outcome)
{
    outcome.was_sent = running->request != 0;
    if (outcome.was_sent)
        outcome.duration
            = std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - running->sent);
    leave_input(*running);
    leave_sign_in(*running);
    withdraw_questions(running->call.id);
    ended.emplace_back(running->call.id, std::move(outcome));
    calls.erase(running);
}

void ServerCalls::fail(Iterator running, ToolError error)
{
    end(running, {.error = std::move(error)});
}

void ServerCalls::lose(Iterator running, ToolError error)
{
    const bool was_sent = running->request != 0;
    end(running, {.error = std::move(error), .is_end_unknown = was_sent});
}

void ServerCalls::send(Running& running, const Json& more)
{
    Json params = running.call.params;
    params.update(more);
    running.request = server.connection()->begin(
        running.call.method, std::move(params), Connection::Progress::wanted, running.call.fields);
}

// Requires a connection.
bool ServerCalls::can_send(const Running& running) const
{
    return running.request == 0 && !running.awaits_sign_in
        && server.connection()->state() == Connection::State::ready
        && (running.call.method != "tools/call" || server.has_current_list());
}

// Limits the wait for a server that keeps changing its list or has ended its session.
ServerCalls::Clock::time_point ServerCalls::send_deadline(const Running& running) const
{
    return running.begun + server.entry().start_timeout + server.entry().timeout;
}

void ServerCalls::end_unsent()
{
    for (auto at = calls.begin(); at != calls.end();) {
        const auto running = at++;
        if (running->request == 0 && !running->awaits_sign_in
            && Clock::now() >= send_deadline(*running))
            fail(running,
                {Code::timed_out,
                    title(*running) + " was not called: its server "
                        + (running->was_refused
                                ? "has ended its session, and does not begin another"
                                : "goes on changing its list of tools"),
                    "do without it"});
    }
}

void ServerCalls::send_waiting()
{
    if (server.connection() == nullptr)
        return;
    for (Running& running : calls)
        if (can_send(running)) {
            running.sent = Clock::now();
            running.asked_before = questions.time_asking();
            send(running, Json::object());
        }
}

ServerCalls::Iterator ServerCalls::find(calls::CallId id)
{
    return std::find_if(
        calls.begin(), calls.end(), [&](const Running& one) { return one.call.id == id; });
}

std::optional<calls::CallProgress> ServerCalls::take_progress(calls::CallId id)
{
    constexpr std::size_t max_message = 500;
    const auto running = find(id);
    if (running == calls.end() || running->request == 0 || server.connection() == nullptr)
        return std::nullopt;
    const Json params = server.connection()->take_progress(running->request);
    const Json& done = json::member(params, "progress");
    if (!done.is_number())
        return std::nullopt;
    calls::CallProgress progress {done.get<double>()};
    if (const Json& total = json::member(params, "total"); total.is_number())
        progress.total = total.get<double>();
    progress.message
        = text::shortened(text::printable(json::string_member(params, "message")), max_message);
    return progress;
}

void ServerCalls::refuse(calls::CallId id, ToolError error)
{
    if (const auto running = find(id); running != calls.end() && running->request == 0)
        fail(running, std::move(error));
}

void ServerCalls::cancel(calls::CallId id, calls::Cancelled why)
{
    const auto running = find(id);
    if (running == calls.end())
        return;
    const bool was_sent = running->request != 0;
    if (was_sent && server.connection() != nullptr)
        server.connection()->give_up(running->request, "cancelled");
    const std::string rest = was_sent ? ": whether it has done anything is not known" : "";
    if (why == calls::Cancelled::run)
        lose(running, {Code::internal, title(*running) + " was interrupted" + rest});
    else
        lose(running,
            {Code::permission_denied, title(*running) + " was cancelled" + rest,
                "do something else, or answer"});
}

// Returns the maximum duration of a call; an entry can raise it.
std::chrono::milliseconds ServerCalls::longest() const
{
    return std::max(server.patience().call, server.entry().timeout);
}

ServerCalls::Clock::time_point ServerCalls::deadline(const Running& running) const
{
    const auto last = server.connection()->last_progress(running.request);
    return std::min<Clock::time_point>(
               std::max(last, running.sent) + server.entry().timeout, running.sent + longest())
        + questions.time_asking() - running.asked_before;
}

void ServerCalls::watch(system::Watch& watch) const
{
    if (!ended.empty())
        watch.until(Clock::now());
    questions.watch(watch);
    if (!is_renewing())
        its_sign_in.watch(watch);
    else if (its_sign_in.is_open())
        server.credentials()->watch(watch);
    if (server.connection() == nullptr)
        return;
    for (const Running& running : calls)
        if (can_send(running))
            watch.until(Clock::now());
        else if (!running.late && !running.awaits_sign_in
            && !(questions.is_asking() && running.request != 0))
            watch.until(running.request == 0 ? send_deadline(running) : deadline(running));
}

void ServerCalls::step()
{
    questions.step();
    step_sign_in();
    if (server.connection() != nullptr) {
        take_responses();
        take_questions();
        take_completed();
        answer_questions();
        take_inputs();
    }
    end_late();
    const bool is_over
        = server.connection() != nullptr && server.connection()->state() == Connection::State::over;
    if (server.connection() == nullptr)
        restart();
    if (is_over || (server.connection() == nullptr && server.state() != Server::State::starting))
        return end_all();
    send_waiting();
    // Checked last, so that a response that already arrived is not treated as late.
    if (server.connection() == nullptr)
        return;
    end_unsent();
    give_up_late();
}

// Restarts the server for calls that were rejected because the session ended.
void ServerCalls::restart()
{
    if (std::any_of(calls.begin(), calls.end(),
            [](const Running& one) { return one.was_refused && !one.awaits_sign_in; }))
        server.start();
}

void ServerCalls::take_responses()
{
    for (auto at = calls.begin(); at != calls.end();) {
        const auto running = at++;
        if (running->request != 0 && !running->input && !running->awaits_sign_in)
            if (const auto response = server.connection()->take(running->request))
                take_response(running, *response);
    }
}

// An error code of 2025-11-25: pages have to be visited before the call can be made.
static constexpr int url_elicitation_required = -32042;

static Code code_of(const Response::Error& error)
{
    return error.code == toolkit::mcp::legacy_resource_not_found ? Code::not_found
        : error.code == toolkit::mcp::invalid_params             ? Code::bad_request
        : error.code == toolkit::mcp::method_not_found           ? Code::unsupported
                                                                 : Code::io_error;
}

void ServerCalls::take_error(Iterator running, const Response::Error& error)
{
    constexpr std::size_t max_quote = 600;
    using Effect = Response::Error::Effect;
    const bool has_lost_session = server.connection()->wire().has_lost_session();
    if (error.effect == Effect::none && has_lost_session && !running->was_refused) {
        running->was_refused = true;
        running->request = 0;
        running->begun = Clock::now();
        return;
    }
    const Json& pages = json::member(error.data, "elicitations");
    if (error.code == url_elicitation_required && pages.is_array() && !pages.empty()) {
        if (!begin_pages(*running, pages))
            fail(running, refused_pages(*running, pages));
        return;
    }
    const std::string words
        = text::shortened(text::printable(text::visible_part(error.message, 0).text), max_quote);
    const std::string failed = title(*running) + " failed: ";
    if (!error.sign_in.empty() && !(error.scopes && error.scopes->empty())
        && begin_sign_in(*running, error.scopes.value_or("")))
        return;
    if (!error.sign_in.empty())
        return fail(running,
            {Code::permission_denied, failed + "the server " + words,
                "the operator runs '" + error.sign_in + "'"});
    if (error.effect == Effect::as_it_says)
        return fail(
            running, {code_of(error), failed + (words.empty() ? "it does not say why" : words)});
    if (error.effect != Effect::unknown)
        return fail(running, {Code::io_error, failed + "the server " + words});
    lose(running,
        {Code::io_error,
            failed + "the server " + words + ": whether it has done anything is not known"});
    server.ask_for_sign();
}

void ServerCalls::take_response(Iterator running, const Response& response)
{
    if (response.error)
        return take_error(running, *response.error);
    if (json::string_member(response.result, "resultType") != "input_required")
        return end(running, {.result = response.result});
    if (!begin_input(*running, response.result))
        lose(running,
            {Code::io_error,
                title(*running)
                    + " asks for what it can't get here: whether it has done anything is not "
                      "known"});
}

// Cancels the calls that exceeded their time, and sends a ping. They are reported by end_late().
void ServerCalls::give_up_late()
{
    const auto now = Clock::now();
    for (Running& running : calls) {
        if (running.request == 0 || running.late || running.awaits_sign_in || questions.is_asking()
            || now < deadline(running))
            continue;
        const bool is_too_long
            = now >= running.sent + longest() + questions.time_asking() - running.asked_before;
        server.connection()->give_up(running.request, "timed out");
        running.late = ToolError(Code::timed_out,
            title(running)
                + (is_too_long ? " was still at work after "
                               : " neither answered nor reported progress within ")
                + text::duration_text(is_too_long ? longest() : server.entry().timeout)
                + ": whether it has done anything is not known",
            "ask for less, or in smaller pieces");
        server.ask_for_sign();
    }
}

// Reports late calls only when the server has answered the ping or, if it can write to the
// workspace, has exited, so that it does not write during the next call.
void ServerCalls::end_late()
{
    if (server.awaits_sign() || (server.entry().may_write_workspace && !server.has_left()))
        return;
    for (auto at = calls.begin(); at != calls.end();) {
        const auto running = at++;
        if (running->late)
            lose(running, *running->late);
    }
}

bool ServerCalls::has_sent(calls::CallId id) const
{
    return std::any_of(calls.begin(), calls.end(),
        [id](const Running& one) { return one.call.id == id && one.request != 0; });
}

// Fails the calls when the server ends. A call that was sent is not repeated, since its effects are
// unknown.
void ServerCalls::end_all()
{
    const Connection* const connection = server.connection();
    const std::string why = connection == nullptr ? server.why_down() : connection->why();
    const bool restarts = connection != nullptr && connection->wire().has_lost_session();
    const bool wants_sign_in
        = connection == nullptr ? server.needs_sign_in() : connection->wire().needs_sign_in();
    for (auto at = calls.begin(); at != calls.end();) {
        const auto running = at++;
        if (running->late || running->awaits_sign_in
            || (running->request == 0 && wants_sign_in && begin_sign_in(*running, "")))
            continue;
        if (restarts && running->was_refused && running->request == 0)
            continue;
        const std::string name = "the MCP server " + text::in_quotes(server.entry().name) + " ";
        if (running->request == 0 && wants_sign_in) {
            fail(running,
                {Code::permission_denied, name + why,
                    "the operator runs '" + server.credentials()->login_command() + "'"});
            continue;
        }
        lose(running,
            {Code::io_error,
                running->request == 0 ? name + why
                                      : name + why + " while " + text::in_quotes(running->call.name)
                        + " ran: whether that has done anything is not known"});
    }
}

}
