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

// Decides how a line of the audit that cannot be written is handled.
enum class AuditPolicy {
    required, // fail: nothing is run or sent to the model without its line
    best_effort, // report it once, and continue
};

// What the trail tells of one call.
// NOLINTNEXTLINE(bugprone-exception-escape): nlohmann's move does not throw, but is not seen not to
struct AuditEntry {
    text::Time time; // when it began
    std::string tool;
    std::vector<std::string> argv; // empty: nothing was run
    std::optional<int> exit; // absent: it did not end by itself
    std::optional<int> signal;
    bool is_warm = false; // made by a process that serves many calls
    std::chrono::milliseconds duration {};
    std::size_t output_bytes = 0;
    std::size_t error_bytes = 0;
    bool truncated = false; // the answer says so, or there was too much of it
    std::string request_hash; // SHA-256 of what the tool was given, or would have been
    std::string answer_hash; // of what the model is told; empty where it is told nothing
    Json images = {}; // that the model is given, as add_image() has them; null: none
    std::vector<std::string> repairs; // what was put right about the call
    std::string approval; // what the operator was asked and said; empty where nobody was asked
    std::string failure; // why there is no answer; empty where there is one
    Json sandbox = {}; // what it ran in; null if nothing was run
    Json runs_later = {}; // runs_later_of() the answer; null if it says nothing of that
    Json background = {}; // what it has started, asked or stopped; null likewise
    std::string by = {}; // who has made the call; empty: the model
    std::vector<std::string> labels = {}; // of whoever has made it, beside those of the run
    Json via = {}; // the connection that it came by; null: none
    Json mcp
        = {}; // the MCP server that it went to: its name, its tool, its era, the SHA-256 of the
    // tool's definition; null: none
    Json hooks = {}; // what the operator's hooks have replied, an array; null: none was run
};

// How a run has ended.
struct AuditEnd {
    std::string reason; // "answered"
    int status = 0;
    std::size_t steps = 0;
    std::string answer_hash; // SHA-256; empty where there is no answer
    std::optional<double> cost = {}; // of all replies, if it is known
    std::string fallback = {}; // the model that answered in place of the chosen one
};

// The trail of one run: a line for each call, redacted, and one for its end. All throw what
// AuditLog does, unless the policy is best_effort.
class Audit {
public:
    // Under best_effort, `note` hears once that the trail is not complete, and why.
    using Note = std::function<void(const std::string& text)>;
    // The trail is in .agentcli/audit beneath `directory`.
    Audit(const redaction::Redaction& redaction, Note note, AuditPolicy policy,
        const std::string& directory = ".");

    // That a line could be written now. To be called before anything is run that would be worth a
    // line.
    void check();

    // By which its lines are known.
    const std::string& run_name() const { return run; }

    // The run that has begun this one: each line names it from now on.
    void set_parent(std::string name) { parent = std::move(name); }

    // Texts of the client that each line gets from now on.
    void set_labels(std::vector<std::string> texts) { labels = std::move(texts); }

    // That a run or a turn begins, with the SHA-256 of what the model is asked: nothing is written,
    // but a line could be.
    void begin(const std::string& hash);

    // Adds an image that the model is asked with to the line of the end: {"sha256", "bytes",
    // "type"}.
    void add_image(const Json& facts) { images.push_back(facts); }

    // Nothing if there is no line for it, which only best_effort allows.
    std::optional<AuditReceipt> write(const AuditEntry& entry);

    // The same of what a call had started, and is no call.
    void write_end(const AuditEntry& entry);

    // What has happened to an MCP server, which is no call: `fields` are those of the line, first
    // of all its name ("server") and what it was ("state").
    void write_server(const Json& fields) { write_fields(fields); }

    // Writes what hooks have replied that are about no call, an array.
    void write_hooks(const Json& hooks) { write_fields({{"hooks", hooks}}); }

    // That the operator has changed a setting of the run, which is no call.
    void write_setting(const std::string& name, const std::string& value);

    // Nothing if none has begun.
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

    std::string run; // its name
    std::string parent; // that of the run that has begun it; empty for none
    AuditLog log;
    std::vector<std::string> labels;
    std::string request_hash; // empty: no turn has begun
    std::size_t calls = 0; // of the turn
    std::vector<Json> images; // that the model was asked with in the turn
    bool has_failed = false;
};

}
