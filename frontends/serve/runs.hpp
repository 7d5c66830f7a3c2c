#pragma once

#include "frontends/serve/run.hpp"
#include "frontends/serve/run_files.hpp"
#include "frontends/serve/run_id.hpp"
#include "frontends/serve/spawner.hpp"
#include "toolkit/io/event_loop.hpp"
#include "toolkit/system/cancel.hpp"

#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace frontends::serve {

// All runs of a server: those that are under way in memory, those that have ended in files.
class Runs {
public:
    using Clock = system::Watch::Clock;

    // Ends, as lost, those that an earlier server has left. `spawner` is the socket of that
    // process.
    Runs(const Settings& settings, const File& state, const File& spawner);

    // By a key of the client (empty: none) a request begins one run, however often it comes:
    // `body` is its hash.
    struct Once {
        std::string key = {};
        std::string body = {};
    };

    // The id of the run. Throws a Refusal if too many run or wait, its session is in use, the key
    // is that of another request or descriptors are short, and what RunFiles does.
    std::string begin(RunRequest request, const Json& kept, const Once& once);

    // One that is under way, or null.
    Run* find(const std::string& id);

    // The run that has this session, or will have it; empty: none.
    std::string holder_of(const std::string& session) const;

    // Throws a Refusal if there is one.
    void require_free(const std::string& session) const;

    // As Run::shown(), also of one that has ended; null if there is none.
    Json shown(const std::string& id);

    // The events of any run; null if there is none.
    std::shared_ptr<EventLog> events_of(const std::string& id);

    std::vector<RunId> ids() const { return files.ids(); }

    // Does nothing if it has ended.
    void cancel(Run& run);

    enum class Which { queued, all };
    void cancel_all(Which which);

    // A worker did not end when it was told to.
    bool has_killed() const { return is_killer; }

    // Of one that has ended.
    void remove(const std::string& id);

    std::size_t under_way() const { return runs.size(); }

    // Those that do nothing but wait for answers, and have not been cancelled.
    std::size_t count_waiting() const;

    // Of this server, by name: also those that it has none of.
    CountsByName count_by_state() const;
    CountsByName count_asks() const; // that are open, by kind
    const Counts& counted() const { return counts; }

    // Tries what the disk has not taken, and something new.
    bool can_keep_more() { return keep_all() && files.can_be_written(); }

    // The spawner is gone: nothing can be run any more.
    bool is_cut_off() const { return has_no_spawner; }

    // Returns the runs that have sent something or have ended since the last call.
    std::set<std::string> take_changed() { return std::exchange(changed, {}); }

    void watch(system::Watch& watch) const;
    void step(const system::Watch& watch);

private:
    using Worker = std::uint32_t; // its number

    void step(Run& run);
    void look_at_end(const Run& run);
    void require_free_run(const std::string& run_id) const;
    void take_reports();
    void hear(const Report& report, std::vector<File> passed);
    void end(Run& run, std::int32_t status, const std::string& why);
    void start_queued();
    void kill_stuck();
    void forget_old();
    void forget_if_old(const std::string& id);
    bool keep_all();
    void order(const Order& order) const;
    void end_lost(const std::string& id);
    std::size_t count_running() const;
    std::size_t count_working() const { return runs.size() - queued.size(); }
    bool may_start_one() const;
    bool has_descriptors_for_another() const;
    Run* of_worker(Worker worker);

    const Settings& settings;
    RunFiles files;
    const File& spawner;
    Counts counts;
    io::EventLoop loop; // the workers, and the spawner
    io::EventLoop::Source reports; // of the spawner
    bool has_reports = false;
    TimesOfIds times;
    std::map<std::string, std::unique_ptr<Run>> runs; // under way, by id: the oldest first
    std::set<std::string> queued; // those without a worker
    std::map<Worker, Run*> workers; // the others
    std::set<std::string> changed;
    io::Timers<Worker> ends; // of those that were cancelled, at the latest
    // Of those that have ended, what the disk has not taken.
    std::map<std::string, std::shared_ptr<EventLog>> unkept;
    Worker last_worker = 0;
    bool has_no_spawner = false;
    bool is_killer = false;
    Clock::time_point next_cleaning = {};
    std::vector<RunId> to_look_at; // of a cleaning that goes on
    std::uint64_t bytes_kept = 0; // of those that it has looked at
};

}
