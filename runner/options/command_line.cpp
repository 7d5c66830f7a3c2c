#include "runner/options/command_line.hpp"

#include "runner/options/option_values.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/contains.hpp"
#include "toolkit/text/suggestion.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <iterator>
#include <sstream>
#include <string_view>

namespace runner::options {

using namespace toolkit;

static std::string help_of(Command command)
{
    return "'agentcli help " + std::string(command) + "'";
}

static Command first_that_takes(const Option& option)
{
    const auto& table = command_table();
    const auto found = std::find_if(
        table.begin(), table.end(), [&](const CommandRow& row) { return takes(row, option); });
    return found == table.end() ? Command("run") : Command(found->name);
}

static ToolError unknown_flag(Command command, std::string_view typed, std::string_view name)
{
    for (const auto& option : option_table())
        if (option.name == name && !option.is_hidden)
            return {Code::bad_request,
                flag_of(option) + " is not a flag of '" + program_of(command) + "'",
                "'" + program_of(first_that_takes(option)) + "' takes it"};
    const std::string problem = "unknown flag " + text::in_quotes(typed);
    std::vector<std::string> names;
    for (const Option* option : shown_options(command)) {
        if (text::contains(option->elsewhere, name))
            return {Code::bad_request, problem,
                "did you mean " + text::in_quotes(flag_of(*option)) + "?"};
        names.push_back(option->name);
    }
    if (name == "q" || name == "quiet" || name == "silent")
        return {Code::bad_request, problem,
            "stdout has the answer alone; 2> /dev/null leaves out the notes"};
    return {Code::bad_request, problem,
        text::did_you_mean(name, names, help_of(command) + " lists the flags", "--")};
}

static std::string_view name_in(std::string_view argument)
{
    argument.remove_prefix(argument.starts_with("--") ? 2 : 1);
    return argument.substr(0, argument.find('='));
}

static bool is_flag(const std::string& argument)
{
    return argument.size() > 1 && argument[0] == '-';
}

// Returns the row of the flag that the argument names, or null. "--p" does not mean a short form,
// because it may be a parameter.
static const Option* option_given(Command command, const std::string& argument)
{
    const std::string_view name = name_in(argument);
    const Option* const option = find_option(command, name);
    return option != nullptr || argument.starts_with("--") ? option
                                                           : find_short_option(command, name);
}

static std::string checked(const Option& option, std::string value)
{
    if (value.empty() && !option.may_be_empty)
        throw ToolError(Code::bad_request, flag_of(option) + " has an empty value",
            option.value.empty() ? "leave the flag out, or let it stand alone"
                                 : "leave the flag out, or give it " + option.value);
    return value;
}

// Parses the flag at `index`, and advances `index` if its value is a separate argument. A known
// flag is never taken for a value: the value before it is missing.
static GivenFlag read_flag(
    Command command, const std::vector<std::string>& arguments, std::size_t& index)
{
    const std::string& argument = arguments[index];
    const std::string_view name = name_in(argument);
    const std::size_t equals = argument.find('=');
    const Option* option = option_given(command, argument);
    if (option == nullptr)
        throw unknown_flag(command, std::string_view(argument).substr(0, equals), name);
    if (equals != std::string::npos)
        return {option, checked(*option, argument.substr(equals + 1))};
    if (option->value.empty())
        return {option, "true"};
    const bool has_value = ++index < arguments.size();
    const bool is_meant = has_value && is_flag(arguments[index])
        && arguments[index].find('=') == std::string::npos
        && option_given(command, arguments[index]) != nullptr;
    if (has_value && !is_meant)
        return {option, checked(*option, arguments[index])};
    throw ToolError(Code::bad_request,
        flag_of(*option) + " needs a value: " + flag_of(*option) + " " + option->value,
        has_value ? flag_of(*option) + "=" + arguments[index] + " gives it this one" : "");
}

static std::vector<std::string> split(const std::string& name)
{
    std::istringstream stream(name);
    std::vector<std::string> words;
    for (std::string word; stream >> word;)
        words.push_back(word);
    return words;
}

// Chooses the command that prints the help of the first word. Returns false if no command does.
static bool take_help_of_word(CommandLine& line)
{
    if (const Command own = row_of(line.command).word_help; !own.empty() && !line.words.empty()) {
        line.command = own;
        return true;
    }
    for (const auto& flag : line.flags)
        if (!flag.option->action.empty() && !row_of(flag.option->action).word_help.empty()) {
            line.command = row_of(flag.option->action).word_help;
            line.words = {flag.value};
            return true;
        }
    return false;
}

// A flag may stand for a command, and its value for the first word of that command.
static void take_action(CommandLine& line, std::size_t word_count)
{
    const GivenFlag* action = nullptr;
    for (const auto& flag : line.flags) {
        if (flag.option->action.empty()
            || (flag.option->value.empty() && !parse_switch(flag.value)))
            continue;
        if (flag.option->action == "help") {
            action = &flag;
            break;
        }
        if (action != nullptr && action->option != flag.option)
            throw ToolError(Code::bad_request,
                flag_of(*action->option) + " and " + flag_of(*flag.option) + " cannot be combined",
                "give one of them");
        action = &flag;
    }
    if (action == nullptr)
        return;
    if (action->option->action == "help" && take_help_of_word(line))
        return;
    line.command = action->option->action;
    if (line.command == "help")
        line.words
            = word_count == 0 ? std::vector<std::string>() : split(std::string(line.grammar));
    else if (line.command == "version")
        line.words.clear();
    else if (!action->option->value.empty())
        line.words.insert(line.words.begin(), action->value);
}

static void check_words(const CommandLine& line)
{
    const CommandRow& row = row_of(line.command);
    if (line.words.size() > row.max_words)
        throw ToolError(Code::bad_request,
            "unexpected argument " + text::in_quotes(line.words[row.max_words]),
            line.command == "run" ? "the prompt goes after --prompt"
                                  : "the usage is: " + usage_of(row));
    if (line.words.size() < row.min_words)
        throw ToolError(Code::bad_request, "'" + program_of(line.command) + "' needs " + row.words,
            "the usage is: " + usage_of(row));
}

static void check_given_once(const CommandLine& line)
{
    for (const auto& flag : line.flags)
        if (flag.option->given == FlagRepetition::once
            && std::count_if(line.flags.begin(), line.flags.end(),
                   [&](const GivenFlag& other) { return other.option == flag.option; })
                > 1)
            throw ToolError(
                Code::bad_request, flag_of(*flag.option) + " is given twice", "give it once");
}

// Handles 'session --help', which asks for help on the first word of several commands.
static bool asks_help_of_several(const std::vector<std::string>& arguments)
{
    return arguments.size() == 2 && !arguments[0].empty() && arguments[0][0] != '-'
        && !commands_named(arguments[0]).empty() && is_flag(arguments[1])
        && (name_in(arguments[1]) == "help" || name_in(arguments[1]) == "h");
}

// Returns true if the command, or one that a flag selects, accepts arguments that are not flags of
// agentcli.
static bool takes_loose(Command command, const std::vector<std::string>& arguments)
{
    const auto spells_one = [&](const std::string& argument) {
        const Option* const option = is_flag(argument) ? option_given(command, argument) : nullptr;
        return option != nullptr && !option->action.empty() && row_of(option->action).takes_loose;
    };
    return row_of(command).takes_loose
        || std::any_of(arguments.begin(), arguments.end(), spells_one);
}

bool gives_way_to_parameters(const Option& option) { return option.action == "version"; }

static void read_arguments(
    CommandLine& line, const std::vector<std::string>& arguments, std::size_t index)
{
    const bool has_parameters = takes_loose(line.command, arguments);
    const std::size_t max_words = row_of(line.command).max_words;
    std::size_t after_loose = 0;
    for (; index < arguments.size(); ++index) {
        const std::string& argument = arguments[index];
        const Option* const option
            = is_flag(argument) ? option_given(line.command, argument) : nullptr;
        const bool is_flag_of_ours
            = option != nullptr && !(has_parameters && gives_way_to_parameters(*option));
        const bool is_word = !is_flag(argument) && line.words.size() < max_words;
        if (has_parameters && !is_flag_of_ours && !is_word) {
            line.loose.push_back({argument, index == after_loose});
            after_loose = index + 1;
        } else if (is_flag(argument)) {
            line.flags.push_back(read_flag(line.command, arguments, index));
        } else {
            line.words.push_back(argument);
        }
    }
}

std::vector<std::string> arguments_for_workflow(
    const std::vector<std::string>& arguments, const std::string& name)
{
    const auto& of_conversations = find_option("host", "workflow")->excludes;
    std::vector<std::string> result;
    std::copy_if(arguments.begin(), arguments.end(), std::back_inserter(result),
        [&](const std::string& argument) {
            const std::size_t end = std::min(argument.find('='), argument.size());
            return !argument.starts_with("--")
                || !text::contains(of_conversations, argument.substr(2, end - 2));
        });
    result.push_back("--workflow=" + name);
    return result;
}

// Returns the number of flags and their values before the first word; 0 if one of them is unknown,
// or if words may be parameters.
static std::size_t flags_before_command(const std::vector<std::string>& arguments)
{
    if (arguments.empty() || !is_flag(arguments.front()) || takes_loose("run", arguments))
        return 0;
    std::size_t index = 0;
    for (; index < arguments.size() && is_flag(arguments[index]); ++index) {
        const auto& table = option_table();
        const std::string_view name = name_in(arguments[index]);
        const auto option = std::find_if(table.begin(), table.end(), [&](const Option& row) {
            return row.name == name
                || (!arguments[index].starts_with("--")
                    && name == std::string_view(&row.letter, 1));
        });
        if (option == table.end())
            return 0;
        if (!option->value.empty() && arguments[index].find('=') == std::string::npos)
            ++index;
    }
    return std::min(index, arguments.size());
}

// Moves the words of the command before flags that precede them: -C DIR chat.
static std::vector<std::string> with_command_first(std::vector<std::string> arguments)
{
    const auto first
        = arguments.begin() + static_cast<std::ptrdiff_t>(flags_before_command(arguments));
    if (first == arguments.begin() || first == arguments.end() || commands_named(*first).empty())
        return arguments;
    const std::size_t words = choose_command({first, arguments.end()}).word_count;
    std::rotate(arguments.begin(), first, first + static_cast<std::ptrdiff_t>(words));
    return arguments;
}

CommandLine read_command_line(const std::vector<std::string>& given)
{
    const std::vector<std::string> arguments = with_command_first(given);
    if (asks_help_of_several(arguments))
        return {"run", "help", {arguments[0]}, {}};
    const auto [command, word_count] = choose_command(arguments);
    CommandLine line {command, command, {}, {}};
    read_arguments(line, arguments, word_count);
    take_action(line, word_count);
    check_words(line);
    check_given_once(line);
    return line;
}

}
