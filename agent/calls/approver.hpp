#pragma once

#include "agent/calls/approval_mode.hpp"
#include "agent/calls/prepared_call.hpp"
#include "toolkit/system/cancel.hpp"
#include "toolkit/system/error.hpp"

#include <optional>
#include <string>

namespace agent::calls {

using namespace toolkit;

struct Decision {
    bool is_yes = true;
    std::string reason = {}; // of a no, for the model
    std::string record
        = {}; // for the audit: "yes", "always", "no: …", "edited: HASH"; empty if nobody was asked
    std::string hint = {}; // of a no, for the model
    Code code = Code::permission_denied; // of a no
    std::optional<Arguments> arguments = {}; // of a yes: in place of those of the call
    std::string by = {}; // who has decided, for the audit; empty: not known
};

// A no of the operator, who may have given a reason.
Decision refused_by_operator(const std::string& reason);

// True if the operator wants to be asked before this call, whose tool is known.
bool is_to_be_asked(Approve when, const PreparedCall& call);

// Returns the refusal of a call that this mode forbids: with Approve::plan, one that changes files
// or runs programs.
std::optional<Decision> forbidden_by(Approve when, const PreparedCall& call);

// True if the call has an argument `recursive` other than false.
bool is_recursive(const PreparedCall& call);

// Returns true if the call can be one that Approve::edits allows: by its declaration, its tool
// changes nothing but files of the workspace and runs no programs; and it is not a recursive
// removal.
bool may_be_plain_edit(const PreparedCall& call);

// Returns true if `answer`, that of the dry run of such a call, shows that it succeeds, removes at
// most one entry, and changes nothing that git or a shell runs later.
bool is_plain_edit(const Json& answer);

class Approver;

// True if the call needs a decision before it is run, according to itself or to `approver`.
bool is_asked_about(const PreparedCall& call, const Approver& approver);

// Returns the no to a call that is forbidden, or asks about it.
std::optional<Decision> decision_about(const PreparedCall& call, CallId id, Approver& approver);

// Who says whether a call may be run: at once, or later, while other calls are under way.
class Approver {
public:
    Approver() = default;
    Approver(const Approver&) = delete;
    Approver& operator=(const Approver&) = delete;
    virtual ~Approver() = default;

    virtual bool asks_about(const PreparedCall& call) const = 0;

    // Returns the no to a call that must not run whoever allows it; such a call is not asked about.
    virtual std::optional<Decision> forbidden(const PreparedCall& /*call*/) const
    {
        return std::nullopt;
    }

    // Asks about this call. Nothing if the decision comes later: take() has it then. Who waits for
    // it here holds up all others. Throws INTERNAL "interrupted".
    virtual std::optional<Decision> ask(CallId id, const PreparedCall& call) = 0;

    // The rest is for decisions that come later.
    // The decision, once.
    virtual std::optional<Decision> take(CallId) { return std::nullopt; }

    // Nobody needs this decision any more.
    virtual void withdraw(CallId) { }

    // As a ToolSource has them.
    virtual void watch(system::Watch&) const { }
    virtual void step() { }
};

}
