#pragma once

#include "frontends/serve/event_log.hpp"
#include "frontends/serve/metrics.hpp"
#include "frontends/serve/notifications.hpp"
#include "frontends/serve/open_work.hpp"
#include "frontends/serve/run_files.hpp"
#include "frontends/serve/run_request.hpp"
#include "toolkit/io/event_loop.hpp"
#include "toolkit/io/line_reader.hpp"
#include "toolkit/io/output_queue.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/system/cancel.hpp"
#include "toolkit/system/error.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace frontends::serve {

// A run from its request to its end: the events of its worker, and the messages that the worker has
// not received yet.
class Run {
public:
    using Clock = system::Watch::Clock;

    enum class State { queued, starting, running, waiting, ended };

    // State of the server that all runs share.
    struct Shared {
        const Settings& settings;
        Counts& counts; // updated by events of the worker
        io::EventLoop& loop;
        std::function<void(std::uint32_t worker)> on_ready; // called when step() is needed
        Notifications& notifications; // about the end of the run
        const RunFiles& files;
    };
    Run(std::string id, RunRequest wanted, const Shared& shared, std::shared_ptr<EventLog> events);

    const std::string& id() const { return name; }
    const std::string& session() const { return request.session; }
    const std::string& owner() const { return request.owner; } // Caller::owner
    std::size_t profile() const { return request.profile; }
    std::size_t workspace() const { return request.workspace; }
    std::size_t workflow() const { return request.workflow; }
    const std::string& run_id() const { return request.run_id; }

    // Returns the id that the worker has chosen for its workflow run, once. Empty in later calls,
    // before the worker has chosen it, and if the client has chosen it.
    std::string take_new_run_id() { return std::exchange(new_run_id, {}); }
    std::uint32_t generation() const { return request.generation; }
    std::uint64_t last_event() const { return request.last_event; }
    bool has_own_conversation() const { return request.has_own_conversation(); }

    // Returns true if a later server can continue the run where it is now: it is queued, or asks
    // something. In a workflow, nothing else may be in progress.
    bool can_continue() const;

    // Returns true if a later server can continue the run at some time, unless it is cancelled.
    bool may_continue() const { return request.can_continue; }

    // Leaves the run to a later server: closes the pipes to the worker, which must be killed. It
    // takes no more answers.
    void suspend();
    bool ends_without_readers() const { return request.ends_without_readers; }
    const std::shared_ptr<EventLog>& events() const { return log; }
    std::uint64_t last_seq() const { return seq; }
    const std::string& exit_reason() const { return result_reason; } // of a run that has ended
    State state() const;
    bool is_cancelled() const { return cancelled_at.has_value(); }

    // The number of its worker, chosen by the front; 0 if it has no worker.
    std::uint32_t worker = 0;
    bool is_killed = false;

    // The events that the feeds have: the number of the last one, and their bytes.
    std::uint64_t seq_in_feeds = 0;
    std::uint64_t bytes_in_feeds = 0;

    // Record that its worker was ordered, and that it has started.
    void ask_for_worker(std::uint32_t number);
    void connect(File to_worker, File from_worker);

    // Asks the worker to end its turn and then itself, and returns immediately. Further calls have
    // no effect.
    void cancel();

    // Send a message of a client to the worker. Throw BAD_REQUEST if the answer does not fit its
    // question, TOO_LARGE, NOT_FOUND if there is no such question, and CONFLICT if it has been
    // answered already, or the run has ended.
    void answer(const channel::Answer& answer);

    // True while the worker checks an answer with arguments, which ends the question or is refused.
    bool is_checking(const std::string& ask) const;

    // Returns why the worker has refused the last answer with arguments to this open question, or
    // nullopt.
    std::optional<channel::Error> refusal_of(const std::string& ask) const;

    void say(const channel::Say& say);

    // Adds the numbers of this run's open questions to `kinds`, by kind.
    void count_asks(CountsByName& kinds) const;

    // Returns the time since its request.
    Clock::duration age() const { return Clock::now() - begun_at; }

    // True if `ask` is open and asks for an approval or a yes/no confirmation. Answering it
    // requires the `approve` scope.
    bool asks_for_approval(const std::string& ask) const;

    // Returns true if any ask is open that requires the `approve` scope.
    bool asks_for_approval() const;

    // Returns the error for an answer to an unknown question.
    static ToolError unknown_ask(const std::string& ask);

    // Returns when it was cancelled; nullopt if it was not.
    std::optional<Clock::time_point> cancelled_since() const { return cancelled_at; }

    // Ends the run when its worker has exited, or cannot be started: writes the event `end`. `why`
    // is the reason if the worker has not reported one.
    void end(std::int32_t status, const std::string& why);

    // Must be called when the worker has sent or received something.
    void step();

    // Returns {"id","state",…} for clients.
    Json shown() const;

    // Returns shown() for a client that may only approve: other asks are left out.
    Json shown_to_approver() const;

private:
    class Events;
    class ConversationEvents;
    class WorkflowEvents;

    bool read_events();
    void take_lines();
    bool understand(std::string_view line);
    void on_ask(const channel::Ask& ask, std::string_view line);
    void on_asked(const channel::Asked& asked);
    void on_error(const channel::Error& error);
    void on_end(const std::string& reason, std::string_view line);
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
    Notifications& notifications;
    const RunFiles& files;
    std::unique_ptr<RunSpans> spans; // null: no traces
    OpenWork work;
    Clock::time_point begun_at = Clock::now();
    std::string created;
    std::string started;
    std::string ended;
    std::uint64_t seq = 0;
    OpenAsks asks;
    std::set<std::string> ended_asks;
    // Open questions with an answer that has arguments: the error of the worker, or nullopt while
    // it checks the answer.
    std::map<std::string, std::optional<channel::Error>> checked;
    std::string new_run_id;
    std::size_t unheard; // messages that no turn has begun with or received
    bool is_finishing = false; // its worker was asked to end
    bool is_suspended = false;
    // The end of the last turn, or of the workflow: the event without its head; null if there is
    // none.
    Json result;
    std::string result_reason; // its "exitReason"
    std::optional<channel::Error> problem; // the last error
    std::optional<Clock::time_point> cancelled_at = {};
    File to_worker;
    File from_worker;
    io::EventLoop::Source writing; // sources end before their pipes are closed
    io::EventLoop::Source reading;
    io::OutputQueue outgoing;
    io::LineReader incoming;
};

const char* name_of(Run::State state);

}
