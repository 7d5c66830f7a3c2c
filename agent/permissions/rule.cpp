#include "agent/permissions/rule.hpp"

#include "agent/calls/approver.hpp"
#include "agent/permissions/command_words.hpp"
#include "agent/permissions/edited_paths.hpp"
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
#include <array>
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
constexpr std::size_t max_text = 4 << 10; // bytes of a string in a rule
constexpr std::size_t max_offered_text = 400; // bytes of a command that is offered
constexpr std::int64_t max_script = 16 << 20;
constexpr std::size_t sha256_length = 64;

bool has_only(const Json& object, std::initializer_list<std::string_view> names)
{
    const auto is_known = [&](const auto& item) { return text::contains(names, item.key()); };
    const auto items = object.items();
    return std::all_of(items.begin(), items.end(), is_known);
}

// The command in a request of a tool.
struct CalledCommand {
    std::string line = {}; // line for a shell; empty if the program is called without a shell
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

// Returns the command in a request. Returns nullopt if the request has any other member, since that
// could change its meaning.
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

// Returns true for the tool whose requests called_command() can read.
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

// Returns the path of the program that PATH finds for a name without a slash, if it is in the
// workspace (such as in a virtual environment), where a later call could replace it. Otherwise
// returns an empty string. Relative directories in PATH count as directories of the workspace.
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

// Returns true if the text can be shown on one line without changes.
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
    if (!rule.path.empty())
        document["path"] = rule.path;
    if (!rule.directory.empty())
        document["directory"] = rule.directory;
    if (!rule.arguments.empty())
        document["arguments"] = rule.arguments;
    return document;
}

Rule rule_in(const Json& document)
{
    if (!document.is_object() || json::string_member(document, "tool").empty())
        throw invalid_rule("it has no 'tool'");
    if (!has_only(document,
            {"tool", "prefix", "command", "cwd", "script", "path", "directory", "arguments"}))
        throw invalid_rule("it has a member other than tool, prefix, command, cwd, script, path, "
                           "directory and arguments");
    for (const char* name : {"command", "cwd", "path", "directory", "arguments"})
        if (document.contains(name) && json::string_member(document, name).empty())
            throw invalid_rule(text::in_quotes(name) + " is not a text");
    Rule rule {.tool = json::string_member(document, "tool"),
        .command = json::string_member(document, "command"),
        .cwd = json::string_member(document, "cwd"),
        .path = json::string_member(document, "path"),
        .directory = json::string_member(document, "directory"),
        .arguments = json::string_member(document, "arguments")};
    take_prefix(rule, json::member(document, "prefix"));
    take_script(rule, json::member(document, "script"));
    const std::array<bool, 5> limits {!rule.prefix.empty(), !rule.command.empty(),
        !rule.path.empty(), !rule.directory.empty(), !rule.arguments.empty()};
    if (std::count(limits.begin(), limits.end(), true) > 1)
        throw invalid_rule("it has more than one of prefix, command, path, directory, arguments");
    if (!rule.cwd.empty() && rule.prefix.empty() && rule.command.empty())
        throw invalid_rule("'cwd' needs 'prefix' or 'command'");
    if (document.dump().size() > 2 * max_text)
        throw invalid_rule("it is longer than 8 KiB");
    return rule;
}

static std::string words_of_prefix(const Rule& rule)
{
    std::string shown;
    for (const auto& word : rule.prefix)
        shown += (shown.empty() ? "" : " ") + text::shell_word(word);
    return shown + (rule.cwd.empty() ? "" : ", in " + text::in_quotes(rule.cwd))
        + (rule.script.empty() ? "" : ", while " + rule.script + " stays the same");
}

static std::string words_of_command(const Rule& rule)
{
    return rule.command + (rule.cwd.empty() ? "" : ", in " + text::in_quotes(rule.cwd));
}

std::string text_of(const Rule& rule)
{
    if (!rule.prefix.empty())
        return "commands that begin with: " + words_of_prefix(rule);
    if (!rule.command.empty())
        return "this command, exactly: " + words_of_command(rule);
    if (!rule.path.empty())
        return "edits of " + rule.path + " by " + rule.tool;
    if (!rule.directory.empty())
        return "edits in " + rule.directory + "/ by " + rule.tool;
    if (!rule.arguments.empty())
        return "this call, exactly: " + rule.tool + " " + rule.arguments;
    return "all calls of " + rule.tool;
}

