#pragma once

#include "agent/redaction/redaction.hpp"
#include "frontends/workflow/journal.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/file.hpp"

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace frontends::workflow {

using namespace agent;

// Returns the directory of runs: the given one, or $XDG_STATE_HOME/agentcli/runs if that is empty.
// Returns an empty path without a home directory. Throws if it is a link out of the workspace.
std::string state_directory(const std::string& given);

// Throws BAD_REQUEST unless the id is 1 to 128 of A-Z a-z 0-9 . _ -, and neither . nor ..
void check_run_id(std::string_view id);
std::string new_run_id(); // 20261123-130501-1f0c9a3d

// The identity of a run, which must be the same when it continues.
struct RunIdentity {
    std::string workflow; // name of the workflow
    std::string sha256; // SHA-256 of its file
    std::string parameters; // SHA-256 of the parameters as JSON, and of the shard
    std::vector<StepDigest> steps; // for `steps` and `finally`, in this order
    Json values = Json::object(); // the parameters, by name
};

// The parameters of a run, as far as they were kept.
struct KeptParameters {
    Json values = Json::object();
    std::vector<std::string> withheld = {}; // not kept: they contain secrets, or are too long
};

// Returns the parameters with which a run has begun. Throws NOT_FOUND if the run does not exist,
// and BAD_REQUEST as RunDirectory does.
KeptParameters parameters_of_run(const std::string& path, const std::string& id);

enum class Parameters { as_before, restart }; // restart: with --fresh

constexpr std::size_t max_output_in_line = 64 << 10;

// The directory of a run, RUN_ID/ in that of all runs, mode 0700: run.json, journal.ndjson,
// outputs/ and results-STEP.ndjson. It is locked while the object exists, or a process forked from
// this one. All functions throw as system_error() does.
class RunDirectory {
public:
    struct At {
        std::string state;
        std::string id;
    };

    // Creates the directory, or continues the run in it. Throws CONFLICT if another process holds
    // it, and BAD_REQUEST if it is of another workflow or other parameters, or if other users can
    // change it.
    RunDirectory(const At& at, const RunIdentity& identity, Parameters parameters,
        const redaction::Redaction& redaction);

    const JournalState& past() const { return journal; }

    // True if the run was continued.
    bool is_resumed() const { return has_gone_on; }

    // Returns the start of the run, in seconds since 1970.
    std::int64_t begun_at() const { return begun; }

    // Returns the first step that differs, if the file has changed: it and all steps after it start
    // again. Empty if it is after the last one.
    const std::optional<std::string>& changed_from() const { return changed; }

    // Records the operator's statement about an attempt of a `once` step (--assume). Has no effect
    // if another attempt has followed. Throws BAD_REQUEST if it names no attempt, or one that needs
    // no answer.
    void assume(const Assumption& assumption);

    Decision decision(const std::string& path, bool is_once) const;

    // begin() must be called before a step begins, and end() before the next one does. Parts of a
    // result's output, stdout and stderr over 64 KiB are written to outputs/. Lines are on the disk
    // after a second at most, if synchronise_if_due() is called.
    void begin(const std::string& path);
    void end(const std::string& path, const Json& result);

    // begin_attempt() must be called before a `once` step may have effects, and end_attempt() if it
    // was not done, or its result cannot be used; if it was done, end() ends the attempt. The lines
    // are on the disk afterwards. `result` is that of the step.
    void begin_attempt(const std::string& path);
    void end_attempt(const std::string& path, AttemptEnd end, const Json& result);

    // Returns the latest attempt of a step, with its whole result; nullopt if it has not begun.
    std::optional<Attempt> attempt(const std::string& path) const;
    void finish(const Json& result);

    // Records the items of a foreach by the SHA-256 of their keys. If they have changed, the steps
    // of each item start again, and `once` steps are uncertain. Returns whether results of items
    // may be kept: the foreach had begun before, and the file has not changed it since.
    bool note_items(const std::string& path, const std::string& sha256);

    // To be called before another try of a step: the steps inside it start again, except `once`
    // steps.
    void begin_again(const std::string& path);

    // Write to the journal the redacted messages of a step in a session, and that the messages of
    // the steps with these paths no longer count.
    void say(Said said);
    void unsay(std::vector<std::string> paths);

    // Adds a line for decisions of this process only; writes nothing.
    void remember(JournalLine line) { journal.add(std::move(line)); }

    // Returns the time until the lines must be on the disk; nullopt if all are.
    std::optional<std::chrono::milliseconds> synchronisation_due() const;
    void synchronise_if_due();

    // Returns AGENTCLI_IDEMPOTENCY_KEY: the same for each try of a step of this run.
    std::string idempotency_key(const std::string& path) const;

    const std::string& id() const { return name; }
    const std::string& path() const { return place; } // path of the directory
    const File& directory() const { return own_directory; }

private:
    void open_directory(const std::string& state);
    void lock();
    void read_identity(const RunIdentity& identity, Parameters parameters);
    void restart(const RunIdentity& identity);
    void write_identity(const RunIdentity& identity);
    void read_journal();
    void drop_changed(const RunIdentity& identity);
    void append(JournalLine line, bool is_synchronised);
    void synchronise();
    Json with_outputs_apart(const Json& result, bool is_synchronised);
    Json write_output(const Json& value, bool is_synchronised);
    bool restore_outputs(Json& result) const;
    ToolError failed(const std::string& what) const;

    std::string name;
    std::string place;
    const redaction::Redaction& redaction;
    File own_directory;
    File outputs;
    File held; // the lock
    File file; // the journal
    std::int64_t size = 0; // size of the journal
    JournalState journal;
    std::vector<StepDigest> steps_before;
    std::string nonce;
    std::int64_t begun = 0;
    std::uint64_t next_output = 0;
    bool has_gone_on = false;
    std::optional<std::string> changed;
    std::optional<std::chrono::steady_clock::time_point> unsynchronised_since;
};

struct RunEntry {
    std::string id;
    std::string workflow = {};
    std::string begun = {}; // RFC 3339
    std::string changed = {}; // when the journal changed
    std::string status = {}; // "running", "finished", "unfinished"
    std::optional<int> exit_status = {}; // set for a finished run
    std::string problem = {}; // the reason why it cannot be read; empty if it can
};

// Returns all runs, the one that changed last first.
std::vector<RunEntry> list_runs(const std::string& path);

// Returns the run of this workflow that changed last, for `--resume last`. Throws NOT_FOUND.
std::string last_run(const std::string& path, const std::string& workflow);

// Returns the lines of a run's journal. Throws NOT_FOUND.
std::vector<JournalLine> lines_of_run(const std::string& path, const std::string& id);

// Removes the runs that have not changed for `age` and that no process holds. Returns their ids.
std::vector<std::string> prune_runs(const std::string& path, std::chrono::milliseconds age);

}
