#pragma once

#include "frontends/workflow/attempts.hpp"
#include "frontends/workflow/run_sessions.hpp"
#include "toolkit/json/json.hpp"

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace frontends::workflow {

using namespace toolkit;

// A line of journal.ndjson. A path looks like `summaries[3].draft`.
struct JournalLine {
    enum class Kind {
        begun, // a step begins
        again, // another try of a step: the steps inside it start again
        items, // SHA-256 of the keys of a foreach's items
        ended, // a step has ended, with its result; an open attempt of it was done
        attempt, // an attempt of a `once` step begins; it may have had effects from here on
        attempted, // the attempt has ended, and was not done, or its output cannot be used
        assumed, // the operator's statement about an attempt: is_done
        said, // messages of a step in a session of the run
        unsaid, // the messages of the steps with the paths no longer count
        dropped, // the file has changed: steps at or below the paths start again
        finished, // the run has ended; `result` is its result for the engine
    };
    Kind kind = Kind::begun;
    std::string path = {}; // path of a step
    Json result = {};
    std::size_t attempt = 0; // its number, from 1
    AttemptEnd end = AttemptEnd::unknown; // outcome of the attempt
    bool is_redacted = false; // a part of the result was redacted
    bool is_done = false;
    std::vector<std::string> paths = {};
    std::string items = {};
    Said said = {}; // its path is that of the line
    std::string at = {}; // RFC 3339
};

// Returns the line with its newline.
std::string line_of(const JournalLine& line);

// Returns nullopt if it is not a valid journal line.
std::optional<JournalLine> journal_line(std::string_view text);

// The state of the steps of a run, from its journal.
class JournalState {
public:
    // Reads a journal. Ignores the incomplete line after the last newline. Throws BAD_REQUEST for
    // any other line that is not valid.
    static JournalState read(std::string_view bytes);

    void add(JournalLine line);

    struct Record {
        bool has_ended = false;
        std::string loss = {}; // the reason why a step has ended and its result is missing
        Json result = {};
    };
    // Returns nullptr if the step has not begun.
    const Record* find(const std::string& path) const;

    // Returns the attempts of the `once` steps.
    const Attempts& attempts() const { return tries; }

    // Returns the hash of the items of a foreach that has begun; nullptr if it is not known.
    const std::string* items_of(const std::string& path) const;

    // Returns the sessions with the messages of steps that are kept.
    const RunSessions& sessions() const { return said; }

    // Returns the result of the run if it has finished and nothing was done since.
    const std::optional<Json>& finished() const { return end; }

    bool empty() const { return records.empty() && tries.empty() && !end; }

private:
    void forget_inside(const std::string& path); // except `once` steps
    void drop_inside(const std::string& path); // `once` steps that were done become uncertain
    void end_step(JournalLine line);
    void drop(const std::string& path);

    // Calls `change` for the records of the steps inside a step, and erases those of steps without
    // attempts.
    void change_below(const std::string& path, void (*change)(Record&));

    std::map<std::string, std::string> items; // hashes of items by path of the foreach
    std::map<std::string, Record> records; // inside a step that has ended well, only `once` steps
    Attempts tries;
    RunSessions said;
    std::optional<Json> end;
};

// The decision about a step of a run that continues.
struct Decision {
    enum class Kind { run, keep, uncertain };
    Kind kind = Kind::run;
    Json result = {}; // result of a step that is not repeated
    std::string reason = {}; // why a step is uncertain
};

// Decides whether a step runs again. A step is kept if it was `ok` or `skipped`, and no part of its
// result was redacted or lost.
//
// A `once` step is uncertain if its latest attempt is, or was done and its result is missing, also
// because the file has changed: the operator has to say whether it was done
// (`--assume STEP@N=done`). The result of a step that is kept because the operator said so is
// {"status": "ok"}. All other steps run again; a `once` step whose attempt must not be repeated
// then has the result of that attempt.
Decision decision_of(const JournalState& past, const std::string& path, bool is_once);

// The hash of a step of a file, to detect changes.
struct StepDigest {
    std::string path; // as in the journal
    std::string sha256;
};

// Returns the index of the first step of `now` that differs from `before` by path or hash; nullopt
// if all are equal.
std::optional<std::size_t> first_changed(
    const std::vector<StepDigest>& before, const std::vector<StepDigest>& now);

}
