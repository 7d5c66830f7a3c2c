#pragma once

#include "frontends/serve/feed.hpp"
#include "frontends/serve/notifications.hpp"
#include "frontends/serve/run.hpp"
#include "frontends/serve/run_files.hpp"
#include "frontends/serve/run_id.hpp"
#include "frontends/serve/run_index.hpp"
#include "frontends/serve/spawner.hpp"
#include "toolkit/io/event_loop.hpp"
#include "toolkit/system/cancel.hpp"

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace frontends::serve {

// All runs of a server: the current ones in memory, those that have ended in files.
class Runs {
public:
    using Clock = system::Watch::Clock;

    struct Others {
        const File& spawner; // socket of that process
        Notifications& notifications; // about the ends of runs
    };

    // Continues the runs that an earlier server has left in the queue or waiting, and ends the
    // other unfinished ones as lost. The arguments and what they refer to must outlive the object.
    Runs(const Settings& settings, const File& state, const Others& others);

    // An idempotency key of the client; empty for none. Requests with one key begin a single run.
    // `body` is the hash of the request.
    struct Once {
        std::string key = {};
        std::string body = {};
    };

    // Begins a run, and returns its id. Throws a Refusal if too many runs are in progress or
    // waiting, its session is in use, the key belongs to another request, or descriptors are short,
    // and what RunFiles throws.
    std::string begin(RunRequest request, const Json& kept, const Once& once);

    // Returns true if a kept run was begun with this key, by the same or by another request.
    bool has_key(const Once& once) const
    {
        return !once.key.empty() && !files.begun_by(once.key).id.empty();
    }

    // Returns a current run, or nullptr.
    Run* find(const std::string& id);

    // Returns the run that holds this session, or will hold it; empty if there is none.
    std::string holder_of(const std::string& session) const;

    // Throws a Refusal if a run holds this session. Does not name the run, which may be another
    // client's.
    void require_free(const std::string& session) const;

    // Returns Run::shown(), also for a run that has ended; null if it does not exist.
    Json shown(const std::string& id);

    // Returns the events of any run; null if it does not exist.
    std::shared_ptr<EventLog> events_of(const std::string& id);

    // The events of all runs, for readers of several runs.
    Feeds& all_feeds() { return feeds; }

    // Returns the owner of any run; nullptr if it does not exist.
    const std::string* owner_of(const std::string& id) const;

    // Returns true if a workflow run has this id, which its client or its worker has chosen.
    bool has_workflow_run(const std::string& run_id) const;

    // Return and record the owner of a workflow run.
    std::string owner_of_workflow_run(const std::string& run_id) const
    {
        return files.workflow_owners().owner_of(run_id);
    }
    void keep_workflow_run(const std::string& run_id, const std::string& owner) const
    {
        files.workflow_owners().keep(run_id, owner);
    }

    // Returns true if a current run has an open ask that requires the scope `approve`.
    bool asks_for_approval(const std::string& id) const
    {
        const auto found = runs.find(id);
        return found != runs.end() && found->second->asks_for_approval();
    }

    struct Wanted {
        RunIndex::Query from = {};
        std::string state = {}; // empty: any
        std::size_t limit = 0;
        bool is_asking = false; // only runs for which asks_for_approval() is true
    };
    // Returns the ids of runs, the latest first.
    std::vector<std::string> ids(const Wanted& wanted) const;

    // Cancels a run. Does nothing if it has ended.
    void cancel(Run& run);

    // Cancel the runs that are queued, or all; those that a later server can continue are left to
    // it.
    enum class Which { queued, all };
    void cancel_all(Which which);

    // Leaves the runs to a later server if all of them only wait.
    void suspend_waiting();

    // True if a worker did not end when it was asked to.
    bool has_killed() const { return is_killer; }

    // Removes a run that has ended. Returns false if its files cannot be removed.
    bool remove(const std::string& id);

    std::size_t under_way() const { return runs.size() - suspended.size(); }

    // Returns the number of runs that only wait for answers, and have not been cancelled.
    std::size_t count_waiting() const;

    // Returns the bytes of the files of all runs.
    std::uint64_t bytes() const;

    // Returns the number of runs of this server in each state, by name, including zeros.
    CountsByName count_by_state() const;
    CountsByName count_asks() const; // open questions, by kind
    const Counts& counted() const { return counts; }

    // Asks the spawner to read the configuration again.
    void reload() const;

    // Returns the settings that the spawner has read since the last call, or nullopt. They apply to
    // runs that begin later.
    std::optional<Settings> take_settings();

    // Tries to write the pending events and something new.
    bool can_keep_more() { return keep_all() && files.can_be_written(); }

    // True if the spawner has exited: no run can start any more.
    bool is_cut_off() const { return has_no_spawner; }

    // Returns the runs that have sent something or have ended since the last call.
    std::set<std::string> take_changed() { return std::exchange(changed, {}); }

    void watch(system::Watch& watch) const;
    void step(const system::Watch& watch);

private:
    using Worker = std::uint32_t; // the number of a worker

    void step(Run& run);
    void add_to_feeds(Run& run);
    void look_at_end(const Run& run);
    void require_free_run(const std::string& run_id) const;
    bool is_under_way(const std::string& run_id) const;
    void take_reports();
    void hear(const Report& report, std::vector<File> passed);
    void receive_settings(std::uint32_t number, const File& text);
    void end(Run& run, std::int32_t status, const std::string& why);
    void start_queued();
    void kill_stuck();
    void discard_old();
    bool is_too_much(RunIndex::Time ended) const;
    std::vector<std::string> current_ids(const Wanted& wanted) const;
    bool keep_all();
    void order(const Order& order) const;
    void load(const std::string& id);
    bool resume(const std::string& id, const std::shared_ptr<EventLog>& log);
    void add(const std::string& id, RunRequest request, std::shared_ptr<EventLog> events);
    void suspend(Run& run);
    void leave_all();
    void note_end(const std::string& id);
    Json end_lost(const std::string& id, const Json& request, EventLog& log);
    std::size_t count_running() const;
    std::size_t count_working() const { return runs.size() - queued.size(); }
    bool may_start_one() const;
    bool has_descriptors_for_another() const;
    Run* of_worker(Worker worker);

    const Settings& settings;
    const File& state;
    RunFiles files;
    RunIndex index;
    Feeds feeds;
    const File& spawner;
    Notifications& notifications;
    Counts counts;
    io::EventLoop loop; // for the workers and the spawner
    io::EventLoop::Source reports; // reports of the spawner
    bool has_reports = false;
    TimesOfIds times;
    std::map<std::string, std::unique_ptr<Run>> runs; // current runs by id, the oldest first
    std::set<std::string> queued; // runs without a worker
    std::set<std::string> suspended; // runs that are left to a later server
    std::map<Worker, Run*> workers; // all other runs
    std::set<std::string> changed;
    io::Timers<Worker> ends; // when cancelled runs end at the latest
    // Logs of runs that have ended with events that could not be written yet.
    std::map<std::string, std::shared_ptr<EventLog>> unkept;
    Worker last_worker = 0;
    std::uint32_t generation = 0; // of the settings
    std::optional<Settings> new_settings = {};
    bool has_no_spawner = false;
    bool is_killer = false;
    Clock::time_point next_cleaning = {};
};

}
