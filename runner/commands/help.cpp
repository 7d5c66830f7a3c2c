#include "runner/commands/help.hpp"

#include "agent/calls/description.hpp"
#include "agent/calls/process.hpp"
#include "agent/calls/toolbelt.hpp"
#include "agent/loop/stop.hpp"
#include "runner/options/option_table.hpp"
#include "runner/start/manifest_choice.hpp"
#include "runner/terminal/output.hpp"
#include "toolkit/json/members.hpp"
#include "toolkit/text/contains.hpp"
#include "toolkit/text/suggestion.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>

static std::string in_column(std::string text, std::size_t width)
{
    text.resize(std::max(width, text.size() + 2), ' ');
    return text;
}

static std::string usage_of(const CommandRow& row)
{
    return "agentcli " + row.name + (row.name.empty() ? "" : " ") + row.usage;
}

static std::string flags_of(Command command)
{
    std::string result;
    for (const auto& option : option_table())
        if (takes(command, option))
            result += in_column("  " + usage_of(option), 23) + explanation_of(option) + "\n";
    return result;
}

static std::string list_of_commands()
{
    std::string result;
    for (const auto& row : command_table())
        if (!row.name.empty())
            result += in_column("  " + row.name, 23) + row.summary + "\n";
    return result;
}

std::string help_text(Command command)
{
    const CommandRow& row = row_of(command);
    std::string summary = row.summary;
    summary.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(summary.front())));
    std::string result = "usage: " + usage_of(row) + "\n";
    if (command == Command::run)
        result += "       agentcli COMMAND [flags]\n";
    result += "\n" + summary + ".\n" + row.text;
    if (command == Command::run)
        result += "\nCommands; agentcli help COMMAND tells more:\n\n" + list_of_commands() + "\nFlags:\n";
    result += "\n" + flags_of(command)
        + "\nA flag outweighs the environment, that the profile, and that the default. One dash works as "
          "well as two.\n";
    if (command == Command::run)
        result += "exit: 0 answered, 1 failed, 2 misuse; a limit was reached: 3 --max-steps, 4 "
                  "--max-tool-calls, 5 --max-seconds,\n6 --max-repeats, 8 --max-total-tokens; 124 timed out, 130 "
                  "interrupted, 141 "
                  "stdout closed\n";
    return result;
}

// In the form that the tools of the suite have.
static std::string help_of_entry(const ManifestTool& tool)
{
    std::string text = tool.name + ": " + without_controls(tool.description)
        + "\n\nThis is what the manifest says: its program is not one of the suite, and is not started for "
          "this.\n";
    const Json& properties = member(tool.schema, "properties");
    const Json& required = member(tool.schema, "required");
    for (const auto& [name, schema] : properties.items()) {
        const bool is_required = required.is_array() && contains(required, Json(name));
        text += in_column("  " + without_controls(name) + (is_required ? "" : "?"), 26)
            + without_controls(string_member(schema, "description")) + "\n";
    }
    return text;
}

std::string help_of_tool(const ManifestTool& tool, Cancel& cancel)
{
    if (!can_be_asked(tool))
        return help_of_entry(tool);
    Launch launch = launch_of(tool);
    launch.argv.emplace_back("--help");
    const auto outcomes = run_together({{std::move(launch), "", std::chrono::seconds(5)}}, cancel);
    if (outcomes[0].end != End::exited || outcomes[0].status != 0)
        throw ToolError(Code::io_error, in_quotes(tool.name) + " does not answer to --help");
    return outcomes[0].output;
}

static std::string help_of_words(const Options& options, Cancel& cancel)
{
    std::string words;
    for (const auto& word : options.words)
        words += (words.empty() ? "" : " ") + word;
    std::string text;
    if (words.empty())
        return help_text(Command::run);
    for (const Command command : commands_named(words))
        text += (text.empty() ? "" : "\n") + help_text(command);
    if (!text.empty())
        return text;
    std::vector<std::string> names;
    for (const auto& row : command_table())
        names.push_back(row.name);
    const ManifestChoice choice = choose_manifest(options.tools);
    if (!choice.note.empty())
        print_note(choice.note);
    for (const auto& tool : choice.tools) {
        if (tool.name == words)
            return help_of_tool(tool, cancel);
        names.push_back(tool.name);
    }
    throw ToolError(Code::bad_request, "no command and no tool is called " + in_quotes(words),
        did_you_mean(words, names,
            "agentcli help lists the commands, --capabilities the tools; --tools FILE names a manifest"));
}

int run_help(const Options& options, const Secrets& secrets, Cancel& cancel)
{
    print(Redaction(secrets).redact(help_of_words(options, cancel)));
    return static_cast<int>(Reason::answered);
}
