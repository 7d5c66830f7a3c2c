#include "runner/options/options.hpp"

#include "runner/options/config.hpp"
#include "runner/options/narrowing.hpp"
#include "runner/options/option_table.hpp"
#include "runner/terminal/output.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <cstdlib>
#include <string_view>
#include <utility>

static void note_origin(Options& options, const Option& option, const Options::Origin& origin)
{
    auto& origins = options.origins[option.name];
    if (option.given != Given::often)
        origins.clear();
    origins.push_back(origin);
}

// Errors name where the value came from: --timeout, or OAI_MODEL.
static void assign(const Option& option, Options& options, const std::pair<std::string, std::string>& from)
{
    const auto& [source, value] = from;
    try {
        option.assign(options, value);
        if (options.print_config)
            note_origin(options, option, {value, source});
    } catch (const ToolError& error) {
        throw ToolError(Code::bad_request, source + ": " + error.message, error.hint);
    }
}

static const std::string* variable_of(const Option& option)
{
    for (const auto& variable : option.environment) {
        const char* value = std::getenv(variable.c_str()); // NOLINT(concurrency-mt-unsafe): one thread here
        if (value != nullptr && *value != '\0')
            return &variable;
    }
    return nullptr;
}

static void apply_presets(Options& options, const Config& config)
{
    for (const auto& option : option_table()) {
        if (!takes(options.command, option))
            continue;
        if (!option.preset.empty())
            assign(option, options, {"default", option.preset});
        for (const auto& setting : config.own)
            if (setting.flag == option.name)
                assign(option, options, {setting.source, setting.value});
        if (const std::string* variable = variable_of(option))
            assign(option, options,
                {*variable,
                    std::getenv(variable->c_str())}); // NOLINT(concurrency-mt-unsafe): one thread here
    }
}

static ToolError not_of(Command command, const Option& option)
{
    const auto quoted = [](Command which) {
        const std::string& name = row_of(which).name;
        return "'agentcli" + (name.empty() ? "" : " " + name) + "'";
    };
    return {Code::bad_request, flag_of(option) + " is no flag of " + quoted(command),
        "it is one of " + quoted(option.commands.front())};
}

static const Option& option_named(Command command, std::string_view name)
{
    for (const auto& option : option_table()) {
        if (option.name == name && !takes(command, option))
            throw not_of(command, option);
        if (option.name == name)
            return option;
    }
    std::vector<std::string> names;
    for (const auto& option : option_table())
        if (takes(command, option))
            names.push_back(option.name);
    const std::optional<std::string> near = nearest(name, names);
    throw ToolError(Code::bad_request, "unknown flag " + in_quotes("--" + std::string(name)),
        near ? "did you mean '--" + *near + "'?" : "--help lists the flags");
}

static void take_word(Options& options, const std::string& word)
{
    if (options.words.size() < row_of(options.command).most_words)
        options.words.push_back(word);
    else
        throw ToolError(Code::bad_request, "unexpected argument " + in_quotes(word),
            options.command == Command::run ? "the prompt goes after --prompt"
                                            : "--help tells what is taken");
}

using Flag = std::pair<const Option*, std::string>;

static Flag checked(const Option& option, std::string value)
{
    if (value.empty() && option.given != Given::once_or_empty)
        throw ToolError(Code::bad_request, flag_of(option) + " has an empty value",
            option.value.empty() ? "leave the flag out, or let it stand alone"
                                 : "leave the flag out, or give it " + option.value);
    return {&option, std::move(value)};
}

// "--prompt" as it stands is a flag that was meant, and a value by mistake at most.
static bool is_flag(Command command, const std::string& word)
{
    return std::any_of(option_table().begin(), option_table().end(), [&](const Option& option) {
        return takes(command, option) && (word == "-" + option.name || word == "--" + option.name);
    });
}

// The flag at `index`, which moves on to its value where that stands by itself.
static Flag read_flag(Command command, const std::vector<std::string>& arguments, std::size_t& index)
{
    std::string_view name(arguments[index]);
    name.remove_prefix(name.starts_with("--") ? 2 : 1);
    const std::size_t equals = name.find('=');
    const Option& option = option_named(command, name == "h" ? "help" : name.substr(0, equals));
    if (equals != std::string_view::npos)
        return checked(option, std::string(name.substr(equals + 1)));
    if (option.value.empty())
        return {&option, "true"};
    if (++index < arguments.size() && !is_flag(command, arguments[index]))
        return checked(option, arguments[index]);
    throw ToolError(Code::bad_request, flag_of(option) + " needs a value: " + usage_of(option),
        index < arguments.size() ? flag_of(option) + "=" + arguments[index] + " gives it this one" : "");
}

static bool asks_the_model(const Options& options)
{
    const bool is_asked = options.command == Command::run || options.command == Command::embed;
    return is_asked && !options.help && !options.version && !options.list_sessions && !options.capabilities
        && !options.print_config && options.show_session.empty() && options.delete_session.empty();
}

