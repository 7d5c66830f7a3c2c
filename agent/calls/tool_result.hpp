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

// The arguments of a call that its approval has changed.
struct ChangedArguments {
    Json made; // by the model
    Json ran;

    // Returns the members that differ, each with "was", "is", or both.
    Json difference() const;

    // Returns both for the audit trail; the SHA-256 and the size in place of one that has more than
    // 64 KiB.
    Json facts() const;
};

// What a tool's end means to the model.
struct ToolAnswer {
    std::string
        // of the tool message: the answer as the tool printed it, or one line of JSON with "error"
        content;
    std::string failure = {}; // why it is no answer; empty if it is one
    std::string code = {}; // of a failure, as it is written on the wire; empty likewise
    bool is_end_unknown = false; // of a failure: it ran, and nobody knows what it has done
    bool truncated = false; // the answer says so itself, or there was too much of it
    Json sandbox = {}; // what it says of its sandbox; null if it says nothing
    Json runs_later
        = {}; // what it says of files that are run or obeyed later: runs_later_of(); null likewise
    Json background
        = {}; // what the call has started, asked or stopped: its name and state; null likewise
    Json passed = {}; // the result of tools/call, if it is passed on as it came; null: it is not
    std::vector<model::SharedImage> images = {}; // that the model gets with the content
    std::optional<audit::AuditReceipt> receipt = {}; // of its line in the audit, if there is one
    std::optional<std::chrono::milliseconds> duration = {}; // of a call that was begun
    std::optional<ChangedArguments> changed = {};
};

// What has to be cut is redacted before: the beginning of a secret is none any more. Null: nothing
// is. `timeout` is what the tool had.
ToolAnswer answer_of(const Outcome& outcome, const std::string& tool,
    std::chrono::milliseconds timeout, const redaction::Redaction* redaction = nullptr);

// Removes what a tool has put where add_notes() puts the notes of hooks.
void drop_forged_notes(ToolAnswer& answer);

// Adds notes for the model: the member "hookNotes" of an answer that is an object, a further text
// of one that is passed on as it came, otherwise a line. At most 16 KiB of whole notes are added; a
// last one counts the others. No notes change nothing.
void add_notes(ToolAnswer& answer, const std::vector<std::string>& notes);

// Redacts, in the error of an answer, the values of `arguments` (JSON) that it quotes and of which
// the name alone says that they are secret.
void hide_quotes(
    ToolAnswer& answer, const std::string& arguments, const redaction::Redaction& redaction);

// An error of ours, as the answer to a call: in one line of at most 1,000 bytes; what is longer is
// shortened, and shows it.
ToolAnswer failed(const ToolError& error, const redaction::Redaction* redaction = nullptr);

}
