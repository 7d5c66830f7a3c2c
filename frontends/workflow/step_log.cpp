#include "frontends/workflow/step_log.hpp"

#include "toolkit/system/hash.hpp"

namespace frontends::workflow {

Decision StepLog::decision(const std::string& path, bool is_once) const
{
    return is_kept() ? to.directory->decision(path, is_once) : Decision();
}

void StepLog::step_begins(const std::string& path)
{
    if (is_kept())
        to.directory->begin(path);
    if (to.timer != nullptr)
        to.timer->set();
    to.progress.step_begins(path);
}

void StepLog::step_ends(const std::string& path, const Json& result)
{
    if (is_kept())
        to.directory->end(path, result);
    if (to.timer != nullptr)
        to.timer->set();
    to.progress.step_ends(path, result);
}

void StepLog::attempt_begins(const std::string& path)
{
    if (is_kept())
        to.directory->begin_attempt(path);
}

void StepLog::attempt_ends(const std::string& path, AttemptEnd end, const Json& result)
{
    if (is_kept())
        to.directory->end_attempt(path, end, result);
    has_unknown_end |= end == AttemptEnd::unknown;
}

std::optional<Attempt> StepLog::attempt(const std::string& path) const
{
    return is_kept() ? to.directory->attempt(path) : std::nullopt;
}

std::vector<std::string> StepLog::open_attempts(const std::string& path) const
{
    return is_kept() ? to.directory->past().attempts().open_in(path) : std::vector<std::string> {};
}

void StepLog::step_is_kept(const std::string& path, const Json& result)
{
    to.progress.step_is_kept(path, result);
    step_in_sessions(path, InSessions::keep);
}

void StepLog::step_is_retried(const std::string& path, const Json& result, long long pause_ms)
{
    to.progress.step_is_retried(path, result, pause_ms);
}

bool StepLog::knows_items(const std::string& path, const std::string& sha256) const
{
    const auto* const known = is_kept() ? to.directory->past().items_of(path) : nullptr;
    return known != nullptr && *known == sha256;
}

bool StepLog::note_items(const std::string& path, const std::string& sha256)
{
    return is_kept() && to.directory->note_items(path, sha256);
}

void StepLog::begin_again(const std::string& path)
{
    if (is_kept())
        to.directory->begin_again(path);
}

void StepLog::say(Said said)
{
    if (is_kept())
        to.directory->say(said);
    if (to.timer != nullptr)
        to.timer->set();
    sessions.add(std::move(said));
}

bool StepLog::change_sessions(const std::string& path, InSessions what)
{
    if (what == InSessions::end_well)
        return !sessions.erase_left_out(path).empty();
    return what == InSessions::keep ? sessions.keep(path) : sessions.leave_out(path);
}

// Messages that do not count stay in the journal until the outer step has ended well: their steps
// may be kept when the run continues.
void StepLog::step_in_sessions(const std::string& path, InSessions what)
{
    if (what != InSessions::end_well)
        return static_cast<void>(change_sessions(path, what));
    auto gone = sessions.erase_left_out(path);
    if (!gone.empty() && is_kept())
        to.directory->unsay(std::move(gone));
}

std::unique_ptr<ItemResults> StepLog::item_results(
    const ItemResults::Of& of, const ItemResults::Keep& keep) const
{
    return is_kept() ? std::make_unique<ItemResults>(*to.directory, of, to.redaction, keep)
                     : nullptr;
}

std::string StepLog::idempotency_key(const std::string& path) const
{
    return is_kept() ? to.directory->idempotency_key(path)
                     : system::sha256(to.run_id + "\n" + path).substr(0, 32);
}

}
