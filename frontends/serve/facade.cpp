#include "frontends/serve/facade.hpp"

#include "frontends/facade/conversation_digest.hpp"
#include "frontends/serve/routes.hpp"
#include "frontends/serve/run_id.hpp"
#include "toolkit/system/error.hpp"

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

namespace frontends::serve {

using namespace std::chrono_literals;
using serve::Client;

static constexpr std::size_t max_on_the_way = 64 << 10; // bytes that a client has not received
static constexpr auto between_comments = 15s;

// The calls of one reply are sent together, unless another call of the run takes longer than this.
static constexpr auto patience_with_calls = 100ms;

RunRequest Facade::run_request(const ChatRequest& request) const
{
    const std::size_t index = serve::profile_named(request.model, settings);
    const serve::Profile& profile = settings.profiles[index];
    // The run is ended before its tools time out.
    const std::chrono::duration<double> patience = settings.hold + 1min;
    const channel::Bounds& allowed = profile.allowed.front();
    ChatRun run = run_of(request, {allowed.may, patience.count()});
    return run_request_of({index, std::move(run.begin), std::move(run.say)}, settings);
}

void Facade::begin(const Client& client, const std::string& run, Question question)
{
    answer(client, {run, runs.events_of(run)}, std::move(question));
}

static AnswerFrame new_frame(const std::string& model)
{
    const auto now = std::chrono::system_clock::now();
    const auto seconds
        = std::chrono::duration_cast<std::chrono::seconds>(now.time_since_epoch()).count();
    return {serve::new_run_id(now), model, seconds};
}

static http::HttpFields fields_of(const std::string& run, const char* type)
{
    return {{"Content-Type", type}, {"X-Agentcli-Run", run}};
}

void Facade::answer(const Client& client, Talk talk, Question question)
{
    const ChatRequest& request = question.request;
    talk.told.begin_answer();
    question.form->set_frame(new_frame(request.model));
    Answer answer {std::move(talk), std::move(question.form), request.digest, request.is_streamed};
    if (answer.is_streamed) {
        http::HttpFields fields = fields_of(answer.talk.run, serve::sse_type);
        fields.emplace_back("X-Accel-Buffering", "no");
        client.door->server().begin_stream(client.exchange, std::move(fields));
        client.door->server().send(client.exchange, answer.form->begin());
    }
    answer.comment_at
        = answer.is_streamed ? Clock::now() + between_comments : Clock::time_point::max();
    followers.add(client, answer.talk.run);
    answers.emplace(client, std::move(answer));
}

static bool answers_all(
    const std::vector<RunEventTracker::Call>& calls, const std::vector<channel::PastResult>& given)
{
    return calls.size() == given.size()
        && std::all_of(calls.begin(), calls.end(), [&](const RunEventTracker::Call& call) {
               return std::any_of(
                   given.begin(), given.end(), [&](const channel::PastResult& result) {
                       return result.tool_call_id == call.id;
                   });
           });
}

std::deque<Facade::Held>::iterator Facade::held_for(
    const serve::Caller& caller, const ChatRequest& request)
{
    return std::find_if(held.begin(), held.end(), [&](const Held& waiting) {
        const std::string* const owner = runs.owner_of(waiting.talk.run);
        return owner != nullptr && caller.covers(Scope::run, *owner)
            && answers_all(waiting.talk.told.calls, request.results);
    });
}

void Facade::give_results(serve::Run& run, Talk& talk, const ChatRequest& request)
{
    for (const auto& call : std::exchange(talk.told.calls, {}))
        for (const auto& result : request.results)
            if (result.tool_call_id == call.id)
                run.answer({call.ask, channel::OutputAnswer {channel::Document(result.content)}});
}

// A run that is continued can't be required to call a tool: only a new run can.
bool Facade::go_on(const Client& client, Question& question)
{
    const ChatRequest& request = question.request;
    const auto found = held_for(*client.caller, request);
    serve::Run* const run = found == held.end() ? nullptr : runs.find(found->talk.run);
    if (run == nullptr)
        return false;
    const bool is_same = found->digest == request.digest_before_results && !request.required_call;
    Talk talk = std::move(found->talk);
    held.erase(found);
    try {
        if (!is_same)
            throw ToolError(Code::conflict, "the conversation differs");
        give_results(*run, talk, request);
    } catch (const ToolError&) { // or the run is just ending
        runs.cancel(*run);
        return false;
    }
    answer(client, std::move(talk), std::move(question));
    return true;
}

void Facade::cancel_abandoned(const serve::Caller& caller, const ChatRequest& request)
{
    std::set<std::string_view> answered;
    for (const auto& message : request.history)
        if (const auto* const result = std::get_if<channel::PastResult>(&message))
            answered.insert(result->tool_call_id);
    for (const auto& waiting : held) {
        const auto& calls = waiting.talk.told.calls;
        serve::Run* const run = runs.find(waiting.talk.run);
        if (run != nullptr && caller.covers(Scope::run, run->owner())
            && std::any_of(calls.begin(), calls.end(),
                [&](const RunEventTracker::Call& call) { return answered.contains(call.id); }))
            runs.cancel(*run);
    }
    looks_at_held = true;
}

std::string Facade::forget(const Client& client)
{
    answers.erase(client);
    return followers.forget(client);
}

void Facade::end_those(const serve::Followers::Test& test, const http::HttpResponse& refusal)
{
    const http::HttpResponse failure = in_openai_form("/openai/", refusal);
    for (const Client& client : followers.those(test)) {
        send_failure(client, answers.at(client), failure);
        forget(client);
    }
}

void Facade::wake(const std::string& run)
{
    followers.wake(run);
    looks_at_held = true;
}

static bool has_room(const Client& client)
{
    return client.door->server().pending(client.exchange) < max_on_the_way;
}

// Returns complete lines from `position` on; empty if there are none.
static std::string lines_at(const serve::EventLog& log, std::uint64_t position)
{
    for (std::size_t wanted = 64 << 10;; wanted *= 4) {
        std::string piece = log.read(position, wanted);
        const std::size_t newline = piece.rfind('\n');
        if (newline != std::string::npos || piece.size() < wanted) {
            piece.resize(newline == std::string::npos ? 0 : newline + 1);
            return piece;
        }
    }
}

static void on_all(std::string_view lines, RunEventTracker& told)
{
    while (!lines.empty()) {
        const std::size_t newline = lines.find('\n');
        told.on_line(lines.substr(0, newline));
        lines.remove_prefix(newline + 1);
    }
}

void Facade::read(const Client& client, Answer& answer)
{
    Talk& talk = answer.talk;
    while (talk.position < talk.log->size() && has_room(client)) {
        const std::string lines = lines_at(*talk.log, talk.position);
        if (lines.empty())
            return;
        const std::size_t calls = talk.told.calls.size();
        on_all(lines, talk.told);
        talk.position += lines.size();
        if (talk.told.calls.size() > calls)
            answer.asked_at = Clock::now();
        const std::string text = talk.told.take_text();
        if (!answer.is_streamed || text.empty())
            continue;
        client.door->server().send(client.exchange, answer.form->text(text));
        answer.sent += text;
        answer.comment_at = Clock::now() + between_comments;
    }
}

bool Facade::has_all(const Answer& answer)
{
    return answer.talk.position >= answer.talk.log->size();
}

bool Facade::waits(const Answer& answer) const
{
    const serve::Run* const run = runs.find(answer.talk.run);
    return !answer.talk.told.calls.empty() && run != nullptr && !run->is_cancelled()
        && (run->state() == serve::Run::State::waiting
            || Clock::now() >= answer.asked_at + patience_with_calls);
}

// Many clients repeat a request that fails with any other status, and ignore the header.
static void never_repeat(http::HttpResponse& failure)
{
    failure.status = 400;
    failure.fields.emplace_back("X-Should-Retry", "false");
}

void Facade::send_failure(
    const Client& client, const Answer& answer, const http::HttpResponse& failure)
{
    auto& http = client.door->server();
    if (!answer.is_streamed)
        return http.answer(client.exchange, failure);
    http.send(client.exchange, answer.form->error(failure));
    http.end_stream(client.exchange);
}

void Facade::fail(const Client& client, const Answer& answer)
{
    const RunEventTracker& told = answer.talk.told;
    http::HttpResponse failure = in_openai_form("/openai/", failure_of(told));
    failure.fields.emplace_back("X-Agentcli-Run", answer.talk.run);
    constexpr int cancelled = 503;
    if (told.has_called() || failure.status == cancelled)
        never_repeat(failure);
    send_failure(client, answer, failure);
}

void Facade::finish(const Client& client, const Answer& answer)
{
    const Talk& talk = answer.talk;
    auto& http = client.door->server();
    if (answer.is_streamed) {
        http.send(client.exchange, answer.form->end(talk.told));
        return http.end_stream(client.exchange);
    }
    const Json body = answer.form->whole(talk.told);
    http.answer(client.exchange,
        {200, fields_of(talk.run, "application/json"),
            body.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n"});
}

void Facade::finish_run(const Client& client, const Answer& answer)
{
    finish(client, answer);
    const Json said = answer.is_streamed ? Json(answer.sent) : answer_of(answer.talk.told);
    answer.form->keep({{"role", "assistant"}, {"content", said}});
}

// Holds the run until the results of its calls arrive. The calls get ids that cannot be guessed.
void Facade::hold(const Client& client, Answer& answer)
{
    for (auto& call : answer.talk.told.calls)
        call.id = "call_" + serve::new_run_id(std::chrono::system_clock::now());
    finish(client, answer);
    const RunEventTracker& told = answer.talk.told;
    const Json message
        = message_with_calls(told, answer.is_streamed ? answer.sent : told.last_text());
    answer.form->keep(message);
    std::string digest = digest_with(answer.digest, message);
    held.push_back({std::move(answer.talk), std::move(digest), Clock::now() + settings.hold});
    looks_at_held = true;
}

void Facade::comment(const Client& client, Answer& answer)
{
    if (!has_room(client)) // it is woken when it has taken something
        return;
    if (Clock::now() >= answer.comment_at) {
        client.door->server().send(client.exchange, ":\n\n");
        answer.comment_at = Clock::now() + between_comments;
    }
    followers.wake_at(client, answer.comment_at);
}

// Returns true once the client has received the whole answer.
bool Facade::is_over(const Client& client, Answer& answer)
{
    read(client, answer);
    comment(client, answer);
    if (!has_all(answer))
        return false;
    if (answer.talk.log->is_complete) {
        const bool is_answered = failure_of(answer.talk.told).status == 200;
        (is_answered ? finish_run : fail)(client, answer);
        return true;
    }
    if (!waits(answer)) {
        const auto patient_until = answer.asked_at + patience_with_calls;
        if (!answer.talk.told.calls.empty() && Clock::now() < patient_until)
            followers.wake_at(client, patient_until);
        return false;
    }
    hold(client, answer);
    return true;
}

// Ends runs that have waited too long or have ended otherwise, and the oldest ones if there are too
// many.
void Facade::end_held()
{
    if (held.empty() || (!std::exchange(looks_at_held, false) && Clock::now() < held.front().until))
        return;
    std::size_t waiting = runs.count_waiting();
    for (auto one = held.begin(); one != held.end();) {
        serve::Run* const run = runs.find(one->talk.run);
        const bool is_over = run == nullptr || run->is_cancelled();
        const bool has_to_end = Clock::now() >= one->until
            || waiting > static_cast<std::size_t>(settings.max_waiting);
        if (!is_over && !has_to_end) {
            ++one;
            continue;
        }
        if (!is_over) {
            runs.cancel(*run);
            --waiting;
        }
        one = held.erase(one);
    }
}

void Facade::watch(system::Watch& watch) const
{
    followers.watch(watch);
    if (!held.empty())
        watch.until(looks_at_held ? Clock::now() : held.front().until);
}

void Facade::step()
{
    for (const Client& client : followers.take()) {
        const auto found = answers.find(client);
        if (found == answers.end() || !is_over(client, found->second))
            continue;
        answers.erase(found);
        followers.forget(client);
    }
    end_held();
}

}
