#pragma once

#include "frontends/workflow/step_log.hpp"
#include "frontends/workflow/workers.hpp"

namespace frontends::workflow {

// The log of a worker. It forwards to the process that has forked all workers, which alone writes
// the journal of a run.
class WorkerLog : public StepLog {
public:
    // `from` is the log of the process that has forked this one.
    WorkerLog(const StepLog& from, WorkerLink& link, system::Cancel& cancel);

    void step_begins(const std::string& path) override;
    void step_ends(const std::string& path, const Json& result) override;
    void attempt_begins(const std::string& path) override;
    void attempt_ends(const std::string& path, AttemptEnd end, const Json& result) override;
    void step_is_kept(const std::string& path, const Json& result) override;
    void step_is_retried(const std::string& path, const Json& result, long long pause_ms) override;
    bool note_items(const std::string& path, const std::string& sha256) override;
    void begin_again(const std::string& path) override;
    void say(Said said) override;
    void step_in_sessions(const std::string& path, InSessions what) override;

private:
    void remember(JournalLine line) const;

    WorkerLink& link;
    system::Cancel& cancel;
};

// Handles a request of a worker, in the process that has forked it. Returns the reply.
Json answered_by(StepLog& log, const Json& request);

}
