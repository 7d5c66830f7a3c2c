#include "frontends/workflow/worker_log.hpp"

#include "agent/channel/codec.hpp"
#include "toolkit/json/json_value.hpp"

#include <limits>
#include <utility>

namespace frontends::workflow {

using Line = JournalLine::Kind;

WorkerLog::WorkerLog(const StepLog& from, WorkerLink& link, system::Cancel& cancel)
    : StepLog(from.of_worker())
    , link(link)
    , cancel(cancel)
{
    sessions = from.said();
    to.progress.pass_on = [this](const channel::Event& event) {
        const std::string line
            = channel::encode(event, {}, {}, std::numeric_limits<std::size_t>::max());
        this->link.ask({{"log", "event"}, {"line", line}}, this->cancel);
    };
}

// Adds a line in memory, for the decisions of this process.
void WorkerLog::remember(JournalLine line) const
{
    if (is_kept())
        to.directory->remember(std::move(line));
}

void WorkerLog::step_begins(const std::string& path)
{
    link.ask({{"log", "begins"}, {"path", path}}, cancel);
}

void WorkerLog::step_ends(const std::string& path, const Json& result)
{
    link.ask({{"log", "ends"}, {"path", path}, {"result", result}}, cancel);
    if (is_kept() && to.directory->past().attempts().find(path) != nullptr)
        remember({.kind = Line::ended, .path = path, .result = result});
}

void WorkerLog::attempt_begins(const std::string& path)
{
    link.ask({{"log", "attempt"}, {"path", path}}, cancel);
    if (is_kept())
        remember({.kind = Line::attempt,
            .path = path,
            .attempt = to.directory->past().attempts().next_number(path)});
}

void WorkerLog::attempt_ends(const std::string& path, AttemptEnd end, const Json& result)
{
    remember({.kind = Line::attempted, .path = path, .result = result, .end = end});
    has_unknown_end |= end == AttemptEnd::unknown;
    link.ask({{"log", "attempted"}, {"path", path}, {"end", end}, {"result", result}}, cancel);
}

void WorkerLog::step_is_kept(const std::string& path, const Json& result)
{
    link.ask({{"log", "kept"}, {"path", path}, {"result", result}}, cancel);
    change_sessions(path, InSessions::keep);
}

void WorkerLog::step_is_retried(const std::string& path, const Json& result, long long pause_ms)
{
    link.ask({{"log", "retried"}, {"path", path}, {"result", result}, {"pause", pause_ms}}, cancel);
}

bool WorkerLog::note_items(const std::string& path, const std::string& sha256)
{
    const Json answer = link.ask({{"log", "items"}, {"path", path}, {"sha256", sha256}}, cancel);
    remember({.kind = Line::items, .path = path, .items = sha256});
    return json::member(answer, "keeps") == true;
}

void WorkerLog::begin_again(const std::string& path)
{
    link.ask({{"log", "again"}, {"path", path}}, cancel);
    remember({.kind = Line::again, .path = path});
}

void WorkerLog::say(Said said)
{
    link.ask({{"log", "says"}, {"path", said.path}, {"session", said.session},
                 {"messages", said.messages}, {"replaces", said.replaces}},
        cancel);
    sessions.add(std::move(said));
}

void WorkerLog::step_in_sessions(const std::string& path, InSessions what)
{
    if (change_sessions(path, what))
        link.ask({{"log", "sessions"}, {"path", path}, {"what", what}}, cancel);
}

Json answered_by(StepLog& log, const Json& request)
{
    const std::string what = request.at("log");
    if (what == "event") {
        const std::string line = request.at("line");
        log.event(channel::decode_event<channel::Event>(line).value().event);
        return Json::object();
    }
    const std::string path = request.at("path");
    if (what == "begins")
        log.step_begins(path);
    else if (what == "ends")
        log.step_ends(path, request.at("result"));
    else if (what == "attempt")
        log.attempt_begins(path);
    else if (what == "attempted")
        log.attempt_ends(path, request.at("end"), request.at("result"));
    else if (what == "kept")
        log.step_is_kept(path, request.at("result"));
    else if (what == "retried")
        log.step_is_retried(path, request.at("result"), request.at("pause"));
    else if (what == "again")
        log.begin_again(path);
    else if (what == "says")
        log.say({request.at("session"), path, request.at("messages"), request.at("replaces")});
    else if (what == "sessions")
        log.step_in_sessions(path, request.at("what"));
    else
        return {{"keeps", log.note_items(path, request.at("sha256"))}};
    return Json::object();
}

}