RuleWords words_of(const Rule& rule)
{
    if (!rule.prefix.empty())
        return {"run", "begins with: " + words_of_prefix(rule)};
    if (!rule.command.empty())
        return {"run", "exactly: " + words_of_command(rule)};
    if (!rule.path.empty())
        return {rule.tool, rule.path};
    if (!rule.directory.empty())
        return {rule.tool, "in " + rule.directory + "/"};
    if (!rule.arguments.empty())
        return {rule.tool, "exactly: " + rule.arguments};
    return {rule.tool, "any arguments"};
}

static bool allows_edit(const Rule& rule, const calls::PreparedCall& call)
{
    const std::vector<std::string> paths = edited_paths(call);
    return !paths.empty() && std::all_of(paths.begin(), paths.end(), [&](const auto& path) {
        return rule.path.empty() ? is_below(path, rule.directory) : path == rule.path;
    });
}

bool allows(const Rule& rule, const calls::PreparedCall& call)
{
    if (call.tool == nullptr || call.obstacle || call.tool->name != rule.tool)
        return false;
    if (!rule.arguments.empty())
        return call.arguments.text == rule.arguments;
    if (!rule.path.empty() || !rule.directory.empty())
        return allows_edit(rule, call);
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

bool is_never_repeated(const calls::PreparedCall& call)
{
    if (call.tool == nullptr)
        return false;
    const Json& effects = call.tool->effects;
    if (json::member(effects, "programs") == true)
        return json::string_member(effects, "policy") == "unrestricted"
            || json::string_member(effects, "network") == "on";
    return call.tool->at_server.server.empty()
        && json::string_member(effects, "workspace") == "write" && calls::is_recursive(call);
}

// Returns the rule for the same arguments; nullopt if they cannot be shown on one line.
static std::optional<Rule> exact_rule(const calls::PreparedCall& call)
{
    if (!is_plainly_shown(call.arguments.text))
        return std::nullopt;
    return Rule {.tool = call.tool->name, .arguments = call.arguments.text};
}

static std::vector<Rule> rules_of_command(const calls::PreparedCall& call)
{
    const auto command = called_command(call.arguments.json);
    if (!command || !may_be_in(command->cwd))
        return {};
    std::vector<Rule> rules;
    if (is_plainly_shown(command->line))
        rules.push_back({.tool = call.tool->name, .command = command->line, .cwd = command->cwd});
    if (auto rule = prefix_rule(*command, call))
        rules.push_back(*std::move(rule));
    return rules;
}

static std::vector<Rule> rules_of_edit(const calls::PreparedCall& call)
{
    const std::vector<std::string> paths = edited_paths(call);
    std::vector<Rule> rules;
    if (paths.size() == 1 && is_plainly_shown(paths.front()))
        rules.push_back({.tool = call.tool->name, .path = paths.front()});
    const std::string directory = paths.empty() ? "" : fs::path(paths.front()).parent_path();
    const auto is_inside = [&](const std::string& path) { return is_below(path, directory); };
    if (is_plainly_shown(directory) && std::all_of(paths.begin(), paths.end(), is_inside))
        rules.push_back({.tool = call.tool->name, .directory = directory});
    return rules;
}

std::vector<Rule> offered_rules(const calls::PreparedCall& call)
{
    if (call.tool == nullptr || call.obstacle || call.source == nullptr || is_never_repeated(call)
        || call.source->identity_of(*call.tool).empty())
        return {};
    if (runs_commands(*call.tool))
        return rules_of_command(call);
    if (calls::may_be_plain_edit(call))
        return rules_of_edit(call);
    std::vector<Rule> rules;
    if (auto rule = exact_rule(call))
        rules.push_back(*std::move(rule));
    if (json::member(call.tool->effects, "programs") != true && !call.tool->destroys)
        rules.push_back({.tool = call.tool->name});
    return rules;
}

std::string why_no_prefix(const calls::PreparedCall& call)
{
    if (call.tool == nullptr || !runs_commands(*call.tool))
        return {};
    const auto command = called_command(call.arguments.json);
    if (!command || (command->line.empty() && !command->words))
        return "its arguments are not only a command";
    if (prefix_rule(*command, call))
        return {};
    return command->line.empty()
        ? text::in_quotes(command->words->front()) + " can run other commands"
        : why_no_prefix(command->line);
}

}
