// Input that servers request during calls.

#include "agent/mcp/server_calls.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <utility>

namespace agent::mcp {

static constexpr int max_rounds = 5; // per call
static constexpr int max_questions_of_call = 3;

ServerQuestions::Number ServerCalls::ask(Running& running, const Json& params, bool is_again)
{
    int& count = is_again ? running.input->repeated_questions : running.questions;
    if (!running.call.may_ask || ++count > max_questions_of_call)
        return questions.decline(params);
    return questions.put(running.call.id, params, is_again);
}

// A page that was opened before is not a new question: the operator says when they are done.
bool ServerCalls::add_question(Running& running, const std::string& key, const Json& params)
{
    const std::string mode = json::string_member(params, "mode");
    if (!mode.empty() && mode != "form" && mode != "url")
        return false;
    const std::string url = mode == "url" ? json::string_member(params, "url") : "";
    running.input->urls[key] = url;
    running.input->open[key] = ask(running, params, running.opened.contains(url));
    return true;
}

// Puts the questions for the requested input. Returns false if the server requests something that
// was not declared, or too often.
bool ServerCalls::begin_input(Running& running, const Json& result)
{
    const Json& requests = json::member(result, "inputRequests");
    if (++running.rounds > max_rounds || server.connection()->state() != Connection::State::ready
        || !(requests.is_null() || requests.is_object()))
        return false;
    running.input.emplace();
    running.input->state = json::member(result, "requestState");
    const Json& roots = server.connection()->roots();
    for (const auto& [key, request] : requests.items()) {
        const std::string method = json::string_member(request, "method");
        if (method == "roots/list" && !roots.is_null())
            running.input->responses[key] = {{"roots", roots}};
        else if (method != "elicitation/create"
            || !add_question(running, key, json::member(request, "params")))
            return leave_input(running), false;
    }
    return true;
}

// Puts the questions for the pages. Returns false if pages cannot be opened here; the call fails
// then.
bool ServerCalls::begin_pages(Running& running, const Json& elicitations)
{
    if (!questions.modes().url || ++running.rounds > max_rounds)
        return false;
    running.input.emplace();
    running.input->is_of_error = true;
    for (const Json& one : elicitations) {
        const std::string id = json::string_member(one, "elicitationId");
        if (json::member(one, "mode") != "url" || id.empty() || running.input->open.contains(id))
            return leave_input(running), false;
        running.input->pages.insert(id);
        add_question(running, id, one);
        running.input->question = one;
    }
    return true;
}

void ServerCalls::leave_input(Running& running)
{
    if (!running.input)
        return;
    for (const auto& [key, number] : running.input->open)
        questions.withdraw(number);
    running.input.reset();
}

void ServerCalls::take_answers(Running& running)
{
    Input& input = *running.input;
    for (auto at = input.open.begin(); at != input.open.end();) {
        auto answer = questions.take(at->second);
        if (!answer) {
            ++at;
            continue;
        }
        if (json::string_member(*answer, "action") != "accept")
            input.was_refused = true;
        else if (!input.urls[at->first].empty())
            running.opened.insert(input.urls[at->first]);
        input.responses[at->first] = *std::move(answer);
        at = input.open.erase(at);
    }
}

void ServerCalls::take_inputs()
{
    for (auto at = calls.begin(); at != calls.end();) {
        const auto running = at++;
        if (!running->input)
            continue;
        take_answers(*running);
        if (running->input->is_of_error)
            end_pages(running);
        else if (running->input->open.empty())
            end_input(running);
    }
}

// Sends the request again with the requested input.
void ServerCalls::end_input(Iterator running)
{
    Json more = Json::object();
    if (!running->input->responses.empty())
        more["inputResponses"] = std::move(running->input->responses);
    if (!running->input->state.is_null())
        more["requestState"] = std::move(running->input->state);
    running->input.reset();
    send(*running, more);
}

// Sends the call again when the server or the operator says that all pages are done with.
void ServerCalls::end_pages(Iterator running)
{
    Input& input = *running->input;
    if (input.was_refused)
        return fail(running,
            {Code::permission_denied,
                title(*running)
                    + " was not made: it needs a page to be visited in a browser, and the operator "
                      "has not done that",
                "do without it"});
    if (!input.awaits_pages && !input.open.empty())
        return; // not all pages were opened
    if (input.pages.empty() || (input.awaits_pages && input.open.empty())) {
        leave_input(*running);
        return send(*running, Json::object());
    }
    if (!std::exchange(input.awaits_pages, true))
        input.open["done"] = ask(*running, input.question, true);
}

// Names only the host: the model must not see the URL.
ToolError ServerCalls::refused_pages(const Running& running, const Json& elicitations) const
{
    std::string host;
    try {
        for (const Json& one : elicitations)
            host = " at " + text::in_quotes(url_question_in(one, server.entry()).host);
    } catch (const ToolError&) { // an invalid URL
    }
    return {Code::permission_denied,
        title(running) + " failed: a page" + host
            + " has to be visited in a browser first, and nobody can do that here",
        "do without it; the operator can make the call with 'agentcli mcp call'"};
}

void ServerCalls::take_completed()
{
    for (const auto& id : server.connection()->take_completed()) {
        questions.complete(id);
        for (Running& running : calls)
            if (running.input)
                running.input->pages.erase(id);
    }
}

// A server of the legacy era does not say to which call a question belongs. It is put to the person
// who made the oldest call, and declined if calls of other persons are running too.
void ServerCalls::take_questions()
{
    while (auto question = server.connection()->take_question()) {
        const auto oldest = std::find_if(
            calls.begin(), calls.end(), [](const Running& one) { return one.request != 0; });
        const bool is_clear = std::all_of(calls.begin(), calls.end(), [&](const Running& one) {
            return one.request == 0 || questions.are_of_one_person(one.call.id, oldest->call.id);
        });
        const auto number = oldest == calls.end() || !is_clear
            ? questions.decline(question->params)
            : ask(*oldest, question->params, false);
        asked[number] = {*std::move(question), oldest == calls.end() ? 0 : oldest->call.id};
    }
    for (const auto& id : server.connection()->take_cancelled_questions())
        std::erase_if(asked, [&](const auto& one) {
            const bool is_meant = one.second.question.id == id;
            if (is_meant)
                questions.withdraw(one.first);
            return is_meant;
        });
}

void ServerCalls::answer_questions()
{
    std::erase_if(asked, [&](const auto& one) {
        const auto answer = questions.take(one.first);
        if (answer)
            server.connection()->answer(one.second.question, *answer);
        return answer.has_value();
    });
}

// Withdraws the questions about a call that ends, unless another call is running: they may belong
// to that one, and are then attributed to it.
void ServerCalls::withdraw_questions(calls::CallId call)
{
    const auto other = std::find_if(calls.begin(), calls.end(),
        [&](const Running& one) { return one.request != 0 && one.call.id != call; });
    for (auto at = asked.begin(); at != asked.end();) {
        const auto one = at++;
        if (one->second.call != call)
            continue;
        if (other != calls.end()) {
            one->second.call = other->call.id;
            continue;
        }
        questions.withdraw(one->first);
        if (server.connection() != nullptr)
            server.connection()->answer(one->second.question, cancelled());
        asked.erase(one);
    }
}

}
