#pragma once

#include "agent/channel/codec.hpp"
#include "frontends/host/asks.hpp"
#include "frontends/host/channel.hpp"

#include <cstddef>
#include <deque>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace frontends::host {

using namespace agent;
using namespace toolkit;

// The sender of the messages: a program; the screen of a chat, whose run begins without a message;
// or a program that runs a workflow, which sends no messages for a model.
enum class Client { host, screen, workflow_host };

// Queues the messages of a client, up to 64 MiB. Messages that neither go to the model nor change a
// turn are handled immediately.
class Inbox {
public:
    // A message that begins a turn, or a command. The message of a host is a ScreenSay without
    // mentions; only screens send commands.
    using Next = std::variant<channel::ScreenSay, channel::SlashCommand, channel::ShellCommand>;

    // A request of a screen that is neither a message nor a command.
    using Request = std::variant<channel::Complete, channel::EditText, channel::Suspend,
        channel::TerminalLent, channel::NextMode, channel::PastedPaths, channel::PasteImage>;

    // The arguments must outlive the inbox. A screen sends no begin.
    Inbox(Channel& channel, ChannelAsks& asks, Client client = Client::host);

    // The work in progress, and a function that cancels one of its calls and returns false if no
    // call has this id.
    enum class Busy { no, starting, turn, calls };
    Busy busy = Busy::no;
    std::function<bool(const std::string& id)> cancel_call;

    // Runs a command of a screen that neither asks the model nor affects a turn. Returns false for
    // other commands, which are queued. May be empty.
    std::function<bool(const channel::SlashCommand& command)> do_at_once;

    // Handles a request of a screen immediately.
    std::function<void(const Request& request)> serve_screen;

    // Receives each message and command that the operator types in a chat. May be empty.
    std::function<void(const std::string& text)> remember;

    bool has_begun() const { return is_begun; } // a message has begun the run
    bool is_over() const { return has_quit; }
    // The first line or a begin message: the run ends.
    bool has_refused() const { return is_refused; }

    // The first message, if it was a begin.
    std::optional<channel::Begin> begin;
    std::optional<channel::BeginWorkflow> workflow_begin;

    // Returns the next message or command for a turn of its own; nullopt if none is queued.
    std::optional<Next> take_next();

    // Queues a message as if the client had sent it.
    void say(channel::ScreenSay say);

    // Returns the messages for the next request of the current turn.
    std::vector<channel::ScreenSay> take_steering();

    // Returns the calls that the host has requested. Each is in progress until end_call().
    std::vector<channel::Call> take_calls();
    void end_call(const std::string& id) { running.erase(id); }

private:
    template<class Message>
    struct Queued {
        Message message;
        std::size_t bytes; // size of its line
    };

    bool hear(const io::LineReader::Line* line);
    bool obey(const io::LineReader::Line& line);
    template<class Message>
    Message understood(const io::LineReader::Line& line);

    // Handle a message. Return true if the work in progress has to end.
    bool take(channel::Begin message);
    bool take(channel::BeginWorkflow message);
    bool take(channel::Say message);
    bool take(channel::ScreenSay message);
    bool take(channel::Call message);
    bool take(channel::Answer message);
    bool take(const channel::Interrupt& message);
    bool take(channel::Quit message);
    bool take(channel::TakeBack message);
    bool take(channel::Picked message);
    bool take(channel::SlashCommand message);
    bool take(channel::ShellCommand message);
    bool take(const Request& message);

    void require_no_begin();
    void queue_say(channel::ScreenSay say);
    void queue_command(Next command, const std::string& line);
    void cancel_one(const std::string& id);
    bool take_all_back();
    void take_call_back(const channel::Call& call);
    void make_room();
    template<class Message>
    Message taken(Queued<Message>& queued);

    Channel& channel;
    ChannelAsks& asks;
    Client client;
    bool is_begun;
    bool has_quit = false;
    bool is_refused = false;
    std::size_t line_bytes = 0; // size of the line that is being handled
    std::deque<Queued<Next>> nexts;
    std::deque<Queued<channel::ScreenSay>> steering; // for the current turn
    std::vector<Queued<channel::Call>> calls;
    std::set<std::string> running; // ids of the calls that were taken
    std::size_t waiting_bytes = 0; // size of all queued messages
};

// Sets Inbox::busy during its lifetime.
class BusyWith {
public:
    BusyWith(Inbox& inbox, Inbox::Busy what)
        : inbox(inbox)
    {
        inbox.busy = what;
    }
    BusyWith(const BusyWith&) = delete;
    BusyWith& operator=(const BusyWith&) = delete;
    ~BusyWith() { inbox.busy = Inbox::Busy::no; }

private:
    Inbox& inbox;
};

// Writes the event {"event":"said"} with the state of a message.
void tell_said(Channel& channel, const channel::ScreenSay& say, channel::SaidState state);

}
