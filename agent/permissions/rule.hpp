#pragma once

#include "agent/calls/prepared_call.hpp"
#include "toolkit/json/json.hpp"

#include <optional>
#include <string>
#include <vector>

namespace agent::permissions {

using namespace toolkit;

// Describes calls that run without a question. For a tool that runs commands, it has either
// `prefix` or `command`. For another tool, it has neither, and allows all calls:
//   {"tool": "tracker__create_issue"}
//   {"tool": "exec", "prefix": ["npm", "test"], "cwd"?, "script"?: {"path", "sha256"}}
//   {"tool": "exec", "command": "make && ./run", "cwd"?}
struct Rule {
    std::string tool;
    std::vector<std::string> prefix = {};
    std::string command = {}; // the whole line; compared as text
    std::string cwd = {}; // compared as text; empty: the workspace
    std::string script = {}; // path of a file that must have this content
    std::string script_sha256 = {};

    friend bool operator==(const Rule&, const Rule&) = default;
};

Json document_of(const Rule& rule);

// Reads what document_of() returns. Throws BAD_REQUEST saying what is wrong.
Rule rule_in(const Json& document);

// Returns what the rule allows, for people: "commands beginning with: npm test".
std::string text_of(const Rule& rule);

// True if the rule allows this call. Reads the file of `script`. A command with an argument other
// than command, cmd, args, cwd and timeoutSec is never allowed, such as one with stdin or
// background.
bool allows(const Rule& rule, const calls::PreparedCall& call);

// Returns the rules that may be offered for this call, at most two; none if its source cannot
// identify the tool.
std::vector<Rule> offered_rules(const calls::PreparedCall& call);

}
