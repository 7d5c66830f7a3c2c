#pragma once

#include "agent/audit/audit_log.hpp"
#include "agent/calls/process.hpp"
#include "agent/model/image.hpp"
#include "agent/redaction/redaction.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/system/error.hpp"

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace agent::calls {

using namespace toolkit;

// Arguments of a call that the operator edited while approving it.
struct ChangedArguments {
    Json made; // arguments written by the model
    Json ran; // arguments that the tool received

    // Returns an object of the members that differ, each with "was" (made), "is" (ran), or both.
    Json difference() const;

    // Returns {"made", "ran"} for the audit trail. Arguments of more than 64 KiB are replaced by
    // their SHA-256 and size.
    Json facts() const;
};

// Answer of a tool to a call, as the model gets it.
struct ToolAnswer {
    // Content of the tool message: the tool's output, or one line of JSON with "error".
    std::string content;
    std::string failure = {}; // error message; empty if the call succeeded
    std::string code = {}; // error code as written on the wire; empty if the call succeeded
    bool is_end_unknown = false; // true if a failed call ran, and its effect is unknown
    bool truncated = false; // true if the answer says so, was cut, or was too large
    Json sandbox = {}; // the answer's "sandbox"; null if it has none
    Json runs_later = {}; // its fields about files that are run later: runs_later_of(); may be null
    Json background = {}; // name and state of the background command it reports; null if none
    Json passed = {}; // result of tools/call if it is passed on unchanged, otherwise null
    std::vector<model::SharedImage> images = {}; // images sent to the model with the content
    std::optional<audit::AuditReceipt> receipt = {}; // receipt of its line in the audit trail
    std::optional<std::chrono::milliseconds> duration = {}; // set if the call was begun
    std::optional<ChangedArguments> changed = {}; // set if the operator edited the arguments
};

// Returns the answer for the outcome of a tool's process: its output if it exited with status 0 and
// printed UTF-8, otherwise an error. `tool` and `timeout` are for error messages. Text that has to
// be cut is redacted first, since a rule may not match half a secret; a null `redaction` redacts
// nothing.
ToolAnswer answer_of(const Outcome& outcome, const std::string& tool,
    std::chrono::milliseconds timeout, const redaction::Redaction* redaction = nullptr);

// Removes "hookNotes" that the tool itself wrote where add_notes() puts the notes of hooks, so that
// a tool cannot forge them.
void drop_forged_notes(ToolAnswer& answer);

// Adds notes of hooks for the model: as the member "hookNotes" if the content is a JSON object,
// otherwise as a line of JSON at its end. A result of tools/call that is passed on gets another
// text item as well. Adds whole notes up to 16 KiB; a last note counts those left out. Does nothing
// if `notes` is empty.
void add_notes(ToolAnswer& answer, const std::vector<std::string>& notes);

// Redacts values of `arguments` (JSON) that the error of the answer quotes, if the name of the
// argument marks the value as secret. Does nothing if either is not JSON.
void hide_quotes(
    ToolAnswer& answer, const std::string& arguments, const redaction::Redaction& redaction);

// Returns an error of agentcli as the answer to a call: a line of JSON. If it would have more than
// 1,000 bytes, it is redacted, then shortened, and marked as shortened.
ToolAnswer failed(const ToolError& error, const redaction::Redaction* redaction = nullptr);

}
