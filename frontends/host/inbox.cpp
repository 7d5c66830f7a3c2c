#include "frontends/host/inbox.hpp"

#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace frontends::host {

using namespace toolkit;
using channel::SaidState;

static constexpr std::size_t most_waiting_bytes = 64 << 20;

static std::size_t size_of(const Json& fields)
{
    return fields.dump(-1, ' ', false, Json::error_handler_t::replace).size();
}

void tell_said(Channel& channel, const Json& say, channel::SaidState state)
{
    channel::Said said {state};
    if (say.contains("text"))
        said.text = say.at("text");
    channel.event(said);
}

Inbox::Inbox(Channel& channel, ChannelAsks& asks, Client client)
    : channel(channel)
    , asks(asks)
    , client(client)
    , is_begun(client == Client::screen)
{
    channel.listen([this](const io::LineReader::Line* line) { return hear(line); });
}

bool Inbox::hear(const io::LineReader::Line* line)
{
    if (line == nullptr) {
        has_quit = true;
        return true;
    }
    if (has_quit || is_refused)
        return false;
    try {
        return obey(understood(*line));
    } catch (const ToolError& error) {
        if (!has_quit) // who has left meanwhile interrupts a command that is done at once
            channel.error(error);
        return is_refused;
    }
}

// A first line that is not understood may have been meant to narrow what the flags allow, so
// nothing may follow it.
HostMessage Inbox::understood(const io::LineReader::Line& line)
{
    try {
        if (line.is_too_long)
            throw line_too_long();
        return parse_host_message(line.text, client);
    } catch (const ToolError&) {
        is_refused = !is_begun;
        throw;
    }
}

// Returns whether what runs has to end.
bool Inbox::obey(HostMessage message)
{
    if (message.verb == Verb::begin && is_begun) {
        is_refused = true;
        throw ToolError(Code::conflict, "begin is the first message, or there is none");
    }
    switch (message.verb) {
    case Verb::begin: begin = std::move(message.fields); break;
    case Verb::say:
        if (remember)
            remember(message.fields.value("text", ""));
        queue_say(std::move(message.fields));
        break;
    case Verb::call: queue_call(std::move(message.fields)); break;
    case Verb::answer: asks.answer(message.fields); break;
    case Verb::interrupt: return interrupt(message.fields);
    case Verb::quit: has_quit = true; return true;
    case Verb::take_back: take_last_back(); break;
    case Verb::command:
        if (remember)
            remember(message.fields.at("line"));
        queue_command(std::move(message.fields));
        break;
    case Verb::run: queue_run(std::move(message.fields)); break;
    case Verb::complete:
    case Verb::edit:
    case Verb::suspend: serve_screen(message.verb, message.fields); break;
    }
    is_begun = true;
    return false;
}

void Inbox::make_room_for(std::size_t bytes)
{
    if (bytes > most_waiting_bytes - waiting_bytes)
        throw ToolError(Code::too_large, "the messages that wait are more than 64 MiB",
            "wait for the turn's end");
    waiting_bytes += bytes;
}

void Inbox::queue_say(Json fields)
{
    make_room_for(size_of(fields));
    const bool steers = busy == Busy::turn && fields.value("when", "now") == "now";
    tell_said(channel, fields, busy == Busy::no ? SaidState::sent : SaidState::waiting);
    (steers ? steering : says).push_back(std::move(fields));
}

void Inbox::queue_command(Json fields)
{
    if (do_at_once && do_at_once(fields))
        return;
    const std::string line = fields.at("line");
    wait_for_turn(std::move(fields), line);
}

// A command of a shell: it does not change files beside the model.
void Inbox::queue_run(Json fields)
{
    const std::string line
        = (fields.value("tell", true) ? "!" : "!!") + fields.at("command").get<std::string>();
    if (remember)
        remember(line);
    wait_for_turn(std::move(fields), line);
}

void Inbox::wait_for_turn(Json fields, const std::string& line)
{
    make_room_for(size_of(fields));
    if (busy != Busy::no)
        channel.event(channel::Note {line + " waits"});
    says.push_back(std::move(fields));
}

// Of a say; else it is a command.
static bool is_message(const Json& fields)
{
    return !fields.contains("line") && !fields.contains("command");
}

// The message that was said last, if it still waits.
void Inbox::take_last_back()
{
    std::deque<Json>& from = !says.empty() ? says : steering;
    if (from.empty() || !is_message(from.back()))
        throw ToolError(Code::not_found, "no message waits");
    const Json say = std::move(from.back());
    from.pop_back();
    waiting_bytes -= size_of(say);
    tell_said(channel, say, SaidState::taken_back);
}

void Inbox::queue_call(Json fields)
{
    const std::string& id = fields.at("id").get_ref<const std::string&>();
    const auto has_id = [&](const Json& call) { return call.at("id") == id; };
    if (running.contains(id) || std::any_of(calls.begin(), calls.end(), has_id))
        throw ToolError(Code::conflict, "a call " + text::in_quotes(id) + " has not ended yet",
            "give each call an id of its own");
    make_room_for(size_of(fields));
    calls.push_back(std::move(fields));
}

void Inbox::take_call_back(const Json& call)
{
    channel.event(channel::Result {.id = call.at("id"),
        .tool = call.at("tool"),
        .code = std::string(system::wire_name(Code::permission_denied)),
        .content = "the call was not run: it was cancelled"});
}

// Whoever interrupts wants nothing to continue that has been said before.
bool Inbox::take_all_back()
{
    const bool has_waiting = !says.empty() || !steering.empty() || !calls.empty();
    for (const auto& say : take_steering())
        tell_said(channel, say, SaidState::taken_back);
    while (const auto say = take_say())
        if (is_message(*say))
            tell_said(channel, *say, SaidState::taken_back);
    for (const auto& call : take_calls()) {
        take_call_back(call);
        end_call(call.at("id"));
    }
    return has_waiting;
}

void Inbox::cancel_one(const std::string& id)
{
    const auto waits = [&](const Json& call) { return call.at("id") == id; };
    if (const auto found = std::find_if(calls.begin(), calls.end(), waits); found != calls.end()) {
        take_call_back(*found);
        waiting_bytes -= size_of(*found);
        calls.erase(found);
    } else if (!cancel_call || !cancel_call(id)) {
        throw ToolError(Code::not_found, "no call " + text::in_quotes(id) + " is under way");
    }
}

// Returns whether what runs has to end.
bool Inbox::interrupt(const Json& fields)
{
    if (fields.contains("id")) {
        cancel_one(fields.at("id"));
        return false;
    }
    const bool is_running = busy == Busy::turn || busy == Busy::calls;
    if (!take_all_back() && !is_running)
        throw ToolError(Code::not_found, "nothing runs that could be interrupted");
    return is_running;
}

std::optional<Json> Inbox::take_say()
{
    // What came too late for the turn before begins the next one.
    std::deque<Json>& from = !steering.empty() ? steering : says;
    if (from.empty())
        return std::nullopt;
    Json fields = std::move(from.front());
    from.pop_front();
    waiting_bytes -= size_of(fields);
    return fields;
}

std::vector<Json> Inbox::take_steering()
{
    std::vector<Json> all(
        std::make_move_iterator(steering.begin()), std::make_move_iterator(steering.end()));
    steering.clear();
    for (const auto& fields : all)
        waiting_bytes -= size_of(fields);
    return all;
}

std::vector<Json> Inbox::take_calls()
{
    std::vector<Json> all = std::exchange(calls, {});
    for (const auto& fields : all) {
        waiting_bytes -= size_of(fields);
        running.insert(fields.at("id"));
    }
    return all;
}

}
