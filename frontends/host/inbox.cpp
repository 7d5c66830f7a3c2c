#include "frontends/host/inbox.hpp"

#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>

namespace frontends::host {

using namespace agent;
using namespace toolkit;
using channel::SaidState;

static constexpr std::size_t max_waiting_bytes = 64 << 20;

void tell_said(Channel& channel, const channel::ScreenSay& say, channel::SaidState state)
{
    channel::Said said {.state = state, .id = say.id};
    if (const auto* const text = std::get_if<channel::SaidText>(&say.content))
        said.text = text->text;
    channel.event(said);
}

namespace {

struct RefusedAnswer : ToolError {
    RefusedAnswer(const ToolError& error, std::string ask)
        : ToolError(error)
        , ask(std::move(ask))
    {
    }
    std::string ask;
};

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
        return obey(*line);
    } catch (const RefusedAnswer& error) {
        if (!has_quit)
            channel.error(error, error.ask);
        return false;
    } catch (const ToolError& error) {
        // A client that has disconnected interrupts a command that is handled immediately.
        if (!has_quit)
            channel.error(error);
        return is_refused;
    }
}

// Refuses everything after an invalid first line, which may have been meant to narrow what the
// flags allow.
template<class Message>
Message Inbox::understood(const io::LineReader::Line& line)
{
    try {
        if (line.is_too_long)
            throw ToolError(Code::too_large, "the line is longer than 16 MiB");
        return channel::decode_message<Message>(line.text);
    } catch (const ToolError&) {
        is_refused = !is_begun;
        throw;
    }
}

// Returns true if the work in progress has to end.
bool Inbox::obey(const io::LineReader::Line& line)
{
    line_bytes = line.text.size();
    const auto take_it = [this](auto message) { return take(std::move(message)); };
    const bool has_to_end = client == Client::host
        ? std::visit(take_it, understood<channel::HostMessage>(line))
        : client == Client::screen
        ? std::visit(take_it, understood<channel::ScreenMessage>(line))
        : std::visit(take_it, understood<channel::WorkflowMessage>(line));
    is_begun = true;
    return has_to_end;
}

void Inbox::require_no_begin()
{
    if (!is_begun)
        return;
    is_refused = true;
    throw ToolError(Code::conflict, "begin is the first message, or there is none");
}

bool Inbox::take(channel::Begin message)
{
    require_no_begin();
    begin = std::move(message);
    return false;
}

bool Inbox::take(channel::BeginWorkflow message)
{
    require_no_begin();
    workflow_begin = std::move(message);
    return false;
}

void Inbox::make_room()
{
    if (line_bytes > max_waiting_bytes - waiting_bytes)
        throw ToolError(Code::too_large, "the messages that wait are more than 64 MiB",
            "wait for the turn's end");
    waiting_bytes += line_bytes;
}

template<class Message>
Message Inbox::taken(Queued<Message>& queued)
{
    waiting_bytes -= queued.bytes;
    return std::move(queued.message);
}

bool Inbox::take(channel::Say message)
{
    return take(channel::ScreenSay {.content = std::move(message.content),
        .context = std::move(message.context),
        .when = message.when,
        .id = std::move(message.id)});
}

bool Inbox::take(channel::ScreenSay message)
{
    if (remember) {
        const auto* const text = std::get_if<channel::SaidText>(&message.content);
        remember(text != nullptr ? text->text : "");
    }
    queue_say(std::move(message));
    return false;
}

void Inbox::queue_say(channel::ScreenSay say)
{
    make_room();
    const bool is_next = busy == Busy::turn && say.when == channel::When::next;
    const auto* const text = std::get_if<channel::SaidText>(&say.content);
    if (is_next && client == Client::screen && text != nullptr)
        channel.screen_event(channel::ChatSaid {SaidState::waiting, text->text, false, true});
    else
        tell_said(channel, say, busy == Busy::no ? SaidState::sent : SaidState::waiting);
    if (busy == Busy::turn && !is_next)
        steering.push_back({std::move(say), line_bytes});
    else
        nexts.push_back({std::move(say), line_bytes});
}

void Inbox::say(channel::ScreenSay say)
{
    line_bytes = channel::encode(channel::ScreenMessage(say)).size();
    queue_say(std::move(say));
}

bool Inbox::take(channel::SlashCommand message)
{
    if (remember)
        remember(message.line);
    if (do_at_once && do_at_once(message))
        return false;
    const std::string line = message.line;
    queue_command(std::move(message), line);
    return false;
}

