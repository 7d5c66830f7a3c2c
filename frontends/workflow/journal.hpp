#pragma once

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

// A line of journal.ndjson. A path is `summaries[3].draft`.
struct JournalLine {
    enum class Kind {
        begun, // a step: a try of it may have had effects from here on
        again, // what is inside a step begins anew: another try of it
        items, // of a foreach: the SHA-256 of their keys
        ended, // with its result
        assumed, // the operator's word for a `once` step: is_done
        said, // by a step in a session of the run
        unsaid, // what the steps with the paths have said counts no more
        dropped, // the file has changed: steps at or below the paths begin anew
        finished, // the run: `result` is what the engine wants back of it
    };
    Kind kind = Kind::begun;
    std::string path = {}; // of a step
    Json result = {};
    bool is_once = false; // the step has `once: true`
    bool is_redacted = false; // something of the result was
    bool is_done = false;
    std::vector<std::string> paths = {};
    std::string items = {};
    Said said = {}; // its path is that of the line
    std::string at = {}; // RFC 3339
};

// The line with its newline.
std::string line_of(const JournalLine& line);

// Nothing, if it is none.
std::optional<JournalLine> journal_line(std::string_view text);

// What a journal says about the steps of a run.
class Past {
public:
    // What is left of `bytes` after its last newline is torn, and left out. Throws BAD_REQUEST for
    // another line that is none of ours.
    static Past read(std::string_view bytes);

    void add(JournalLine line);

    struct Record {
        bool has_ended = false;
        bool is_once = false;
        std::string loss = {}; // why the result of one that has ended is not there
        std::optional<bool> assumed_done = {};
        Json result = {};
    };
    // nullptr if the step has not begun.
    const Record* find(const std::string& path) const;

    // Of which items a foreach that has begun is; nullptr if that is not known.
    const std::string* items_of(const std::string& path) const;

    // Returns what was said in sessions by steps that are kept.
    const RunSessions& sessions() const { return said; }

    // Of the run, if it has finished and nothing was done since.
    const std::optional<Json>& finished() const { return end; }

    bool empty() const { return records.empty() && !end; }

private:
    void forget_inside(const std::string& path); // but `once` steps
    void drop_inside(const std::string& path); // and `once` steps become uncertain
    void change_below(const std::string& path, bool (*change)(Record&));

    std::map<std::string, std::string> items; // by the path of the foreach
    std::map<std::string, Record> records; // beneath a step that has ended well, `once` steps alone
    RunSessions said;
    std::optional<Json> end;
};

// What to do with a step of a run that goes on.
struct Decision {
    enum class Kind { run, keep, uncertain };
    Kind kind = Kind::run;
    Json result = {}; // of one that is kept
    std::string reason = {}; // of an uncertain one
};

// A step is kept if it was `ok` or `skipped`, and nothing of its result was redacted. A `once` step
// that has begun and not ended, or whose result is not there, is uncertain: then the operator says
// whether it was done (`--assume STEP=done`). That the file has changed makes a `once` step that
// was done uncertain, too. Of one that is kept by the operator's word there is no output.
Decision decision_of(const Past& past, const std::string& path, bool is_once);

// Of a file: what tells whether its steps are the same as before.
struct StepDigest {
    std::string path; // as in the journal
    std::string sha256;
};

// The place of the first of `now` that differs from `before`, by path or digest; nothing if all are
// the same.
std::optional<std::size_t> first_changed(
    const std::vector<StepDigest>& before, const std::vector<StepDigest>& now);

}
