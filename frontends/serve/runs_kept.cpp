#include "frontends/serve/runs.hpp"

#include "agent/channel/codec.hpp"
#include "frontends/serve/left_run.hpp"
#include "frontends/serve/refusal.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/time_text.hpp"

namespace frontends::serve {

// The functions of Runs for the files and the index of kept runs.

using namespace agent;
using namespace std::chrono_literals;

static constexpr auto between_cleanings = 60s;

void Runs::load(const std::string& id)
{
    const auto log = files.events_of(id, true);
    if (!log)
        return;
    Json run = end_of(*log);
    if (run.is_null() && resume(id, log))
        return;
    if (run.is_null()) {
        run = end_lost(id, files.request_of(id), *log);
        files.remove_working_files(id);
    }
    index.add(RunId(id), json::string_member(run, "owner"), json::string_member(run, "session"));
    note_end(id);
}

// Queues a run that an earlier server has left in the queue or waiting. Returns false if it cannot
// continue, for instance because its profile is gone.
bool Runs::resume(const std::string& id, const std::shared_ptr<EventLog>& log)
try {
    const Json kept = files.request_of(id);
    if (json::member(kept, "canContinue") != Json(true) || files.is_cancelled(id))
        return false;
    RunRequest request = run_request_in(json::member(kept, "request"), settings);
    LeftRun left(*log, request.workflow != 0, files.approved_asks(id));
    if (!left.can_continue())
        return false;
    left.continue_by(request);
    if (!log->add(left.withdraw(text::rfc3339(std::chrono::system_clock::now()))))
        return false;
    request.last_event = left.last_event();
    request.owner = json::string_member(kept, "owner");
    request.created = json::string_member(kept, "createdAt");
    request.trace_parent = json::string_member(kept, "traceparent");
    request.can_continue = true;
    notifications.continue_run(id);
    add(id, std::move(request), log);
    return true;
} catch (const Refusal&) {
    return false;
} catch (const ToolError&) {
    return false;
}

// Records the end of a run and the size of its files in the index.
void Runs::note_end(const std::string& id)
try {
    const auto kept = files.kept_of(id);
    index.end(RunId(id), kept.changed, kept.bytes);
} catch (const ToolError&) { // descriptors are short
    index.end(RunId(id), std::chrono::system_clock::now(), 0);
}

// Ends a run that a killed server has left unfinished. Returns the run as Run::shown() does.
Json Runs::end_lost(const std::string& id, const Json& request, EventLog& log)
{
    const auto last = channel::event_head(log.last_line());
    const std::uint64_t seq = (last ? last->seq : 0) + 1;
    const std::string now = text::rfc3339(std::chrono::system_clock::now());
    Json run {{"id", id}, {"state", "ended"}};
    for (const char* field : {"owner", "profile", "workspace", "session", "createdAt"})
        if (const std::string value = json::string_member(request, field); !value.empty())
            run[field] = value;
    run["endedAt"] = now;
    run["asks"] = Json::array();
    run["lastSeq"] = seq;
    run["result"] = {{"answer", nullptr}, {"exitReason", "lost"}, {"exitStatus", 1},
        {"error", {{"code", "INTERNAL"}, {"message", "the server ended before the run did"}}}};
    notifications.end_run(run);
    log.add(end_line(seq, now, run));
    return run;
}

bool Runs::remove(const std::string& id)
{
    if (!files.remove(id))
        return false;
    index.remove(RunId(id));
    unkept.erase(id);
    return true;
}

const std::string* Runs::owner_of(const std::string& id) const
{
    return is_run_id(id) ? index.owner_of(RunId(id)) : nullptr;
}

std::vector<std::string> Runs::ids(const Wanted& wanted) const
{
    const bool has_ended = wanted.state == name_of(Run::State::ended);
    if (wanted.is_asking || (!wanted.state.empty() && !has_ended))
        return current_ids(wanted);
    std::vector<std::string> found;
    index.visit(wanted.from, [&](const RunId& id) {
        std::string text = id.text();
        if (!has_ended || runs.find(text) == runs.end())
            found.push_back(std::move(text));
        return found.size() < wanted.limit;
    });
    return found;
}

// Examines all current runs: their number is limited.
std::vector<std::string> Runs::current_ids(const Wanted& wanted) const
{
    std::vector<std::string> found;
    const auto& from = wanted.from;
    for (auto at = runs.rbegin(); at != runs.rend() && found.size() < wanted.limit; ++at) {
        const auto& [id, run] = *at;
        const bool is_wanted = (!wanted.is_asking || run->asks_for_approval())
            && (wanted.state.empty() || wanted.state == name_of(run->state()))
            && (!from.owner || run->owner() == *from.owner)
            && (!from.session || run->session() == *from.session)
            && (from.before.empty() || id < from.before);
        if (is_wanted)
            found.push_back(id);
    }
    return found;
}

std::uint64_t Runs::bytes() const
{
    std::uint64_t bytes = index.bytes();
    for (const auto& [id, run] : runs)
        bytes += run->events()->size();
    return bytes;
}

bool Runs::keep_all()
{
    std::erase_if(unkept, [this](const auto& entry) {
        const bool is_kept = entry.second->keep();
        if (is_kept)
            note_end(entry.first);
        return is_kept;
    });
    return unkept.empty();
}

bool Runs::is_too_much(RunIndex::Time ended) const
{
    return std::chrono::system_clock::now() - ended > settings.keep
        || index.bytes() > static_cast<std::uint64_t>(settings.keep_bytes);
}

// Removes the runs that ended first, a few at a time, since requests wait in the meantime. If a run
// cannot be removed, for instance because descriptors are short, the next cleaning tries again.
void Runs::discard_old()
try {
    constexpr int at_once = 256;
    if (Clock::now() < next_cleaning)
        return;
    keep_all();
    for (int count = 0; count < at_once; ++count) {
        const auto first = index.first_ended();
        if (!first || !is_too_much(first->first)) {
            next_cleaning = Clock::now() + between_cleanings;
            return;
        }
        if (!remove(first->second.text()))
            throw system::system_error("cannot remove a run");
    }
} catch (const ToolError&) {
    next_cleaning = Clock::now() + between_cleanings;
}

}
