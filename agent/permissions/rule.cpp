#include "agent/permissions/rule.hpp"

#include "agent/permissions/command_words.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/file.hpp"
#include "toolkit/system/hash.hpp"
#include "toolkit/text/contains.hpp"
#include "toolkit/text/shell_words.hpp"
#include "toolkit/text/terminal_text.hpp"
#include "toolkit/text/text.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <initializer_list>
#include <sstream>
#include <string_view>
#include <system_error>
#include <utility>

namespace fs = std::filesystem;

namespace agent::permissions {

namespace {

constexpr std::size_t max_words = 16;
constexpr std::size_t max_text = 4 << 10; // bytes of a text in a rule
constexpr std::size_t max_offered_text = 400; // bytes of a command that is offered
constexpr std::int64_t max_script = 16 << 20;
constexpr std::size_t sha256_length = 64;

bool has_only(const Json& object, std::initializer_list<std::string_view> names)
{
    const auto is_known = [&](const auto& item) { return text::contains(names, item.key()); };
    const auto items = object.items();
    return std::all_of(items.begin(), items.end(), is_known);
}

// A command as the request of a tool names it.
struct CalledCommand {
    std::string line = {}; // for a shell; empty: the program was called without one
    std::optional<std::vector<std::string>> words = {}; // nullopt: not a simple command
    std::string cwd = {}; // empty: the workspace
};

std::optional<std::vector<std::string>> words_without_shell(const Json& request)
{
    std::vector<std::string> words {request.at("cmd").get<std::string>()};
    const Json& arguments = json::member(request, "args");
    if (!arguments.is_null() && !arguments.is_array())
        return std::nullopt;
    for (const auto& argument : arguments) {
        if (!argument.is_string())
            return std::nullopt;
        words.push_back(argument);
    }
    return is_plain_command(words) ? std::optional(std::move(words)) : std::nullopt;
}

// Returns nullopt for a request with any other member: the tool might read it in another way.
std::optional<CalledCommand> called_command(const Json& request)
{
    if (!request.is_object() || !has_only(request, {"command", "cmd", "args", "cwd", "timeoutSec"}))
        return std::nullopt;
    const bool is_line = json::member(request, "command").is_string();
    const bool is_program = json::member(request, "cmd").is_string();
    const Json& cwd = json::member(request, "cwd");
    const Json& seconds = json::member(request, "timeoutSec");
    if (is_line == is_program
        || (is_line && request.size() - request.count("cwd") - request.count("timeoutSec") != 1)
        || !(cwd.is_null() || cwd.is_string())
        || !(seconds.is_null() || seconds.is_number_integer()))
        return std::nullopt;
    CalledCommand command;
    if (cwd.is_string() && cwd != ".")
        command.cwd = cwd.get<std::string>();
    if (is_line) {
        command.line = request.at("command").get<std::string>();
        command.words = words_of_line(command.line);
    } else {
        command.words = words_without_shell(request);
    }
    return command;
}

// True for the tool whose requests called_command() reads.
bool runs_commands(const calls::OfferedTool& tool)
{
    return tool.at_server.server.empty() && json::member(tool.effects, "programs") == true
        && !json::string_member(tool.effects, "policy").empty();
}

// Returns the SHA-256 of a file of at most 16 MiB, relative to `cwd` in the workspace of the tool;
// empty if it has none.
std::string hash_of_script(
    const std::string& path, const std::string& cwd, const calls::OfferedTool& tool)
{
    std::string whole = path;
    for (const std::string& place : {cwd, json::string_member(tool.effects, "root")})
        if (!whole.starts_with('/') && !place.empty())
            whole = place + "/" + whole;
    const File file(open(whole.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK));
    try {
        if (!file || !S_ISREG(system::status_of(file, whole).st_mode))
            return {};
        return system::sha256(file, whole, {max_script, "hash", ""});
    } catch (const ToolError&) {
        return {};
    }
}

// Returns the path of the program that PATH gives for a name without a slash if it is in a
// directory of the workspace (a virtual environment), where a later call could replace it; else an
// empty text. A relative directory of PATH counts as one of the workspace.
std::string program_in_workspace(const std::string& name, const calls::OfferedTool& tool)
{
    const char* const path = getenv("PATH");
    if (path == nullptr || name.find('/') != std::string::npos)
        return {};
    std::error_code error;
    const std::string root = json::string_member(tool.effects, "root");
    const fs::path workspace = fs::canonical(root.empty() ? "." : root, error);
    std::istringstream directories(path);
    for (std::string directory; std::getline(directories, directory, ':');) {
        const std::string program = (directory.empty() ? "." : directory) + "/" + name;
        if (access(program.c_str(), X_OK) != 0 || fs::is_directory(program, error))
            continue;
        const fs::path place = fs::canonical(directory.empty() ? "." : directory, error);
        const bool is_within = !program.starts_with('/')
            || std::mismatch(workspace.begin(), workspace.end(), place.begin(), place.end()).first
                == workspace.end();
        return is_within ? program : "";
    }
    return {};
}

bool begins_with(const std::vector<std::string>& words, const std::vector<std::string>& prefix)
{
    return words.size() >= prefix.size() && std::equal(prefix.begin(), prefix.end(), words.begin())
        && may_follow(words, prefix.size());
}

// True if it can be shown on one line as it is.
bool is_plainly_shown(const std::string& text)
{
    return !text.empty() && text.size() <= max_offered_text && text::is_utf8(text)
        && !text::has_hidden(text) && text.find_first_of("\t\n") == std::string::npos
        && text.front() != ' ' && text.back() != ' ';
}

bool may_be_in(const std::string& cwd)
{
    return cwd.empty()
        || (is_plainly_shown(cwd) && !cwd.starts_with('/')
            && ("/" + cwd + "/").find("/../") == std::string::npos);
}

ToolError invalid_rule(const std::string& why)
{
    return {Code::bad_request, "invalid approval rule: " + why,
        R"(send {"tool": NAME}, {"tool": "exec", "prefix": [WORD, …]} or )"
        R"({"tool": "exec", "command": TEXT})"};
}

void take_prefix(Rule& rule, const Json& words)
{
    if (words.is_null())
        return;
    if (!words.is_array() || words.empty() || words.size() > max_words)
        throw invalid_rule("'prefix' is not a list of 1 to 16 words");
    for (const auto& word : words) {
        if (!word.is_string() || word == "")
            throw invalid_rule("'prefix' has an element that is not a word");
        rule.prefix.push_back(word);
    }
    if (!is_plain_command(rule.prefix))
        throw invalid_rule("'prefix' does not begin with the name of a program");
}

void take_script(Rule& rule, const Json& script)
{
    if (script.is_null())
        return;
    rule.script = json::string_member(script, "path");
    rule.script_sha256 = json::string_member(script, "sha256");
    if (rule.script.empty() || rule.script_sha256.size() != sha256_length || rule.prefix.empty()
        || script.size() != 2)
        throw invalid_rule(R"('script' is not {"path", "sha256"} of a prefix)");
}

}

Json document_of(const Rule& rule)
{
    Json document {{"tool", rule.tool}};
    if (!rule.prefix.empty())
        document["prefix"] = rule.prefix;
    if (!rule.command.empty())
        document["command"] = rule.command;
    if (!rule.cwd.empty())
        document["cwd"] = rule.cwd;
    if (!rule.script.empty())
        document["script"] = {{"path", rule.script}, {"sha256", rule.script_sha256}};
    return document;
}

Rule rule_in(const Json& document)
{
    if (!document.is_object() || json::string_member(document, "tool").empty())
        throw invalid_rule("it has no 'tool'");
    if (!has_only(document, {"tool", "prefix", "command", "cwd", "script"}))
        throw invalid_rule("it has a member other than tool, prefix, command, cwd and script");
    for (const char* name : {"command", "cwd"})
        if (document.contains(name) && json::string_member(document, name).empty())
            throw invalid_rule(text::in_quotes(name) + " is not a text");
    Rule rule {.tool = json::string_member(document, "tool"),
        .command = json::string_member(document, "command"),
        .cwd = json::string_member(document, "cwd")};
    take_prefix(rule, json::member(document, "prefix"));
    take_script(rule, json::member(document, "script"));
    if (!rule.prefix.empty() && !rule.command.empty())
        throw invalid_rule("'prefix' and 'command' are both given");
    if (!rule.cwd.empty() && rule.prefix.empty() && rule.command.empty())
        throw invalid_rule("'cwd' needs 'prefix' or 'command'");
    if (document.dump().size() > 2 * max_text)
        throw invalid_rule("it is longer than 8 KiB");
    return rule;
}

std::string text_of(const Rule& rule)
{
    std::string shown;
    for (const auto& word : rule.prefix)
        shown += (shown.empty() ? "" : " ") + text::shell_word(word);
    const std::string place = rule.cwd.empty() ? "" : ", in " + text::in_quotes(rule.cwd);
    if (!rule.prefix.empty())
        return "commands beginning with: " + shown + place
            + (rule.script.empty() ? "" : ", while " + rule.script + " stays the same");
    if (!rule.command.empty())
        return "the command: " + rule.command + place;
    return "all calls of " + rule.tool;
}

bool allows(const Rule& rule, const calls::PreparedCall& call)
{
    if (call.tool == nullptr || call.obstacle || call.tool->name != rule.tool)
        return false;
    if (!runs_commands(*call.tool))
        return rule.prefix.empty() && rule.command.empty();
    const auto command = called_command(call.arguments.json);
    if (!command || command->cwd != rule.cwd)
        return false;
    if (!rule.command.empty())
        return command->line == rule.command;
    if (rule.prefix.empty() || !command->words || !begins_with(*command->words, rule.prefix))
        return false;
    const std::string program = program_in_workspace(rule.prefix.front(), *call.tool);
    return (program.empty() || program == rule.script)
        && (rule.script.empty()
            || hash_of_script(rule.script, rule.cwd, *call.tool) == rule.script_sha256);
}

// Returns the rule for the first words of a command; nullopt if none can be offered.
static std::optional<Rule> prefix_rule(
    const CalledCommand& command, const calls::PreparedCall& call)
{
    const auto prefix = command.words ? offered_prefix(*command.words) : std::nullopt;
    if (!prefix || !begins_with(*command.words, prefix->words))
        return std::nullopt;
    Rule rule {.tool = call.tool->name,
        .prefix = prefix->words,
        .cwd = command.cwd,
        .script = prefix->script};
    if (const auto program = program_in_workspace(rule.prefix.front(), *call.tool);
        !program.empty()) {
        if (!rule.script.empty())
            return std::nullopt; // a rule is bound to one file
        rule.script = program;
    }
    if (!rule.script.empty()) {
        rule.script_sha256 = hash_of_script(rule.script, rule.cwd, *call.tool);
        if (rule.script_sha256.empty())
            return std::nullopt;
    }
    return rule;
}

std::vector<Rule> offered_rules(const calls::PreparedCall& call)
{
    if (call.tool == nullptr || call.obstacle || call.source == nullptr
        || call.source->identity_of(*call.tool).empty())
        return {};
    if (!runs_commands(*call.tool)) {
        if (json::member(call.tool->effects, "programs") == true)
            return {}; // it would allow every command
        return {Rule {call.tool->name}};
    }
    const auto command = called_command(call.arguments.json);
    if (!command || !may_be_in(command->cwd))
        return {};
    std::vector<Rule> rules;
    if (auto rule = prefix_rule(*command, call))
        rules.push_back(*std::move(rule));
    if (is_plainly_shown(command->line))
        rules.push_back({.tool = call.tool->name, .command = command->line, .cwd = command->cwd});
    return rules;
}

}
