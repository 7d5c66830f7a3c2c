#pragma once

#include "frontends/workflow/item_results.hpp"
#include "frontends/workflow/journal_timer.hpp"
#include "frontends/workflow/progress.hpp"
#include "frontends/workflow/state.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace frontends::workflow {

// Records the steps of a run: in the journal, if the run is kept, and as events for its observers.
// Also reads the results of processes that have worked on the run before. Results are documents of
// steps. All functions throw what the journal does.
class StepLog {
public:
    struct To {
        RunDirectory* directory; // nullptr: the run is not kept
        Progress& progress;
        const redaction::Redaction& redaction;
        std::string run_id;
        JournalTimer* timer = nullptr; // for the directory
    };
    explicit StepLog(To to)
        : to(std::move(to))
    {
        if (is_kept())
            sessions = this->to.directory->past().sessions();
    }
    StepLog(const StepLog&) = delete;
    StepLog& operator=(const StepLog&) = delete;
    virtual ~StepLog() = default;

    bool is_kept() const { return to.directory != nullptr; }
    bool is_resumed() const { return is_kept() && to.directory->is_resumed(); }

    // Returns the decision about a step: to run it if nothing is known.
    Decision decision(const std::string& path, bool is_once) const;

    virtual void step_begins(const std::string& path);
    virtual void step_ends(const std::string& path, const Json& result);
    virtual void step_is_kept(const std::string& path, const Json& result);
    virtual void step_is_retried(const std::string& path, const Json& result, long long pause_ms);

    // Record the attempts of `once` steps: see RunDirectory.
    virtual void attempt_begins(const std::string& path);
    virtual void attempt_ends(const std::string& path, AttemptEnd end, const Json& result);
    std::optional<Attempt> attempt(const std::string& path) const;

    // Returns the paths of open attempts of a step and of the steps in it.
    std::vector<std::string> open_attempts(const std::string& path) const;

    // True if the end of an attempt is unknown, so that the run must end.
    bool is_uncertain() const { return has_unknown_end; }

    // True if the foreach at this path is recorded with the items of this hash.
    bool knows_items(const std::string& path, const std::string& sha256) const;

    // See RunDirectory::note_items() and begin_again().
    virtual bool note_items(const std::string& path, const std::string& sha256);
    virtual void begin_again(const std::string& path);

    // Keeps Progress::steps_are_shared() in effect during its lifetime.
    class Sharing {
    public:
        explicit Sharing(const StepLog& log)
            : progress(log.to.progress)
        {
            progress.steps_are_shared();
        }
        Sharing(const Sharing&) = delete;
        Sharing& operator=(const Sharing&) = delete;
        ~Sharing() { progress.steps_are_own(); }

    private:
        Progress& progress;
    };

    // The sessions of the run, to which steps add messages. The messages at a path and below it
    // count if its step is kept, or has ended well.
    enum class InSessions { keep, end_well, end_badly };
    virtual void say(Said said);
    virtual void step_in_sessions(const std::string& path, InSessions what);
    const RunSessions& said() const { return sessions; }

    // True if redaction would change the result.
    bool has_secret(const Json& result) const { return to.redaction.redact_json(result) != result; }

    // Prints a line for the operator.
    void note(std::string_view text) { to.progress.note(text); }

    // Sends an event to the observers of the run without recording it.
    void event(const channel::Event& event) { to.progress.event(event); }

    // Returns nullptr if the run is not kept. No other process of the run may write the results of
    // this path.
    std::unique_ptr<ItemResults> item_results(
        const ItemResults::Of& of, const ItemResults::Keep& keep) const;

    // Returns the arguments for the log of a worker.
    To of_worker() const { return {to.directory, to.progress, to.redaction, to.run_id}; }

    // Returns the same key for each try of a step of the run.
    std::string idempotency_key(const std::string& path) const;

protected:
    // Returns false if there is nothing to change.
    bool change_sessions(const std::string& path, InSessions what);

    const To to;
    RunSessions sessions = {};
    bool has_unknown_end = false;
};

}
