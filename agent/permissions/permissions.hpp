#pragma once

#include "agent/audit/audit.hpp"
#include "agent/calls/approval_mode.hpp"
#include "agent/permissions/rule_store.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace agent::permissions {

using namespace toolkit;

// Lifetime of a rule that the operator makes.
enum class Scope { session, workspace };

struct Settings {
    std::vector<Rule> configured = {}; // rules of the user's config
    bool uses_rules = true; // false: rules neither allow calls nor are offered
    bool may_store = true; // false: rules are offered for the session only
    std::string by = "terminal"; // where rules are made: "chat", "terminal" or "client"
};

// The rules that allow calls of one run or chat without a question: those of the session, those
// stored for the workspace, and those of the user's config. Stored rules are read again for each
// call, so that removing a rule in another process takes effect.
//
// Rules do not allow calls that have to be approved for another reason than --approve: `approve` in
// a server's entry, a hook, or a step of a workflow. With --approve always, no rule applies.
class Permissions {
public:
    struct Dependencies {
        audit::Audit& audit;
        std::function<void(const std::string&)> note; // shows a note to the operator
    };

    // Uses the rules of the current directory as the workspace.
    Permissions(Settings settings, Dependencies by);

    // Sets the mode of --approve.
    void ask_about(calls::Approve wanted) { when = wanted; }

    // Returns the text for the audit trail if a rule allows the call: "rule 7f3a", "rule of this
    // session", or "rule of the config". Counts the use of a stored rule or a rule of the session.
    // Returns nullopt if the operator has to be asked. Removes a stored rule that matches but was
    // made for another definition, server or sandbox of the tool. A caller that has made a dry run
    // should call this only if the dry run changes nothing that git or a shell runs later.
    std::optional<std::string> allowed_by(const calls::PreparedCall& call);

    // Returns the rules to offer in a question about this call.
    std::vector<Rule> offered(const calls::PreparedCall& call) const;

    bool may_store() const { return settings.may_store; }

    // Makes an offered rule after the operator has approved this call, and returns the text for the
    // audit trail. If the rule cannot be stored, makes it for the session and notes why. Makes no
    // rule if the source can no longer identify the tool.
    std::string make(const calls::PreparedCall& call, const Rule& rule, Scope scope);

    // A rule of the session. Its id for the operator is "s1", "s2", and so on.
    struct SessionRule {
        std::string id;
        Rule rule;
        std::string binding;
        std::int64_t uses = 0;
    };
    const std::vector<SessionRule>& session_rules() const { return of_session; }

    // Removes the rule of the session with this id. Returns false if no rule has it. Throws if the
    // audit trail cannot be written.
    bool remove_session_rule(const std::string& id);

    // Writes an audit line about a rule that was made or has ended: `state` is "made", "removed" or
    // "ended". The id of a rule of the session is "session".
    static void write_rule(audit::Audit& audit, const StoredRule& rule, const char* state);

private:
    bool can_allow(const calls::PreparedCall& call) const;
    std::optional<std::string> allowed_by_stored(
        const calls::PreparedCall& call, const std::string& binding);
    std::string make_for_session(const Rule& rule, const std::string& binding);
    void tell_once(const std::string& text);

    Settings settings;
    Dependencies by;
    RuleStore store;
    calls::Approve when = calls::Approve::never;
    std::vector<SessionRule> of_session;
    std::size_t made_for_session = 0;
    std::string told;
};

}
