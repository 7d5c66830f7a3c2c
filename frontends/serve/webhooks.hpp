#pragma once

#include "frontends/serve/outbox.hpp"
#include "toolkit/io/event_loop.hpp"
#include "toolkit/json/json.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace frontends::serve {

// Webhooks of runs that have ended. Each is a file of the state directory until it was delivered or
// given up, so that the next server goes on with it.
class Webhooks {
public:
    using Delays = std::vector<std::chrono::milliseconds>;
    using Report = std::function<void(const std::string& text)>;

    // Reads the files that an earlier server has left. `delays` are the times between attempts.
    // Calls `report` with a message for the operator when it gives up a webhook. Throws as
    // system_error() does if the directory or a file cannot be read.
    Webhooks(const File& state, Outbox& outbox, Delays delays, Report report);

    // Stores the webhook of a run, which is as Run::shown() returns it at its end. Must be called
    // before that end is stored: an end without a webhook would never be sent. If the file cannot
    // be written, the webhook is sent by this server only.
    void add(const Json& run);

    // Removes the webhook of a run that continues; does nothing if there is none. Must be called
    // before its first attempt by this object.
    void withdraw(const std::string& run) { forget(run); }

    std::size_t pending() const { return all.size(); }
    std::uint64_t delivered() const { return delivered_count; }
    std::uint64_t given_up() const { return given_up_count; }

    void watch(system::Watch& watch) const;

    // Begins the attempts that are due.
    void step();

private:
    using Clock = system::Watch::Clock; // not that of the system, which may be set

    struct Pending {
        std::string body;
        std::size_t attempts = 0; // that have begun
        Clock::time_point first = {}; // time of the first attempt, if there was one
        Clock::time_point due = {}; // time of the next attempt
    };

    std::optional<Pending> read(const std::string& run) const;
    void load(const std::string& run);
    void keep(const std::string& run, const Pending& pending) const;
    void attempt(const std::string& run);
    void finish(const std::string& run, const Outbox::Result& result);
    void give_up(const std::string& run, const std::string& why);
    void forget(const std::string& run);
    Delays::value_type delay_after(std::size_t attempts) const;

    File directory;
    Outbox& outbox;
    Delays delays;
    Report report;
    std::map<std::string, Pending> all; // by id of the run
    io::Timers<std::string> timers;
    std::deque<std::string> due; // runs whose time has come
    std::size_t under_way = 0;
    std::uint64_t delivered_count = 0;
    std::uint64_t given_up_count = 0;
};

// Returns the body of the webhook: {"type":"run.ended","timestamp","data"}, where `data` is the run
// without its asks, and of its result only the fields that are not contents of the conversation.
std::string webhook_body(const Json& run);

// Parses --webhook-delays: up to four durations with commas between them, of at most 55 minutes
// together. Throws BAD_REQUEST.
Webhooks::Delays parse_webhook_delays(std::string_view value);

}
