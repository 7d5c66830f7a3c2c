#include "runner/options/option_table.hpp"

#include "runner/options/option_values.hpp"
#include "toolkit/text/contains.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

namespace runner::options {

using namespace toolkit;

std::vector<Option> joined(std::initializer_list<std::vector<Option> (*)()> topics)
{
    std::vector<Option> all;
    for (auto* const topic : topics) {
        auto rows = topic();
        all.reserve(std::max(all.capacity(), all.size() + rows.size()));
        std::move(rows.begin(), rows.end(), std::back_inserter(all));
    }
    return all;
}

// Never destroyed: that would take a tenth of the time of a short run.
const std::vector<Option>& option_table()
{
    static const auto& options = *new std::vector<Option>(joined({options_of_model,
        options_of_tools, options_of_listening, options_of_serving, options_of_conversation,
        options_of_output, options_of_audit, options_of_workflows, options_of_actions}));
    return options;
}

bool takes(Command command, const Option& option)
{
    static constexpr std::array<std::string_view, 18> of_a_prompt {"prompt", "stream", "session",
        "fork", "load-messages", "save-messages", "system", "system-file", "output-schema",
        "workflow", "list-workflows", "list-sessions", "show-session", "delete-session",
        "capabilities", "print-config", "no-agents-md", "lines"};
    // What starts hosts takes their flags, but for those of one conversation.
    static constexpr std::array<std::string_view, 15> not_of_acp {"session", "sessions", "fork",
        "load-messages", "save-messages", "output-schema", "host-may", "host-calls",
        "editor-servers", "approve", "verbose", "workflow", "state", "parallel", "grace"};
    static constexpr std::array<std::string_view, 11> not_of_serve {"session", "fork",
        "load-messages", "save-messages", "record", "host-calls", "editor-servers", "workflow",
        "state", "parallel", "grace"};
    const bool is_of_hosts = text::contains(option.commands, Command::host);
    return text::contains(option.commands, command)
        || (command == Command::acp && is_of_hosts && !text::contains(not_of_acp, option.name))
        || (command == Command::serve && is_of_hosts && !text::contains(not_of_serve, option.name))
        || (command == Command::workflow_run && text::contains(option.commands, Command::run)
            && !text::contains(of_a_prompt, option.name));
}

const Option* find_option(Command command, std::string_view name)
{
    const auto& table = option_table();
    const auto found = std::find_if(table.begin(), table.end(), [&](const Option& option) {
        return takes(command, option)
            && (option.name == name || name == std::string_view(&option.letter, 1));
    });
    return found == table.end() ? nullptr : &*found;
}

std::vector<const Option*> shown_options(Command command)
{
    std::vector<const Option*> result;
    for (const auto& option : option_table())
        if (takes(command, option) && !option.is_hidden)
            result.push_back(&option);
    return result;
}

std::string flag_of(const Option& option) { return "--" + option.name; }

bool is_path(const Option& option, std::string_view value)
{
    if (!option.optional_file.empty())
        return !is_switch(value);
    return (option.is_file || option.value == "DIR") && value != "-" && value != option.no_file;
}

std::string usage_of(const Option& option)
{
    const std::string letter = option.letter == 0 ? "" : std::string("-") + option.letter + ", ";
    if (!option.optional_file.empty())
        return letter + flag_of(option) + "[=" + option.optional_file + "]";
    return letter + flag_of(option) + (option.value.empty() ? "" : " " + option.value);
}

std::string usage_of(const CommandRow& row)
{
    std::string usage = "agentcli " + row.name + (row.words.empty() ? "" : " " + row.words);
    for (const Option* option : shown_options(row.command))
        usage += option->is_required ? " " + usage_of(*option) : "";
    return usage + " [flags]";
}

std::string explanation_of(const Option& option)
{
    std::string text = option.help;
    for (std::size_t index = 0; index < option.environment.size(); ++index)
        text += (index == 0 ? "; environment: " : ", then ") + option.environment[index];
    return text + (option.preset.empty() ? "" : " [" + option.preset + "]");
}

}
