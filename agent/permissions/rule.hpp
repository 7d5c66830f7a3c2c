#pragma once

#include "agent/calls/prepared_call.hpp"
#include "toolkit/json/json.hpp"

#include <optional>
#include <string>
#include <vector>

namespace agent::permissions {

using namespace toolkit;

// Describes calls that run without a question. A rule for a tool that runs commands has `prefix`,
// `command` or `arguments`. A rule for another tool has `path`, `directory` or `arguments`; with
// the name alone, it allows all calls of the tool:
//   {"tool": "tracker__create_issue"}
//   {"tool": "tracker__create_issue", "arguments": "{\"title\":\"x\"}"}
//   {"tool": "exec", "prefix": ["npm", "test"], "cwd"?, "script"?: {"path", "sha256"}}
//   {"tool": "exec", "command": "make && ./run", "cwd"?}
//   {"tool": "fs_edit", "path": "src/main.cpp"}
//   {"tool": "fs_edit", "directory": "src"}
struct Rule {
    std::string tool;
    std::vector<std::string> prefix = {};
    std::string command = {}; // the whole line; compared as text
    std::string cwd = {}; // compared as text; empty: the workspace
    std::string script = {}; // path of a file that must have this content
    std::string script_sha256 = {};
    std::string path = {}; // the edited file, relative to the workspace
    std::string directory = {}; // directory of the edited files, relative to the workspace
    std::string arguments = {}; // JSON; compared as text

    friend bool operator==(const Rule&, const Rule&) = default;
};

// Returns the rule in the form shown above.
Json document_of(const Rule& rule);

// Parses the form that document_of() returns. Throws BAD_REQUEST with the error.
Rule rule_in(const Json& document);

// Returns a description of what the rule allows: "commands that begin with: npm test".
std::string text_of(const Rule& rule);

// A description of a rule in two columns of a list.
struct RuleWords {
    std::string kind; // kind of call, such as "run"
    std::string what; // such as "begins with: npm test"
};
RuleWords words_of(const Rule& rule);

// Returns true if the rule allows this call. Reads the file of `script` to compare its hash.
// Commands with an argument other than command, cmd, args, cwd and timeoutSec, such as stdin or
// background, are never allowed by `prefix` or `command`.
bool allows(const Rule& rule, const calls::PreparedCall& call);

// Returns true for calls for which "always" is not offered: recursive removals, and commands that
// are not confined or have access to the network.
bool is_never_repeated(const calls::PreparedCall& call);

// Returns the rules that may be offered for this call, the narrowest first, at most two; none if
// its source cannot identify the tool.
std::vector<Rule> offered_rules(const calls::PreparedCall& call);

// Returns the reason why offered_rules() has no prefix for this command, such as "the command has
// '&&'". Empty if it has one, or if the call runs no command.
std::string why_no_prefix(const calls::PreparedCall& call);

}
