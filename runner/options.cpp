#include "runner/options.hpp"

#include "runner/option_table.hpp"
#include "toolkit/error.hpp"
#include "toolkit/text.hpp"

#include <cstdlib>
#include <string_view>
#include <utility>

// Errors name where the value came from: -timeout, or OAI_MODEL.
static void assign(const Option& option, Options& options, const std::pair<std::string, std::string>& from)
{
    const auto& [source, value] = from;
    try {
        option.assign(options, value);
    } catch (const ToolError& error) {
        throw ToolError(Code::bad_request, source + ": " + error.message, error.hint);
    }
}

static void apply_presets(Options& options)
{
    for (const auto& option : option_table()) {
        if (!takes(options.command, option))
            continue;
        if (!option.preset.empty())
            assign(option, options, {"-" + option.name, option.preset});
        for (const auto& variable : option.environment) {
            const char* value
                = std::getenv(variable.c_str()); // NOLINT(concurrency-mt-unsafe): one thread here
            if (value != nullptr && *value != '\0') {
                assign(option, options, {variable, value});
                break;
            }
        }
    }
}

static ToolError not_of(Command command, const Option& option)
{
    const auto quoted = [](Command which) {
        const std::string& name = row_of(which).name;
        return "'agentcli" + (name.empty() ? "" : " " + name) + "'";
    };
    return {Code::bad_request, "-" + option.name + " is no flag of " + quoted(command),
        "it is one of " + quoted(option.commands.front())};
}

static const Option& find(Command command, std::string_view name)
{
    std::vector<std::string> names;
    for (const auto& option : option_table()) {
        const bool is_taken = takes(command, option);
        if (option.name == name && !is_taken)
            throw not_of(command, option);
        if (option.name == name)
            return option;
        if (is_taken)
            names.push_back(option.name);
    }
    const std::optional<std::string> near = nearest(name, names);
    throw ToolError(Code::bad_request, "unknown flag " + in_quotes("-" + std::string(name)),
        near ? "did you mean '-" + *near + "'?" : "-help lists the flags");
}

static void take_word(Options& options, const std::string& word)
{
    if (options.words.size() < row_of(options.command).most_words)
        options.words.push_back(word);
    else
        throw ToolError(Code::bad_request, "unexpected argument " + in_quotes(word),
            options.command == Command::run ? "the prompt goes after -prompt" : "-help tells what is taken");
}

// Takes the flag at `index`, and moves on to its value where that stands by itself.
static void take_flag(Options& options, const std::vector<std::string>& arguments, std::size_t& index)
{
    std::string_view name(arguments[index]);
    name.remove_prefix(name.starts_with("--") ? 2 : 1);
    const std::size_t equals = name.find('=');
    const Option& option = find(options.command, name.substr(0, equals));
    std::string value = "true";
    if (equals != std::string_view::npos)
        value = name.substr(equals + 1);
    else if (!option.value.empty() && ++index < arguments.size())
        value = arguments[index];
    else if (!option.value.empty())
        throw ToolError(
            Code::bad_request, "-" + option.name + " needs a value: -" + option.name + " " + option.value);
    assign(option, options, {"-" + option.name, value});
}

static void check_together(const Options& options)
{
    if (options.json && options.events)
        throw ToolError(
            Code::bad_request, "-json and -events are two forms of one output", "give one of them");
    if (options.command == Command::run && options.prompt.empty() && !options.help && !options.version)
        throw ToolError(Code::bad_request, "nothing to ask: -prompt is required", "-help lists the flags");
}

Options parse_options(const std::vector<std::string>& arguments)
{
    const ChosenCommand chosen = choose_command(arguments);
    Options options;
    options.command = chosen.command;
    apply_presets(options);
    for (std::size_t index = chosen.word_count; index < arguments.size(); ++index) {
        if (arguments[index].size() < 2 || arguments[index][0] != '-')
            take_word(options, arguments[index]);
        else
            take_flag(options, arguments, index);
    }
    check_together(options);
    return options;
}
