#pragma once

#include "agent/calls/approval_mode.hpp"
#include "agent/calls/prepared_call.hpp"
#include "toolkit/system/cancel.hpp"
#include "toolkit/system/error.hpp"

#include <optional>
#include <string>

namespace agent::calls {

using namespace toolkit;

// Decision whether a call may run.
struct Decision {
    bool is_yes = true;
    std::string reason = {}; // reason for a refusal, shown to the model
    // Decision as written to the audit trail: "yes", "always", "no: …" or "edited: HASH"; empty if
    // the operator was not asked.
    std::string record = {};
    std::string hint = {}; // hint that goes with a refusal, shown to the model
    Code code = Code::permission_denied; // error code of a refusal
    std::optional<Arguments> arguments = {}; // arguments to use instead, with an approval
    std::string by = {}; // who decided, for the audit trail; empty if unknown
};

// Returns the operator's refusal. `reason` may be empty.
Decision refused_by_operator(const std::string& reason);

// Returns true if the mode `when` requires to ask the operator about the call. `call.tool` must not
// be null.
bool is_to_be_asked(Approve when, const PreparedCall& call);

// Returns the refusal of a call that the mode forbids, otherwise nullopt. Only Approve::plan
// forbids calls: those that change files or run programs, except calls of tools whose process asks
// about each of its own calls.
std::optional<Decision> forbidden_by(Approve when, const PreparedCall& call);

// Returns true if the call has an argument `recursive` other than false, in any spelling.
bool is_recursive(const PreparedCall& call);

// Returns true if Approve::edits may allow the call after a dry run: its tool declares that it
// changes nothing but files of the workspace and runs no programs, nothing requires approval of
// this call, and it is not recursive.
bool may_be_plain_edit(const PreparedCall& call);

// Returns true if `answer`, the answer to a dry run, shows that the call will succeed, concerns at
// most one entry, and changes no files that git or a shell runs later.
bool is_plain_edit(const Json& answer);

class Approver;

// Returns true if the call needs a decision before it runs: because of the call or its tool, or
// because `approver` asks about or forbids it.
bool is_asked_about(const PreparedCall& call, const Approver& approver);

// Returns the refusal if `approver` forbids the call. Otherwise asks, and returns the decision, or
// nullopt if Approver::take() will return it later.
std::optional<Decision> decision_about(const PreparedCall& call, CallId id, Approver& approver);

// Decides whether calls may run, either immediately or later, while other calls run.
class Approver {
public:
    Approver() = default;
    Approver(const Approver&) = delete;
    Approver& operator=(const Approver&) = delete;
    virtual ~Approver() = default;

    // Returns true if ask() has to be called before this call runs.
    virtual bool asks_about(const PreparedCall& call) const = 0;

    // Returns the refusal of a call that may not run even with an approval, otherwise nullopt. Do
    // not ask about such a call.
    virtual std::optional<Decision> forbidden(const PreparedCall& /*call*/) const
    {
        return std::nullopt;
    }

    // Asks about the call. Returns the decision, or nullopt if take() will return it later; `call`
    // must stay valid until then. An implementation that waits for the decision here delays all
    // other calls. Throws INTERNAL "interrupted" if it is cancelled while it waits.
    virtual std::optional<Decision> ask(CallId id, const PreparedCall& call) = 0;

    // Returns a decision for which ask() returned nullopt, once; nullopt if it is still open.
    virtual std::optional<Decision> take(CallId) { return std::nullopt; }

    // Withdraws the question about a call: its decision is no longer needed.
    virtual void withdraw(CallId) { }

    // Waits for and processes decisions, like the functions of ToolSource.
    virtual void watch(system::Watch&) const { }
    virtual void step() { }
};

}
