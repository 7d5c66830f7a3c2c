#pragma once

#include "frontends/servers/literal_secrets.hpp"
#include "runner/servers/fields.hpp"
#include "runner/servers/given_server.hpp"
#include "toolkit/json/json.hpp"

#include <string>
#include <vector>

namespace frontends::servers {

using namespace runner::servers;

// An entry of another client, and what `mcp import` does with it.
// NOLINTNEXTLINE(bugprone-exception-escape): nlohmann's move does not throw, but is not seen not to
struct PlannedEntry {
    enum class Change {
        added,
        replaced,
        same, // the configuration has it already
        differs, // the configuration has another entry of this name, which stays
        unusable, // `problem` says why
    };
    std::string name; // as written in the file
    std::string source; // the path of the file
    Change change = Change::added;
    Json entry = Json::object(); // as it will be written
    Json shown = Json::object(); // `entry` without literal secrets
    Json present = {}; // the configured entry of this name without literal secrets, or null
    std::vector<LiteralSecret> secrets = {}; // texts that look like secrets
    std::vector<std::string> ignored = {}; // keys that are left out
    std::vector<std::string> denied = {}; // keys that a file of the workspace cannot set
    std::vector<std::string> loosening = {}; // `allow` and `readOnly`, if they are left out
    std::vector<std::string> allow = {}; // approvals that are not taken over
    std::vector<std::string> variables = {}; // variables to be set
    std::string problem = {};
};

struct ImportChoice {
    std::vector<std::string> names = {}; // of the servers; empty: all
    bool replaces = false;
    bool keeps_secrets = false;
    bool takes_approvals = false;
};

// Returns a plan to add `given` to the mcpServers `present`. The first of several servers of a name
// is used. Entries that start `agentcli mcp` itself are unusable. `allow` and `readOnly`, which
// reduce the questions about calls, are only taken over if `choice` says so. Throws NOT_FOUND if a
// name of `choice` is not among the servers. `surroundings` are used to check the values; variables
// need not be set, and nothing is started.
std::vector<PlannedEntry> import_plan(const std::vector<GivenServer>& given, const Json& present,
    const ImportChoice& choice, const ServerFileContext& surroundings);

// Returns true if the plan adds or replaces an entry.
bool changes_anything(const std::vector<PlannedEntry>& plan);

// Returns the plan as text for the operator, without secrets. `target` is the path of the file that
// is written.
std::string text_of_plan(const std::vector<PlannedEntry>& plan, const std::string& target);

// Returns the document with the entries of the plan in its mcpServers, and the rest unchanged.
Json with_entries(Json document, const std::vector<PlannedEntry>& plan);

}
