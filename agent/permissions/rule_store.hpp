#pragma once

#include "agent/permissions/rule.hpp"
#include "toolkit/system/private_directory.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace agent::permissions {

using namespace toolkit;

inline constexpr std::size_t max_rules = 500; // maximum number of rules of a workspace

// A rule of the operator for one workspace.
struct StoredRule {
    std::string id; // four or more hexadecimal digits, unique in the workspace
    Rule rule;
    std::string made = {}; // time when it was made, RFC 3339
    std::string by = {}; // where it was made: "chat", "terminal" or "client"
    std::string binding = {}; // ToolSource::identity_of() of the tool when it was made
    std::int64_t uses = 0; // number of calls it has allowed
};

struct WorkspaceRules {
    std::string workspace; // absolute path without symbolic links
    std::vector<StoredRule> rules;
};

// Stores the rules of one workspace in a file of `permissions` in state_directory(), which is
// hidden from every sandbox. Its name is the SHA-256 of the workspace's path without links. All
// functions throw BAD_REQUEST naming the file if it cannot be relied on: it is malformed, belongs
// to another user or another workspace, can be read or changed by other users, or is a link.
class RuleStore {
public:
    // `workspace` is a directory, or the path without links of one that no longer exists.
    explicit RuleStore(
        const std::string& workspace, std::string state_directory = system::state_directory());

    // Returns the rules in the order in which they were made.
    std::vector<StoredRule> rules() const;

    // Adds a rule with a new id and the current time, in place of an equal rule. Throws TOO_LARGE
    // if 500 rules are stored already, and BAD_REQUEST if there is no place to store it.
    StoredRule add(const Rule& rule, const std::string& by, const std::string& binding) const;

    // Adds one to the uses of the rule with this id, if it exists. Errors are ignored: the count is
    // lost then.
    void count_use(const std::string& id) const;

    // Removes the rule with this id and returns it. Returns nullopt if no rule has this id.
    std::optional<StoredRule> remove(const std::string& id) const;

    // Removes all rules, and returns them.
    std::vector<StoredRule> clear() const;

private:
    std::string workspace;
    std::string state_directory;
    std::string file;
};

// Returns the rules of all workspaces that have any, ordered by path. Throws as RuleStore does.
std::vector<WorkspaceRules> all_rules(
    const std::string& state_directory = system::state_directory());

}
