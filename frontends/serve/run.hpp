#pragma once

#include "frontends/serve/event_log.hpp"
#include "frontends/serve/metrics.hpp"
#include "frontends/serve/open_work.hpp"
#include "frontends/serve/run_request.hpp"
#include "toolkit/io/event_loop.hpp"
#include "toolkit/io/line_reader.hpp"
#include "toolkit/io/output_queue.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/system/cancel.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace frontends::serve {

// A run from its request to its end: what it has told, and what its worker has still to be told.
class Run {
public:
    using Clock = system::Watch::Clock;

    enum class State { queued, starting, running, waiting, ended };

    // What it has of its server.
    struct Shared {
        const Settings& settings;
        Counts& counts; // gets what its worker tells
        io::EventLoop& loop;
        std::function<void(std::uint32_t worker)> on_ready; // when step() has to be called
    };
    Run(std::string id, RunRequest wanted, const Shared& shared, std::shared_ptr<EventLog> events);

    const std::string& id() const { return name; }
    const std::string& session() const { return request.session; }
    std::size_t profile() const { return request.profile; }
    std::size_t workspace() const { return request.workspace; }
    std::size_t workflow() const { return request.workflow; }
    const std::string& run_id() const { return request.run_id; }
    bool ends_without_readers() const { return request.ends_without_readers; }
    const std::shared_ptr<EventLog>& events() const { return log; }
    std::uint64_t last_seq() const { return seq; }
    const std::string& exit_reason() const { return result_reason; } // of one that has ended
    State state() const;
    bool is_cancelled() const { return cancelled_at.has_value(); }

    // The number of its worker, as the front has chosen it; 0: it has none.
    std::uint32_t worker = 0;
    bool is_killed = false;

    // Its worker is asked for, and is there.
    void ask_for_worker(std::uint32_t number);
    void connect(File to_worker, File from_worker);

    // The turn, and then the worker, shall end. Again, nothing.
    void cancel();

    // Send the worker what a client has sent. Throw BAD_REQUEST if the answer does not fit its ask,
    // TOO_LARGE, NOT_FOUND if there was no such ask, and CONFLICT if that has been answered
    // already, or the run has come to its end.
    void answer(const channel::Answer& answer);
    void say(const channel::Say& say);

    // Adds those that are open, by kind.
    void count_asks(CountsByName& kinds) const;

    // Since its request.
    Clock::duration age() const { return Clock::now() - begun_at; }

    // Is this ask open, and its answer a yes or a no to what the run does? Then it takes who may
    // approve.
    bool asks_for_approval(const std::string& ask) const;

    // Since it was cancelled.
    std::optional<Clock::time_point> cancelled_since() const { return cancelled_at; }

    // The worker has gone, or will never be there: writes the event `end`. `why` counts if the
    // worker has not told how the turn ended.
    void end(std::int32_t status, const std::string& why);

    // Must be called when the worker has sent or received something.
    void step();

    // {"id","state",…}, as every client gets it.
    Json shown() const;

private:
    class Events;
    class ConversationEvents;
    class WorkflowEvents;

    bool read_events();
    void take_lines();
    bool understand(std::string_view line);
    void hear_ask(const channel::Ask& ask, std::string_view line);
    void hear_end(const std::string& reason, std::string_view line);
    void send(const channel::HostMessage& message);
    void send(const std::string& line);
    void end_ask(const std::string& ask);
    void require_open() const;
    void write_to_worker();
    void leave_worker();
    static void close(File& pipe, io::EventLoop::Source& source);
    void fail(const std::string& why);
    void finish_if_done();

    std::string name;
    RunRequest request;
    std::string profile_name;
    std::string workspace_name;
    std::shared_ptr<EventLog> log;
    Counts& counts;
    io::EventLoop& loop;
    std::function<void(std::uint32_t worker)> on_ready;
    OpenWork work;
    Clock::time_point begun_at = Clock::now();
    std::string created;
    std::string started;
    std::string ended;
    std::uint64_t seq = 0;
    OpenAsks asks;
    std::set<std::string> ended_asks;
    std::size_t unheard; // messages that no turn has begun with, or taken
    bool is_finishing = false; // its worker has been told to end
    Json result; // of the last turn, or of the workflow: the event without its head; null: none
    std::string result_reason; // its "exitReason"
    std::optional<channel::Error> problem; // the last one
    std::optional<Clock::time_point> cancelled_at = {};
    File to_worker;
    File from_worker;
    io::EventLoop::Source writing; // these end before their pipes are closed
    io::EventLoop::Source reading;
    io::OutputQueue outgoing;
    io::LineReader incoming;
};

const char* name_of(Run::State state);

}