// Queues the command, so that it does not change files while a model works.
bool Inbox::take(channel::ShellCommand message)
{
    const std::string line = (message.tell ? "!" : "!!") + message.command;
    if (remember)
        remember(line);
    queue_command(std::move(message), line);
    return false;
}

void Inbox::queue_command(Next command, const std::string& line)
{
    make_room();
    if (busy != Busy::no)
        channel.event(channel::Note {line + " waits"});
    nexts.push_back({std::move(command), line_bytes});
}

// Takes back the last message, if it has not been sent to the model.
bool Inbox::take(channel::TakeBack)
{
    channel::ScreenSay say;
    if (!nexts.empty() && std::holds_alternative<channel::ScreenSay>(nexts.back().message)) {
        say = std::get<channel::ScreenSay>(taken(nexts.back()));
        nexts.pop_back();
    } else if (nexts.empty() && !steering.empty()) {
        say = taken(steering.back());
        steering.pop_back();
    } else {
        throw ToolError(Code::not_found, "no message waits");
    }
    tell_said(channel, say, SaidState::taken_back);
    return false;
}

bool Inbox::take(channel::Call message)
{
    const auto has_id
        = [&](const Queued<channel::Call>& call) { return call.message.id == message.id; };
    if (running.contains(message.id) || std::any_of(calls.begin(), calls.end(), has_id))
        throw ToolError(Code::conflict,
            "a call " + text::in_quotes(message.id) + " has not ended yet",
            "give each call an id of its own");
    make_room();
    calls.push_back({std::move(message), line_bytes});
    return false;
}

bool Inbox::take(channel::Answer message)
{
    const std::string ask = message.id;
    try {
        asks.answer(std::move(message));
    } catch (const ToolError& error) {
        throw RefusedAnswer(error, ask);
    }
    return false;
}

bool Inbox::take(channel::Picked message)
{
    asks.pick(std::move(message));
    return false;
}

void Inbox::take_call_back(const channel::Call& call)
{
    channel.event(channel::Result {.id = call.id,
        .tool = call.tool,
        .code = std::string(system::wire_name(Code::permission_denied)),
        .content = "the call was not run: it was cancelled"});
}

// Takes back everything that is queued: an interrupt ends everything that was sent before it.
bool Inbox::take_all_back()
{
    const bool has_waiting = !nexts.empty() || !steering.empty() || !calls.empty();
    for (const auto& say : take_steering())
        tell_said(channel, say, SaidState::taken_back);
    while (const auto next = take_next())
        if (const auto* const say = std::get_if<channel::ScreenSay>(&*next))
            tell_said(channel, *say, SaidState::taken_back);
    for (const auto& call : take_calls()) {
        take_call_back(call);
        end_call(call.id);
    }
    return has_waiting;
}

void Inbox::cancel_one(const std::string& id)
{
    const auto waits = [&](const Queued<channel::Call>& call) { return call.message.id == id; };
    if (const auto found = std::find_if(calls.begin(), calls.end(), waits); found != calls.end()) {
        take_call_back(taken(*found));
        calls.erase(found);
    } else if (!cancel_call || !cancel_call(id)) {
        throw ToolError(Code::not_found, "no call " + text::in_quotes(id) + " is under way");
    }
}

bool Inbox::take(const channel::Interrupt& message)
{
    if (message.id) {
        cancel_one(*message.id);
        return false;
    }
    const bool is_running = busy == Busy::turn || busy == Busy::calls;
    if (!take_all_back() && !is_running)
        throw ToolError(Code::not_found, "nothing runs that could be interrupted");
    return is_running;
}

bool Inbox::take(channel::Quit)
{
    has_quit = true;
    return true;
}

bool Inbox::take(const Request& message)
{
    serve_screen(message);
    return false;
}

std::optional<Inbox::Next> Inbox::take_next()
{
    std::optional<Next> next;
    if (!steering.empty()) { // too late for the previous turn
        next = taken(steering.front());
        steering.pop_front();
    } else if (!nexts.empty()) {
        next = taken(nexts.front());
        nexts.pop_front();
    }
    return next;
}

std::vector<channel::ScreenSay> Inbox::take_steering()
{
    std::vector<channel::ScreenSay> all;
    for (auto& say : std::exchange(steering, {}))
        all.push_back(taken(say));
    return all;
}

std::vector<channel::Call> Inbox::take_calls()
{
    std::vector<channel::Call> all;
    for (auto& call : std::exchange(calls, {})) {
        all.push_back(taken(call));
        running.insert(all.back().id);
    }
    return all;
}

}
