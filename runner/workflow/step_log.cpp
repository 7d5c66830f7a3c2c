#include "runner/workflow/step_log.hpp"

#include "toolkit/system/hash.hpp"

namespace runner::workflow {

Decision StepLog::decision(const std::string& path, bool is_once) const
{
    return is_kept() ? to.directory->decision(path, is_once) : Decision();
}

void StepLog::step_begins(const std::string& path, bool is_once)
{
    if (is_kept())
        to.directory->begin(path, is_once);
    if (to.timer != nullptr)
        to.timer->set();
    to.progress.step_begins(path);
}

void StepLog::step_ends(const std::string& path, bool is_once, const Json& result)
{
    if (is_kept())
        to.directory->end(path, is_once, result);
    if (to.timer != nullptr)
        to.timer->set();
    to.progress.step_ends(path, result);
}

void StepLog::step_is_kept(const std::string& path, const Json& result)
{
    to.progress.step_is_kept(path, result);
}

void StepLog::step_is_retried(const std::string& path, const Json& result, long long pause_ms)
{
    to.progress.step_is_retried(path, result, pause_ms);
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
