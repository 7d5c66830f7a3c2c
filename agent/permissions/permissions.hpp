#pragma once

#include "agent/audit/audit.hpp"
#include "agent/calls/approval_mode.hpp"
#include "agent/permissions/rule_store.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace agent::permissions {

using namespace toolkit;

// How long a rule of the operator holds.
enum class Scope { session, workspace };

struct Settings {
    std::vector<Rule> configured = {}; // of the user's config
    bool uses_rules = true; // else no rule allows anything, and none is offered
    bool may_store = true; // else rules are offered for the session alone
    std::string by = "terminal"; // who makes rules: "chat", "terminal" or "client"
};

// The rules by which calls of one run or chat need no question: those of the session, those stored
// for the workspace, and those of the user's config. Stored rules are read at each question, so
// that one that another process removes ends at once.
//
// A rule allows no call that has to be approved for another reason than --approve: because of
// `approve` of a server's entry, a hook, or a step of a workflow. With --approve always no rule
// counts.
class Permissions {
public:
    struct By {
        audit::Audit& audit;
        std::function<void(const std::string&)> note; // for the operator
    };

    // The workspace is the current directory.
    Permissions(Settings settings, By by);

    void ask_about(calls::Approve wanted) { when = wanted; }

    // Returns what the audit says of a call that a rule allows: "rule 7f3a", "rule of this
    // session", or "rule of the config"; nullopt if the call has to be asked about. Ends a stored
    // rule that matches, but was made for another definition, server or sandbox.
    std::optional<std::string> allowed_by(const calls::PreparedCall& call);

    // Returns the rules to offer in a question about this call.
    std::vector<Rule> offered(const calls::PreparedCall& call) const;

    bool may_store() const { return settings.may_store; }

    // Makes an offered rule after a yes to this call. Returns what the audit says of the call. A
    // rule that cannot be stored holds for the session, and the operator is told why. No rule is
    // made if the source cannot identify the tool any more.
    std::string make(const calls::PreparedCall& call, const Rule& rule, Scope scope);

    // Writes the line of a rule that was made or has ended: `state` is "made", "removed" or
    // "ended". The id of a rule of the session is "session".
    static void write_rule(audit::Audit& audit, const StoredRule& rule, const char* state);

private:
    struct SessionRule {
        Rule rule;
        std::string binding;
    };

    bool can_allow(const calls::PreparedCall& call) const;
    std::optional<std::string> allowed_by_stored(
        const calls::PreparedCall& call, const std::string& binding);
    std::string make_for_session(const Rule& rule, const std::string& binding);
    void tell_once(const std::string& text);

    Settings settings;
    By by;
    RuleStore store;
    calls::Approve when = calls::Approve::never;
    std::vector<SessionRule> of_session;
    std::string told;
};

}
