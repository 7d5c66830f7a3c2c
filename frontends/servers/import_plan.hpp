#pragma once

#include "frontends/servers/literal_secrets.hpp"
#include "runner/servers/fields.hpp"
#include "runner/servers/given_server.hpp"
#include "toolkit/json/json.hpp"

#include <string>
#include <vector>

namespace frontends::servers {

using namespace runner::servers;

// What `mcp import` does with an entry of another client.
// NOLINTNEXTLINE(bugprone-exception-escape): nlohmann's move does not throw, but is not seen not to
struct PlannedEntry {
    enum class Change {
        added,
        replaced,
        same, // it is there already
        differs, // another one of this name is there, and stays
        unusable, // `problem` says why
    };
    std::string name; // as the file has it
    std::string source; // the file
    Change change = Change::added;
    Json entry = Json::object(); // as it is written
    Json shown = Json::object(); // the same without literal secrets
    Json present = {}; // the entry that is there, without literal secrets; null if there is none
    std::vector<LiteralSecret> secrets = {}; // what looks like one
    std::vector<std::string> ignored = {}; // keys that are left out
    std::vector<std::string> denied = {}; // keys that a file of the workspace cannot set
    std::vector<std::string> loosening = {}; // keys that are left out, since nobody asked for them
    std::vector<std::string> allow = {}; // approvals that are not taken over
    std::vector<std::string> variables = {}; // that have to be set
    std::string problem = {};
};

struct ImportChoice {
    std::vector<std::string> names = {}; // of the servers; empty: all
    bool replaces = false;
    bool keeps_secrets = false;
    bool takes_approvals = false;
};

// Plans to add `given` to the mcpServers `present`. Of several servers of a name the first counts.
// Entries that start `agentcli mcp` itself are unusable. `allow` and `readOnly`, after which fewer
// calls are asked about, are taken over if `choice` says so. Throws NOT_FOUND if a name of `choice`
// is not among the servers. Reads no variables and starts nothing; `surroundings` are for the check
// of the values.
std::vector<PlannedEntry> import_plan(const std::vector<GivenServer>& given, const Json& present,
    const ImportChoice& choice, const Surroundings& surroundings);

// True if the plan adds or replaces an entry.
bool changes_anything(const std::vector<PlannedEntry>& plan);

// Returns the plan as text for the operator, without secrets. `target` is the file for messages.
std::string text_of_plan(const std::vector<PlannedEntry>& plan, const std::string& target);

// Returns the document with the entries of the plan in its mcpServers, and all else unchanged.
Json with_entries(Json document, const std::vector<PlannedEntry>& plan);

}
