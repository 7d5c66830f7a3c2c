#pragma once

#include "agent/audit/audit_log.hpp"
#include "agent/redaction/redaction.hpp"
#include "toolkit/json/json.hpp"

#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace agent::audit {

using namespace toolkit;

// Decides how a line of the audit trail that cannot be written is handled.
enum class AuditPolicy {
    required, // fail: nothing is run or sent to the model without its line
    best_effort, // report it once, and continue
};

// The facts about one call in the audit trail.
struct AuditEntry {
    text::Time time; // start of the call
    std::string tool;
    std::vector<std::string> argv; // empty if nothing was run
    std::optional<int> exit; // nullopt if it did not exit by itself
    std::optional<int> signal;
    bool is_warm = false; // true if a process kept for several calls ran it
    std::chrono::milliseconds duration {};
    std::size_t output_bytes = 0;
    std::size_t error_bytes = 0;
    bool truncated = false; // true if the answer says so, was cut, or was too large
    std::string
        request_hash; // SHA-256 of the request that the tool received or would have received
    std::string answer_hash; // SHA-256 of the result for the model; empty if there is none
    Json images = {}; // array of the images shown to the model, as in add_image(); null if none
    std::vector<std::string> repairs; // repairs made to the call
    std::string approval; // the operator's decision; empty if the operator was not asked
    Json arguments = {}; // {"made", "ran"} if the operator edited them, otherwise null
    std::string decided_by = {}; // who decided; empty if unknown
    std::string failure; // error message; empty if the call succeeded
    Json sandbox = {}; // sandbox of the call; null if nothing was run
    Json runs_later = {}; // fields of the answer as in runs_later_of(); null or empty if none
    Json background = {}; // name and state of the background command it reports; null if none
    std::string by = {}; // caller; empty: the model
    std::vector<std::string> labels = {}; // labels of the caller, in addition to those of the run
    Json via = {}; // connection of the caller, or tool through which it was called; null if none
    // MCP server of the call: its name, its tool, the version of the protocol ("era"), and the
    // SHA-256 of the tool's definition; null if there was no server.
    Json mcp = {};
    Json hooks = {}; // array of the replies of the operator's hooks; null if no hook ran
};

// The end of a run.
struct AuditEnd {
    std::string reason; // such as "answered"
    int status = 0;
    std::size_t steps = 0;
    std::string answer_hash; // SHA-256; empty if there is no answer
    std::optional<double> cost = {}; // cost of all replies; nullopt if unknown
    std::string fallback
        = {}; // fallback model that replied instead of the chosen one; may be empty
};

// The audit trail of one run: a redacted line for each call, and one for the end. All functions
// that write or check throw the errors of AuditLog, unless the policy is best_effort.
class Audit {
public:
    // With best_effort, called once with the reason if the trail is incomplete.
    using Note = std::function<void(const std::string& text)>;

    // The trail is in .agentcli/audit in `directory`. `redaction` must outlive the object.
    Audit(const redaction::Redaction& redaction, Note note, AuditPolicy policy,
        const std::string& directory = ".");

    // Throws if a line could not be written now. Call it before running anything that needs a line.
    void check();

    // Returns the name of the run, which identifies its lines.
    const std::string& run_name() const { return run; }

    // Sets the name of the run that started this one. All further lines contain it.
    void set_parent(std::string name) { parent = std::move(name); }

    // Sets the labels of the client. All further lines contain them.
    void set_labels(std::vector<std::string> texts) { labels = std::move(texts); }

    // Begins a run or a turn. `hash` is the SHA-256 of the request to the model. Writes nothing,
    // but throws if a line could not be written.
    void begin(const std::string& hash);

    // Adds an image of the request to the line of the end: {"sha256", "bytes", "type"}.
    void add_image(const Json& facts) { images.push_back(facts); }

    // Writes the line of a call. Returns nullopt if it could not be written, which is possible only
    // with best_effort.
    std::optional<AuditReceipt> write(const AuditEntry& entry);

    // Writes a line for the end of something that a call had started, such as a background command.
    // It does not count as a call.
    void write_end(const AuditEntry& entry);

    // Writes a line about an MCP server. `fields` are those of the line; the first ones are its
    // name ("server") and its state ("state").
    void write_server(const Json& fields) { write_fields(fields); }

    // Writes a line about an approval rule. `fields` begin with its id ("rule") and its state
    // ("state").
    void write_rule(const Json& fields) { write_fields(fields); }

    // Writes the replies of hooks that did not run for a call. `hooks` is an array.
    void write_hooks(const Json& hooks) { write_fields({{"hooks", hooks}}); }

    // Writes that the operator has changed a setting of the run.
    void write_setting(const std::string& name, const std::string& value);

    // Writes the end of the run or turn. Does nothing if no run or turn has begun.
    void end(const AuditEnd& end);

private:
    template<class Add>
    std::string line_of(const std::vector<std::string>& more_labels, const Add& add) const;
    std::optional<AuditReceipt> append(const AuditEntry& entry);
    void write_fields(const Json& fields);
    void attempt(const std::function<void()>& work);

    const redaction::Redaction& redaction;
    Note note;
    AuditPolicy policy;

    std::string run; // name of the run
    std::string parent; // name of the run that started it; may be empty
    AuditLog log;
    std::vector<std::string> labels;
    std::string request_hash; // empty if no turn has begun
    std::size_t calls = 0; // number of calls in the turn
    std::vector<Json> images; // images in the requests of the turn
    bool has_failed = false;
};

}
