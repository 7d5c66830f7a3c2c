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

// Where runs are kept without --state: $XDG_STATE_HOME/agentcli/runs; empty if there is no home.
std::string usual_state_directory();

// 1 to 128 of A-Z a-z 0-9 . _ -, and neither . nor ..; throws BAD_REQUEST.
void check_run_id(std::string_view id);
std::string new_run_id(); // 20261123-130501-1f0c9a3d

// What a run is of: it goes on with the same alone.
struct RunIdentity {
    std::string workflow; // its name
    std::string sha256; // of the bytes of its file
    std::string parameters; // SHA-256 of them as JSON, and of the shard
    std::vector<StepDigest> steps; // of `steps` and `finally`, in this order
};

enum class Parameters { as_before, begin_anew }; // by the flag `fresh`

constexpr std::size_t max_output_in_line = 64 << 10;

// A directory of a run, RUN_ID/ in that of all runs, mode 0700: run.json, journal.ndjson, outputs/
// and results-STEP.ndjson. No other process has it as long as this lives, or a process that was
// forked from this one. All throw what system_error() makes of a failure.
class RunDirectory {
public:
    struct At {
        std::string state;
        std::string id;
    };

    // Makes it, or goes on. Throws CONFLICT if another process holds it, BAD_REQUEST if it is of
    // another workflow or other parameters, or can be changed by other users.
    RunDirectory(const At& at, const RunIdentity& identity, Parameters parameters,
        const redaction::Redaction& redaction);

    const Past& past() const { return journal; }

    // Has it gone on?
    bool is_resumed() const { return has_gone_on; }

    // When it began, in seconds since 1970.
    std::int64_t begun_at() const { return begun; }

    // The first step that is not as before, if the file has changed: it and all after it begin
    // anew. Empty if it is beyond the last one.
    const std::optional<std::string>& changed_from() const { return changed; }

    // The operator's word (--assume). Throws BAD_REQUEST if the step is not uncertain.
    void assume(const std::string& path, bool is_done);

    Decision decision(const std::string& path, bool is_once) const;

    // Written before a step begins, and before the next one does. What is over 64 KiB of a result's
    // output, stdout and stderr is written to outputs/. Those of `once` steps are on the disk
    // afterwards; others after a second at most, if synchronise_if_due() is called.
    void begin(const std::string& path, bool is_once);
    void end(const std::string& path, bool is_once, const Json& result);
    void finish(const Json& result);

    // Of which items a foreach is, by the SHA-256 of their keys. If they are others than before,
    // the steps of each begin anew, and `once` steps are uncertain. Returns whether results of
    // items may be kept: the foreach had begun before, and the file has not changed it since.
    bool note_items(const std::string& path, const std::string& sha256);

    // Before another try of a step: what is inside it begins anew, but for `once` steps.
    void begin_again(const std::string& path);

    // Write to the journal: the redacted messages of a step in a session, and that those of the
    // steps with these paths no longer count.
    void say(Said said);
    void unsay(std::vector<std::string> paths);

    // For decisions of this process alone; nothing is written.
    void remember(JournalLine line) { journal.add(std::move(line)); }

    // Milliseconds until lines have to be on the disk; nothing if all are.
    std::optional<std::chrono::milliseconds> synchronisation_due() const;
    void synchronise_if_due();

    // For AGENTCLI_IDEMPOTENCY_KEY: the same for each try of a step of this run.
    std::string idempotency_key(const std::string& path) const;

    const std::string& id() const { return name; }
    const std::string& path() const { return place; } // of the directory
    const File& directory() const { return own_directory; }

private:
    void open_directory(const std::string& state);
    void lock();
    void read_identity(const RunIdentity& identity, Parameters parameters);
    void begin_anew(const RunIdentity& identity);
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
    std::int64_t size = 0; // of it
    Past journal;
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
    std::string changed = {}; // the journal
    std::string status = {}; // "running", "finished", "unfinished"
    std::optional<int> exit_status = {}; // of a finished one
    std::string problem = {}; // why it cannot be read; empty if it can
};

// All of them, the one that changed last first.
std::vector<RunEntry> list_runs(const std::string& path);

// `--resume last`: of the runs of this workflow, the one that changed last. Throws NOT_FOUND.
std::string last_run(const std::string& path, const std::string& workflow);

// The journal of a run, a line each. Throws NOT_FOUND.
std::vector<JournalLine> lines_of_run(const std::string& path, const std::string& id);

// Removes those that have not changed for so long and that no process holds; the ids of them.
std::vector<std::string> prune_runs(const std::string& path, std::chrono::hours age);

}
