#include "frontends/serve/runs.hpp"

#include "frontends/serve/process_figures.hpp"
#include "frontends/serve/refusal.hpp"
#include "frontends/serve/run_id.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/cancel.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>

namespace frontends::serve {

using namespace std::chrono_literals;

static constexpr auto patience_with_cancelled = 10s;

static std::set<std::string> tools_in(const Settings& settings)
{
    std::set<std::string> names;
    for (const auto& profile : settings.profiles)
        for (const auto& tool : json::member(profile.tools, "tools"))
            names.insert(json::string_member(tool, "name"));
    return names;
}

Runs::Runs(const Settings& settings, const File& state, const Others& others)
    : settings(settings)
    , state(state)
    , files(state)
    , feeds([this](const std::string& id) { return events_of(id); })
    , spawner(others.spawner)
    , notifications(others.notifications)
    , counts(tools_in(settings))
    , reports(loop.add(spawner.descriptor(), [this](std::uint32_t) { has_reports = true; }))
    , times({})
{
    if (!reports.await(EPOLLIN))
        throw system::system_error("cannot wait for the spawner");
    const std::vector<RunId> ids = files.ids();
    for (const auto& id : ids)
        load(id.text());
    if (!ids.empty())
        times = TimesOfIds(time_of_run_id(ids.back().text()));
}

static bool only_waits(const Run& run)
{
    return run.state() == Run::State::waiting && !run.is_cancelled();
}

std::size_t Runs::count_waiting() const
{
    return static_cast<std::size_t>(std::count_if(
        runs.begin(), runs.end(), [](const auto& entry) { return only_waits(*entry.second); }));
}

std::size_t Runs::count_running() const
{
    return static_cast<std::size_t>(std::count_if(runs.begin(), runs.end(), [](const auto& entry) {
        return entry.second->state() != Run::State::queued && !only_waits(*entry.second);
    }));
}

// True if one more run may start. A run whose question is answered runs again, so a few more than
// --max-runs may run.
bool Runs::may_start_one() const
{
    return !has_no_spawner && count_running() < static_cast<std::size_t>(settings.max_runs)
        && count_working() < static_cast<std::size_t>(settings.max_runs + settings.max_waiting);
}

CountsByName Runs::count_asks() const
{
    CountsByName kinds {
        {"approval", 0}, {"form", 0}, {"hostTool", 0}, {"open-url", 0}, {"question", 0}};
    for (const auto& [id, run] : runs)
        run->count_asks(kinds);
    return kinds;
}

CountsByName Runs::count_by_state() const
{
    CountsByName states;
    for (const auto state : {Run::State::queued, Run::State::running, Run::State::waiting})
        states[name_of(state)] = 0;
    for (const auto& [id, run] : runs)
        ++states[name_of(run->state())];
    states[name_of(Run::State::ended)] = index.size() - runs.size();
    return states;
}

std::string Runs::holder_of(const std::string& session) const
{
    for (const auto& one : runs)
        if (!session.empty() && one.second->session() == session)
            return one.first;
    return {};
}

void Runs::require_free(const std::string& session) const
{
    if (!holder_of(session).empty())
        throw Refusal(409, "CONFLICT",
            "the session " + text::in_quotes(session) + " is in use by a run",
            "wait until that has ended, or cancel it");
}

// Throws a Refusal if another run has this id: a run of a workflow continues in one process.
void Runs::require_free_run(const std::string& run_id) const
{
    if (!run_id.empty() && is_under_way(run_id))
        throw Refusal(409, "CONFLICT",
            "the run " + text::in_quotes(run_id) + " of a workflow is under way",
            "wait until that has ended, or cancel it");
}

bool Runs::is_under_way(const std::string& run_id) const
{
    return std::any_of(runs.begin(), runs.end(),
        [&](const auto& entry) { return entry.second->run_id() == run_id; });
}

bool Runs::has_workflow_run(const std::string& run_id) const
{
    const std::string directory = "workflows/" + run_id;
    struct stat status { };
    return is_under_way(run_id)
        || fstatat(state.descriptor(), directory.c_str(), &status, AT_SYMLINK_NOFOLLOW) == 0;
}

// Descriptors that runs may not use: for connections, and for the files that requests read.
static constexpr std::size_t descriptors_for_requests = 8;

// Counts a log and two pipes to the worker for each run. A run that is starting lacks its pipes.
bool Runs::has_descriptors_for_another() const
{
    const auto starting = std::count_if(runs.begin(), runs.end(),
        [](const auto& run) { return run.second->state() == Run::State::starting; });
    return can_open(descriptors_for_requests + 3 + 2 * static_cast<std::size_t>(starting));
}

std::string Runs::begin(RunRequest request, const Json& kept, const Once& once)
{
    const auto begun = once.key.empty() ? RunFiles::Begun {} : files.begun_by(once.key);
    if (!begun.id.empty() && begun.body == once.body)
        return begun.id;
    if (!begun.id.empty())
        throw Refusal(409, "CONFLICT", "another request has come with this Idempotency-Key",
            "each request needs a key of its own");
    if (!may_start_one() && queued.size() >= static_cast<std::size_t>(settings.max_queued))
        throw busy(429, "too many runs wait already");
    require_free(request.session);
    require_free_run(request.run_id);
    if (!keep_all())
        throw busy(503, "the state directory takes no more");
    if (!has_descriptors_for_another())
        throw busy(503, "the server has no file descriptors left for another run");
    request.generation = generation;
    std::string id = new_run_id(times.next(std::chrono::system_clock::now()));
    if (!once.key.empty())
        files.keep_key(once.key, {id, once.body});
    auto events = files.make(id, kept);
    add(id, std::move(request), std::move(events));
    feeds.add_begun(RunId(id), runs[id]->owner());
    start_queued();
    return id;
}

// Adds a run to the queue.
void Runs::add(const std::string& id, RunRequest request, std::shared_ptr<EventLog> events)
{
    const auto on_ready = [this](Worker worker) {
        if (Run* const run = of_worker(worker))
            step(*run);
    };
    runs[id] = std::make_unique<Run>(id, std::move(request),
        Run::Shared {settings, counts, loop, on_ready, notifications, files}, std::move(events));
    index.add(RunId(id), runs[id]->owner(), runs[id]->session());
    queued.insert(id);
}

Run* Runs::find(const std::string& id)
{
    const auto found = runs.find(id);
    return found == runs.end() ? nullptr : found->second.get();
}

Json Runs::shown(const std::string& id)
{
    if (const Run* const run = find(id))
        return run->shown();
    const auto log = events_of(id);
    return log ? end_of(*log) : Json();
}

std::shared_ptr<EventLog> Runs::events_of(const std::string& id)
{
    if (const Run* const run = find(id))
        return run->events();
    if (const auto found = unkept.find(id); found != unkept.end())
        return found->second;
    auto log = files.events_of(id);
    if (log)
        log->is_complete = true;
    return log;
}

void Runs::cancel(Run& run)
{
    if (run.may_continue())
        files.mark_cancelled(run.id());
    if (run.state() == Run::State::queued || suspended.contains(run.id()))
        return end(run, 130, "interrupted");
    run.cancel();
    look_at_end(run);
}

void Runs::look_at_end(const Run& run)
{
    if (run.cancelled_since() && !run.is_killed)
        ends.set(run.worker, *run.cancelled_since() + patience_with_cancelled);
}

void Runs::cancel_all(Which which)
{
    std::vector<Run*> all;
    for (const auto& [id, run] : runs)
        if (!suspended.contains(id) && (which == Which::all || run->state() == Run::State::queued))
            all.push_back(run.get());
    for (Run* const run : all)
        if (run->can_continue())
            suspend(*run);
        else
            cancel(*run);
}

// Kills the worker: if it ended in order, it would end the calls that wait.
void Runs::suspend(Run& run)
{
    if (run.worker != 0)
        order({Order::kill, run.worker});
    queued.erase(run.id());
    workers.erase(run.worker);
    ends.forget(run.worker);
    run.suspend();
    suspended.insert(run.id());
    changed.insert(run.id());
}

void Runs::suspend_waiting()
{
    std::vector<Run*> waiting;
    for (const auto& [id, run] : runs)
        if (!suspended.contains(id)) {
            if (run->state() != Run::State::waiting || !run->can_continue())
                return;
            waiting.push_back(run.get());
        }
    for (Run* const run : waiting)
        suspend(*run);
}

void Runs::end(Run& run, std::int32_t status, const std::string& why)
{
    run.end(status, why);
    add_to_feeds(run);
    counts.add_end(run.exit_reason(), run.age());
    if (!run.events()->keep())
        unkept[run.id()] = run.events();
    note_end(run.id());
    files.remove_working_files(run.id());
    changed.insert(run.id());
    queued.erase(run.id());
    suspended.erase(run.id());
    workers.erase(run.worker);
    ends.forget(run.worker);
    runs.erase(std::string(run.id()));
}

Run* Runs::of_worker(Worker worker)
{
    const auto found = workers.find(worker);
    return found == workers.end() ? nullptr : found->second;
}

// Ignores errors: if the spawner has exited, receiving its next report fails.
void Runs::order(const Order& order) const
{
    try {
        send_packet(spawner, order);
    } catch (const ToolError&) { // NOLINT(bugprone-empty-catch)
    }
}

void Runs::start_queued()
{
    while (!queued.empty() && may_start_one()) {
        Run& run = *runs.at(*queued.begin());
        queued.erase(queued.begin());
        run.ask_for_worker(++last_worker);
        workers[last_worker] = &run;
        order({Order::start, last_worker, static_cast<std::uint32_t>(run.profile()),
            static_cast<std::uint32_t>(run.workspace()), static_cast<std::uint32_t>(run.workflow()),
            run.generation(), run.last_event(),
            run.has_own_conversation() ? RunId(run.id()) : RunId()});
    }
}

// A queued run keeps the generation of its request.
void Runs::reload() const
{
    std::uint32_t oldest = generation;
    for (const auto& id : queued)
        oldest = std::min(oldest, runs.at(id)->generation());
    order({Order::reload, 0, 0, 0, 0, oldest});
}

void Runs::receive_settings(std::uint32_t number, const File& text)
{
    constexpr std::size_t max_bytes = 64 << 20;
    new_settings
        = settings_in(json::parse_bounded(system::read_whole(text, "the settings", max_bytes)));
    counts.set_tools(tools_in(*new_settings));
    generation = number;
}

std::optional<Settings> Runs::take_settings() { return std::exchange(new_settings, {}); }

void Runs::hear(const Report& report, std::vector<File> passed)
{
    if (report.kind == Report::reloaded) { // without a file if this process has no descriptor left
        if (passed.size() == 1)
            receive_settings(report.worker, passed.front());
        return;
    }
    Run* const run = of_worker(report.worker);
    if (run == nullptr)
        return;
    if (report.kind == Report::started && passed.size() == 2) {
        ++counts.workers;
        run->connect(std::move(passed[0]), std::move(passed[1]));
        look_at_end(*run);
    } else if (report.kind == Report::ended)
        end(*run, report.status, run->is_cancelled() ? "interrupted" : "failed");
    else
        end(*run, 1, "failed");
}

// The spawner has exited, and the workers with it.
void Runs::leave_all()
{
    std::vector<Run*> all;
    for (const auto& [id, run] : runs)
        if (!suspended.contains(id))
            all.push_back(run.get());
    for (Run* const run : all)
        if (run->can_continue())
            suspend(*run);
        else
            end(*run, 1, "lost");
}

void Runs::take_reports()
{
    while (!has_no_spawner) {
        Report report;
        io::Packet packet = io::receive_packet(spawner.descriptor(), report, io::Wait::never);
        if (packet.outcome == io::Packet::Outcome::none)
            return;
        if (packet.outcome != io::Packet::Outcome::whole) {
            has_no_spawner = true;
            reports.end();
            return leave_all();
        }
        hear(report, std::move(packet.passed));
    }
}

void Runs::kill_stuck()
{
    for (const Worker worker : ends.take_due()) {
        Run* const run = of_worker(worker);
        if (run == nullptr)
            continue;
        run->is_killed = is_killer = true;
        order({Order::kill, worker, 0, 0});
    }
}

void Runs::watch(system::Watch& watch) const
{
    loop.watch(watch);
    watch.until(changed.empty() && !feeds.has_changed() ? next_cleaning : Clock::now());
    ends.watch(watch);
}

// Adds the events that the run has received since the last call.
void Runs::add_to_feeds(Run& run)
{
    const std::uint64_t size = run.events()->size();
    if (size == run.bytes_in_feeds)
        return;
    feeds.add(RunId(run.id()), run.owner(),
        {run.seq_in_feeds + 1, run.last_seq(), run.bytes_in_feeds, size - run.bytes_in_feeds});
    run.seq_in_feeds = run.last_seq();
    run.bytes_in_feeds = size;
}

void Runs::step(Run& run)
{
    run.step();
    add_to_feeds(run);
    if (const std::string run_id = run.take_new_run_id(); !run_id.empty())
        try {
            keep_workflow_run(run_id, run.owner());
        } catch (const ToolError&) { // NOLINT(bugprone-empty-catch): the operator owns it then
        }
    changed.insert(run.id());
    look_at_end(run);
}

// Reads the messages of workers before the reports of their ends.
void Runs::step(const system::Watch& watch)
{
    loop.dispatch(watch);
    if (std::exchange(has_reports, false))
        take_reports();
    if (has_no_spawner)
        return;
    kill_stuck();
    start_queued();
    discard_old();
}

}
