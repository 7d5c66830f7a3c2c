#pragma once

#include "frontends/host/asks.hpp"
#include "frontends/host/channel.hpp"
#include "frontends/host/message.hpp"
#include "toolkit/json/json.hpp"

#include <cstddef>
#include <deque>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace frontends::host {

using namespace toolkit;

// What a host has said and nobody has dealt with yet. What asks or changes nothing of a turn is
// done at once: answers, and what is not understood; the rest waits here.
class Inbox {
public:
    // A screen needs no begin: it has begun.
    Inbox(Channel& channel, ChannelAsks& asks, Client client = Client::host);

    // What runs now, and how one of its calls is ended, or one more is begun.
    enum class Busy { no, starting, turn, calls };
    Busy busy = Busy::no;
    std::function<bool(const std::string& id)> cancel_call;

    // Does a command of a screen that asks or changes nothing of what runs. Returns whether it was
    // one; the others wait.
    std::function<bool(const Json& fields)> do_at_once;

    // Does what else a screen wants, at once.
    std::function<void(Verb verb, const Json& fields)> serve_screen;

    // Hears what the operator says in a chat: messages and commands.
    std::function<void(const std::string& text)> remember;

    bool has_begun() const { return is_begun; } // by any message
    bool is_over() const { return has_quit; }
    bool has_refused() const { return is_refused; } // the first line, or a begin: the end

    std::optional<Json> begin; // the fields of the first message, if it is a begin

    // The next turn's message, or the next command of a screen, which has "line", or "command" for
    // one of a shell; nothing if none waits.
    std::optional<Json> take_say();

    // As the client would have said it.
    void say(Json fields) { queue_say(std::move(fields)); }

    // Messages for the next request of the turn that runs.
    std::vector<Json> take_steering();

    // The calls that the host has made; each runs until its end is reported.
    std::vector<Json> take_calls();
    void end_call(const std::string& id) { running.erase(id); }

private:
    bool hear(const io::LineReader::Line* line);
    HostMessage understood(const io::LineReader::Line& line);
    bool obey(HostMessage message);
    void queue_say(Json fields);
    void queue_call(Json fields);
    void queue_command(Json fields);
    void queue_run(Json fields);
    void wait_for_turn(Json fields, const std::string& line);
    void take_last_back();
    bool interrupt(const Json& fields);
    void cancel_one(const std::string& id);
    bool take_all_back();
    void take_call_back(const Json& call);
    void make_room_for(std::size_t bytes);

    Channel& channel;
    ChannelAsks& asks;
    Client client;
    bool is_begun;
    bool has_quit = false;
    bool is_refused = false;
    std::deque<Json> says; // for the next turns
    std::deque<Json> steering; // for this one
    std::vector<Json> calls;
    std::set<std::string> running; // ids of those that were taken
    std::size_t waiting_bytes = 0; // of all of them
};

// What runs now, as long as this lives.
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

// {"event":"said"}: what became of a message.
void tell_said(Channel& channel, const Json& say, channel::SaidState state);

}