// Each is all that is done; of two, one would be left undone.
static void check_one_action(const Options& options)
{
    std::vector<std::string> actions;
    const auto add = [&](bool is_asked_for, const char* flag) {
        if (is_asked_for)
            actions.emplace_back(flag);
    };
    add(options.list_sessions, "--list-sessions");
    add(!options.show_session.empty(), "--show-session");
    add(!options.delete_session.empty(), "--delete-session");
    add(options.capabilities, "--capabilities");
    add(options.print_config, "--print-config");
    add(options.dry_run, "--dry-run");
    add(options.list_trusted, "--list");
    add(options.end_trust, "--remove");
    if (actions.size() > 1)
        throw ToolError(Code::bad_request, actions[0] + " and " + actions[1] + " are two things to do",
            "give one of them");
}

static void check_together(const Options& options)
{
    check_one_action(options);
    if (options.json && options.events)
        throw ToolError(
            Code::bad_request, "--json and --events are two forms of one output", "give one of them");
    if (!options.fork.empty() && options.session.empty())
        throw ToolError(Code::bad_request, "--fork copies a session, and there is none", "-s names it");
    if (!options.prompt.empty() && stripped(options.prompt).empty() && asks_the_model(options))
        throw ToolError(Code::bad_request, "nothing to ask: the prompt is blank", "--help lists the flags");
    if (options.prompt.empty() && asks_the_model(options))
        throw ToolError(Code::bad_request, "nothing to ask: --prompt is required", "--help lists the flags");
}

static std::string joined(const std::vector<std::string>& names)
{
    std::string text;
    for (const auto& name : names)
        text += (text.empty() ? "" : ",") + name;
    return text;
}

// Of lists of tools, what is left of both.
static void note_narrowed(Options& options, const Setting& setting)
{
    const bool is_list = setting.flag == "only-tools" || setting.flag == "without-tools";
    if (!is_list) {
        options.origins[setting.flag] = {{setting.value, setting.source}};
        return;
    }
    for (const auto& [flag, names] :
        {std::pair("only-tools", &options.only_tools), std::pair("without-tools", &options.without_tools)}) {
        auto& origins = options.origins[flag];
        const std::string value = joined(*names);
        if (value.empty() || (!origins.empty() && origins[0].value == value))
            continue;
        origins = {{value, origins.empty() ? setting.source : origins[0].source + " and " + setting.source}};
    }
}

// What may narrow is read as if it stood alone.
static void apply_workspace(Options& options, const Config& config)
{
    for (const auto& setting : config.workspace) {
        Options alone;
        alone.retries = -1;
        assign(option_named(Command::run, setting.flag), alone, {setting.source, setting.value});
        if (narrow(options, alone, setting.flag) && options.print_config)
            note_narrowed(options, setting);
    }
}

// What explains agentcli works in any folder.
static bool needs_config(Command command, const std::vector<Flag>& flags)
{
    return command != Command::generate && std::none_of(flags.begin(), flags.end(), [](const Flag& flag) {
        return flag.first->name == "help" || flag.first->name == "version";
    });
}

static void add(RedactionRules& rules, const RedactionRules& more)
{
    rules.patterns.insert(rules.patterns.end(), more.patterns.begin(), more.patterns.end());
    rules.keys.insert(rules.keys.end(), more.keys.begin(), more.keys.end());
}

static void add_rules(Options& options, const Config& config)
{
    add(options.redact, config.own_rules);
    add(options.workspace_redact, config.workspace_rules);
    if (!options.print_config)
        return;
    options.rules.emplace_back(config.own_path, config.own_rules);
    options.rules.emplace_back(".agentcli/config.json", config.workspace_rules);
}

Options parse_options(const std::vector<std::string>& arguments)
{
    const ChosenCommand chosen = choose_command(arguments);
    Options options;
    options.command = chosen.command;
    std::vector<Flag> flags;
    for (std::size_t index = chosen.word_count; index < arguments.size(); ++index) {
        if (arguments[index].size() < 2 || arguments[index][0] != '-')
            take_word(options, arguments[index]);
        else
            flags.push_back(read_flag(options.command, arguments, index));
    }
    const auto count_of = [&](std::string_view name) {
        return std::count_if(
            flags.begin(), flags.end(), [&](const Flag& flag) { return flag.first->name == name; });
    };
    if (count_of("system") > 0 && count_of("system-file") > 0)
        throw ToolError(
            Code::bad_request, "--system and --system-file are two system messages", "give one of them");
    if (count_of("prompt") > 1)
        throw ToolError(Code::bad_request, "--prompt is given twice, and one prompt is asked",
            "put both into one text, or into stdin with --prompt -");
    // They decide about the others.
    for (const auto& [option, value] : flags)
        if (option->name == "profile" || option->name == "print-config")
            assign(*option, options, {flag_of(*option), value});
    const Config config = needs_config(options.command, flags) ? read_config(options.profile) : Config();
    apply_presets(options, config);
    for (const auto& [option, value] : flags)
        assign(*option, options, {flag_of(*option), value});
    apply_workspace(options, config);
    add_rules(options, config);
    check_together(options);
    return options;
}
