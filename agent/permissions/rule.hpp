#pragma once

#include "agent/calls/prepared_call.hpp"
#include "toolkit/json/json.hpp"

#include <optional>
#include <string>
#include <vector>

namespace agent::permissions {

using namespace toolkit;

// Describes calls that run without a question. For a tool that runs commands, it has `prefix`,
// `command` or `arguments`. For another tool, it has `path`, `directory` or `arguments`, or allows
// all calls if it has only the name:
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
    std::string path = {}; // of the file that is edited, relative to the workspace
    std::string directory = {}; // of the files that are edited, likewise
    std::string arguments = {}; // JSON; compared as text

    friend bool operator==(const Rule&, const Rule&) = default;
};

Json document_of(const Rule& rule);

// Reads what document_of() returns. Throws BAD_REQUEST saying what is wrong.
Rule rule_in(const Json& document);

// Returns what the rule allows, for people: "commands that begin with: npm test".
std::string text_of(const Rule& rule);

// Returns the same for a list, as a kind of call and what of it: "run", "begins with: npm test".
struct RuleWords {
    std::string kind;
    std::string what;
};
RuleWords words_of(const Rule& rule);

// True if the rule allows this call. Reads the file of `script`. A command with an argument other
// than command, cmd, args, cwd and timeoutSec is never allowed, such as one with stdin or
// background.
bool allows(const Rule& rule, const calls::PreparedCall& call);

// Returns true for calls about which no "always" is offered: a recursive removal, and a command
// that is not confined or has the network.
bool is_never_repeated(const calls::PreparedCall& call);

// Returns the rules that may be offered for this call, the narrowest first, at most two; none if
// its source cannot identify the tool.
std::vector<Rule> offered_rules(const calls::PreparedCall& call);

// Returns the reason why offered_rules() has no prefix for this command, such as "the command has
// '&&'". Empty if it has one, or if the call runs no command.
std::string why_no_prefix(const calls::PreparedCall& call);

}
