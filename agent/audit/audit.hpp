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
    text::Time time; // the start of the call
    std::string tool;
    std::vector<std::string> argv; // empty if nothing was run
    std::optional<int> exit; // nullopt if it did not exit by itself
    std::optional<int> signal;
    bool is_warm = false; // run by a process that serves many calls
    std::chrono::milliseconds duration {};
    std::size_t output_bytes = 0;
    std::size_t error_bytes = 0;
    bool truncated = false; // reported by the answer, or the output was too large
    std::string request_hash; // SHA-256 of the request that the tool got, or would have got
    std::string answer_hash; // SHA-256 of the result for the model; empty if it gets no result
    Json images = {}; // images for the model, as in add_image(); null: none
    std::vector<std::string> repairs; // the corrections of the call
    std::string approval; // the question to the operator and the answer; empty: none
    Json arguments = {}; // {"made", "ran"} if the approval has changed them; otherwise null
    std::string decided_by = {}; // who has answered the question; empty: not known
    std::string failure; // the reason why there is no answer; empty if there is one
    Json sandbox = {}; // the sandbox of the call; null if nothing was run
    Json runs_later = {}; // runs_later_of() the answer; null if it reports nothing
    Json background = {}; // background processes that it has started, asked or stopped; null: none
    std::string by = {}; // the caller; empty: the model
    std::vector<std::string> labels = {}; // labels of the caller, in addition to those of the run
    Json via = {}; // the connection of the caller; null: none
    // The MCP server of the call: its name, its tool, its era, and the SHA-256 of the tool's
    // definition; null: none.
    Json mcp = {};
    Json hooks = {}; // the replies of the operator's hooks, an array; null: no hook has run
};

// The end of a run.
struct AuditEnd {
    std::string reason; // such as "answered"
    int status = 0;
    std::size_t steps = 0;
    std::string answer_hash; // SHA-256; empty if there is no answer
    std::optional<double> cost = {}; // of all replies; nullopt if it is not known
    std::string fallback = {}; // the fallback model, if it has replied instead of the chosen one
};

// The audit trail of one run: a redacted line for each call, and one for the end. All functions
// throw what AuditLog does, unless the policy is best_effort.
class Audit {
public:
    // With best_effort, receives once that the trail is not complete, with the reason.
    using Note = std::function<void(const std::string& text)>;
    // The trail is in .agentcli/audit beneath `directory`. `redaction` must outlive the object.
    Audit(const redaction::Redaction& redaction, Note note, AuditPolicy policy,
        const std::string& directory = ".");

    // Throws if a line could not be written now. To be called before anything is run that needs a
    // line.
    void check();

    // Returns the name of the run, which identifies its lines.
    const std::string& run_name() const { return run; }

    // Sets the run that has started this one. All further lines contain it.
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

    // Like write(), for the end of something that a call had started. Does not count as a call.
    void write_end(const AuditEntry& entry);

    // Writes a line about an MCP server. `fields` are those of the line; the first ones are its
    // name ("server") and its state ("state").
    void write_server(const Json& fields) { write_fields(fields); }

    // Writes a line about an approval rule. `fields` begin with its id ("rule") and its state
    // ("state").
    void write_rule(const Json& fields) { write_fields(fields); }

    // Writes the replies of hooks that are not about a call, an array.
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

    std::string run; // the name of the run
    std::string parent; // the name of the run that has started it; empty: none
    AuditLog log;
    std::vector<std::string> labels;
    std::string request_hash; // empty: no turn has begun
    std::size_t calls = 0; // calls of the turn
    std::vector<Json> images; // images of the requests of the turn
    bool has_failed = false;
};

}
