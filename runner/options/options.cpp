#include "runner/options/options.hpp"

#include "runner/options/command_line.hpp"
#include "runner/options/config.hpp"
#include "runner/options/key_store.hpp"
#include "runner/options/option_table.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/contains.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include <unistd.h>

namespace runner::options {

using namespace agent;
using namespace toolkit;

static void note_origin(
    Options& options, const Option& option, const Options::Origin& origin, bool is_added)
{
    if (options.command != "config" && options.command != "doctor")
        return;
    auto& origins = options.origins[option.name];
    if (!is_added)
        origins.clear();
    origins.push_back(origin);
}

// Adds the source of the value to errors: --timeout, or OAI_MODEL.
template<class Work>
static auto naming(const std::string& source, Work work)
{
    try {
        return work();
    } catch (const ToolError& error) {
        throw ToolError(Code::bad_request, source + ": " + error.message, error.hint);
    }
}

static void assign(const Option& option, Options& options, const Options::Origin& origin)
{
    naming(origin.source, [&] { option.assign(options, origin.value); });
    if (option.is_obeyed && is_path(option, origin.value))
        options.obeyed_files.push_back(origin.value);
    note_origin(options, option, origin, option.given == FlagRepetition::often);
}

static const char* value_of(const std::string& variable)
{
    const char* value
        = std::getenv(variable.c_str()); // NOLINT(concurrency-mt-unsafe): one thread here
    return value == nullptr || *value == '\0' ? nullptr : value;
}

static void assign_variable(const Option& option, Options& options)
{
    for (const auto& variable : option.environment)
        if (const char* value = value_of(variable))
            return assign(option, options, {value, variable});
}

// Sets what the command line leaves open: the environment overrides the profile, and the profile
// overrides the default.
static void apply_presets(Options& options, Command grammar, const Config& config)
{
    for (const auto& option : option_table()) {
        if (!takes(grammar, option) || option.assign == nullptr)
            continue;
        if (!option.preset.empty())
            assign(option, options, {option.preset, "default"});
        for (const auto& setting : config.own)
            if (setting.flag == option.name)
                assign(option, options, {setting.value, setting.source});
        assign_variable(option, options);
    }
}

// Uses OPENAI_BASE_URL if the key is OPENAI_API_KEY and no URL is configured, so that the key of
// another provider is not sent to OpenAI.
static void follow_openai_variables(Options& options, const CommandLine& line)
{
    const Option* const option = find_option(line.grammar, "base-url");
    const char* const url = value_of("OPENAI_BASE_URL");
    const bool is_key_used
        = value_of("OAI_API_KEY") == nullptr && value_of("OPENAI_API_KEY") != nullptr;
    const bool is_given = std::any_of(line.flags.begin(), line.flags.end(), [](const auto& flag) {
        return flag.option->name == "base-url" || flag.option->name == "api-key";
    });
    if (option != nullptr && url != nullptr && is_key_used && !is_given && options.env_key.empty()
        && options.base_url == option->preset)
        assign(*option, options, {url, "OPENAI_BASE_URL"});
}

static bool is_given(const CommandLine& line, std::string_view name)
{
    return std::any_of(line.flags.begin(), line.flags.end(),
        [&](const GivenFlag& flag) { return flag.option->name == name; });
}

// Returns true if a flag or a variable names the server or the model.
static bool names_server(const CommandLine& line)
{
    for (const char* name : {"base-url", "model", "profile"})
        if (is_given(line, name))
            return true;
    return value_of("OAI_BASE_URL") != nullptr || value_of("OAI_MODEL") != nullptr;
}

// Returns the value of the flag in the profile, or nullptr.
static const Setting* setting_of(const Config& config, std::string_view flag)
{
    const auto found = std::find_if(config.own.begin(), config.own.end(),
        [&](const Setting& setting) { return setting.flag == flag; });
    return found == config.own.end() ? nullptr : &*found;
}

static void forget_key(Options& options)
{
    options.api_key.clear();
    options.key_is_stored = false;
    options.origins.erase("api-key");
}

// Uses the key in the variable of --env-key instead of the usual variables. The variable of a
// profile belongs to the profile's server, so that its key is sent to no other server.
static void take_named_key(Options& options, const CommandLine& line, const Config& config)
{
    const Option* const key = find_option(line.grammar, "api-key");
    if (key == nullptr || options.env_key.empty())
        return;
    const Setting* const url = setting_of(config, "base-url");
    const bool is_other_server = url != nullptr && url->value != options.base_url;
    if (is_given(line, "api-key") || (!is_given(line, "env-key") && is_other_server)) {
        options.env_key.clear();
        options.origins.erase("env-key");
        return;
    }
    forget_key(options);
    if (const char* const value = value_of(options.env_key))
        assign(*key, options, {value, options.env_key});
}

// Uses the stored key of the server, if no other key is given.
static void take_stored_key(Options& options, Command grammar)
{
    const Option* const key = find_option(grammar, "api-key");
    if (key == nullptr || !options.api_key.empty() || !options.env_key.empty())
        return;
    const std::string stored = stored_key(options.base_url);
    options.key_is_stored = !stored.empty();
    if (options.key_is_stored)
        assign(*key, options, {stored, "the key that /connect has stored"});
}

static void apply_workspace(Options& options, Command grammar, const Config& config)
{
    for (const auto& setting : config.workspace) {
        const Option* option = find_option(grammar, setting.flag);
        if (option == nullptr)
            continue;
        const Narrowed narrowed
            = naming(setting.source, [&] { return option->narrow(options, setting.value); });
        if (narrowed != Narrowed::unchanged)
            note_origin(
                options, *option, {setting.value, setting.source}, narrowed == Narrowed::added);
    }
}

static void add(redaction::RedactionRules& rules, const redaction::RedactionRules& more)
{
    rules.patterns.insert(rules.patterns.end(), more.patterns.begin(), more.patterns.end());
    rules.keys.insert(rules.keys.end(), more.keys.begin(), more.keys.end());
}

static void add_rules(Options& options, const Config& config)
{
    add(options.redact, config.own_rules);
    add(options.workspace_redact, config.workspace_rules);
    if (options.command != "config")
        return;
    options.rules.emplace_back(config.own_path, config.own_rules);
    options.rules.emplace_back(".agentcli/config.json", config.workspace_rules);
}

// Returns true if the flag is another spelling of this command.
static bool spells(const std::string& flag, Command command)
{
    const auto& table = option_table();
    return std::any_of(table.begin(), table.end(),
        [&](const Option& option) { return option.name == flag && option.action == command; });
}

// Checks combinations of flags.
static void check_flags(const CommandLine& line)
{
    const auto is_given = [&](const std::string& name) {
        if (spells(name, line.command))
            return true;
        return std::any_of(line.flags.begin(), line.flags.end(),
            [&](const GivenFlag& flag) { return flag.option->name == name; });
    };
    for (const auto& [option, value] : line.flags) {
        for (const auto& other : option->excludes)
            if (is_given(other))
                throw ToolError(Code::bad_request,
                    "--" + other + " and " + flag_of(*option) + " cannot be combined",
                    "give one of them");
        const bool has_other = !option->or_needs.empty() && is_given(option->or_needs);
        if (!option->needs.empty() && !is_given(option->needs) && !has_other)
            throw ToolError(Code::bad_request,
                flag_of(*option) + " requires --" + option->needs + ", which is missing");
    }
    for (const Option* option : shown_options(line.command))
        if (option->is_required && !is_given(option->name)
            && (option->unless.empty() || !is_given(option->unless)))
            throw ToolError(Code::bad_request, long_usage_of(*option) + " is required",
                option->name == "prompt" && line.command == "run"
                    ? "--prompt - reads it from stdin; a chat needs a terminal as stdin and "
                      "stdout, "
                      "and 'agentcli host' is for programs"
                    : "'agentcli help' lists the commands and the flags");
}

// The config, manifest and audit trail are those of the workspace.
static void enter(const std::string& workspace)
{
    if (!workspace.empty() && chdir(workspace.c_str()) != 0)
        throw ToolError(Code::bad_request,
            system::system_error("--workspace: cannot enter " + text::in_quotes(workspace))
                .message);
}

static constexpr const char* no_profile = "none";

// Returns the mode whose profile is the default one; empty if --profile is given.
static std::string mode_of(const CommandLine& line)
{
    if (is_given(line, "profile"))
        return {};
    const std::string& mode = row_of(line.command).mode;
    return mode.empty() ? row_of(line.grammar).mode : mode;
}

std::string profile_flag(const std::string& name)
{
    return "--profile=" + (name.empty() ? no_profile : name);
}

Options parse_options(const std::vector<std::string>& arguments)
{
    const CommandLine line = read_command_line(arguments);
    Options options;
    options.command = line.command;
    options.words = line.words;
    options.loose_arguments = line.loose;
    if (!row_of(line.command).reads_config && line.command != line.grammar)
        return options; // --help and --version ignore everything else
    check_flags(line);
    for (const auto& [option, value] : line.flags)
        if (option->is_first)
            assign(*option, options, {value, flag_of(*option)});
    enter(options.workspace);
    Config config;
    if (row_of(line.command).reads_config) {
        options.config_files = read_config_files();
        config = config_of(options.config_files,
            {options.profile == no_profile ? "" : options.profile, mode_of(line)});
    }
    apply_presets(options, line.grammar, config);
    for (const auto& [option, value] : line.flags)
        if (option->assign != nullptr)
            assign(*option, options, {value, flag_of(*option)});
    take_named_key(options, line, config);
    follow_openai_variables(options, line);
    take_stored_key(options, line.grammar);
    options.approve_is_given = is_given(line, "approve");
    options.names_server = names_server(line);
    apply_workspace(options, line.grammar, config);
    add_rules(options, config);
    options.taste = config.taste;
    options.used_profile = config.profile;
    options.key_variables = config.key_variables;
    if (!options.env_key.empty())
        options.key_variables.push_back(options.env_key);
    return options;
}

static void keep_narrow(Options& options, const Options& run)
{
    options.approve = std::max(options.approve, run.approve);
    if (options.only_tools != run.only_tools)
        options.only_tools.insert(
            options.only_tools.end(), run.only_tools.begin(), run.only_tools.end());
    for (const auto& name : run.without_tools)
        if (!text::contains(options.without_tools, name))
            options.without_tools.push_back(name);
}

// Uses the key of a named variable only for the server for which it was named.
static void take_key_of_profile(OptionsOfProfile& result, const std::string& run_url)
{
    Options& options = result.options;
    if (options.key_is_stored && options.base_url != run_url)
        forget_key(options);
    const bool is_other_server = !options.env_key.empty() && result.flags.contains("base-url")
        && options.base_url != run_url;
    const bool is_named = result.flags.contains("env-key");
    const Option* const key = find_option("run", "api-key");
    if (!is_named && !is_other_server)
        return;
    forget_key(options);
    if (!is_named)
        options.env_key.clear();
    if (options.env_key.empty())
        assign_variable(*key, options);
    else if (const char* const value = value_of(options.env_key))
        assign(*key, options, {value, options.env_key});
}

// Removes the settings for the run's server, which must not be sent to another one: headers may
// contain keys.
static void forget_server_of_run(OptionsOfProfile& result, const std::string& run_url)
{
    const auto sets = [&](const char* flag) { return result.flags.contains(flag); };
    Options& options = result.options;
    if (!sets("base-url") || options.base_url == run_url)
        return;
    options.headers.clear(); // a profile cannot set headers
    options.verify = true;
    if (!sets("ca-file"))
        options.ca_file.clear();
    if (!sets("fallback-model"))
        options.fallback_model.clear();
}

OptionsOfProfile with_profile(const Options& options, const std::string& name)
{
    const Config config = config_of(options.config_files, {.name = name, .is_of_user = true});
    OptionsOfProfile result {options};
    result.options.profile = name;
    if (setting_of(config, "stop") != nullptr)
        result.options.stops.clear();
    for (const auto& setting : config.own) {
        result.flags.insert(setting.flag);
        if (const Option* option = find_option("run", setting.flag))
            assign(*option, result.options, {setting.value, setting.source});
    }
    take_key_of_profile(result, options.base_url);
    take_stored_key(result.options, "run");
    forget_server_of_run(result, options.base_url);
    keep_narrow(result.options, options);
    apply_workspace(result.options, "run", config);
    return result;
}

}
