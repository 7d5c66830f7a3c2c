#include "runner/commands/help.hpp"

#include "agent/calls/describe_tools.hpp"
#include "agent/calls/process.hpp"
#include "agent/calls/toolbelt.hpp"
#include "agent/loop/run_result.hpp"
#include "runner/commands/providers.hpp"
#include "runner/manifest/manifest_choice.hpp"
#include "runner/options/option_table.hpp"
#include "runner/terminal/output.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/json/schema_words.hpp"
#include "toolkit/text/contains.hpp"
#include "toolkit/text/suggestion.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <cctype>
#include <sstream>

namespace runner::commands {

std::string explanation_of_field(const Json& schema)
{
    const std::string type = json::words_of_schema(schema);
    const std::string meaning = json::string_member(schema, "description");
    const Json& preset = json::member(schema, "default");
    return terminal::without_controls(type + (type.empty() || meaning.empty() ? "" : ". ") + meaning
        + (json::is_nothing(preset)  ? ""
                : preset.is_string() ? " [" + preset.get<std::string>() + "]"
                                     : " [" + preset.dump() + "]"));
}

// Formats the help like that of the tools of the suite.
static std::string help_of_entry(const calls::ManifestTool& tool)
{
    std::string text = tool.name + ": " + terminal::without_controls(tool.description)
        + "\n\nThis is what the manifest says: its program is not one of the suite, and is not "
          "started for "
          "this.\n";
    std::vector<HelpItem> items;
    const Json& properties = json::member(tool.schema, "properties");
    const Json& required = json::member(tool.schema, "required");
    for (const auto& [name, schema] : properties.items()) {
        const bool is_required = required.is_array() && text::contains(required, Json(name));
        items.push_back({terminal::without_controls(name) + (is_required ? "" : "?"),
            explanation_of_field(schema)});
    }
    return text + in_two_columns(items);
}

std::string help_of_tool(const calls::ManifestTool& tool, system::Cancel& cancel)
{
    if (!calls::can_be_asked(tool))
        return help_of_entry(tool);
    calls::Launch launch = calls::launch_of(tool);
    launch.argv.emplace_back("--help");
    const auto outcomes
        = calls::run_together({{std::move(launch), "", std::chrono::seconds(5)}}, cancel);
    if (outcomes[0].end != calls::End::exited || outcomes[0].status != 0)
        throw ToolError(Code::io_error, text::in_quotes(tool.name) + " does not answer to --help");
    return outcomes[0].output;
}

static std::string help_of_words(const options::Options& options, system::Cancel& cancel)
{
    std::string words;
    for (const auto& word : options.words)
        words += (words.empty() ? "" : " ") + word;
    if (words.empty())
        return overview();
    if (const auto commands = options::commands_named(words); !commands.empty())
        return text::contains(commands, options::Command(words)) ? help_text(words)
                                                                 : help_of_several(words);
    if (words == "providers")
        return help_of_providers();
    std::vector<std::string> names = options::command_words();
    names.emplace_back("providers");
    const manifest::ManifestChoice choice = manifest::choose_manifest(options.tools);
    if (!choice.note.empty())
        terminal::print_note(choice.note);
    for (const auto* list : {&choice.tools, &choice.for_operator})
        for (const auto& tool : *list) {
            if (tool.name == words)
                return help_of_tool(tool, cancel);
            names.push_back(tool.name);
        }
    throw ToolError(Code::bad_request, "no command and no tool is called " + text::in_quotes(words),
        text::did_you_mean(words, names,
            "'agentcli help' lists the commands, 'agentcli capabilities' the tools; --tools FILE "
            "names a "
            "manifest"));
}

int run_help(
    const options::Options& options, const redaction::Secrets& secrets, system::Cancel& cancel)
{
    terminal::print(redaction::Redaction(secrets).redact(help_of_words(options, cancel)));
    return static_cast<int>(loop::Reason::answered);
}

static constexpr std::size_t max_columns = 80;
static constexpr std::size_t text_column = 26;

const char* const exit_statuses
    = "0 answered, 1 failed, 2 misuse; a limit was reached: 3 --max-steps, 4 --max-tool-calls, "
      "5 --max-seconds, 6 --max-repeats, 8 --max-total-tokens, --max-cost; 124 timed out, 130 "
      "interrupted, 141 stdout closed.";

// Wraps words at the last column. A word that is longer than a line gets a line of its own.
static void add_wrapped(std::string& lines, const std::string& text, std::size_t column)
{
    std::istringstream stream(text);
    std::size_t at = column;
    for (std::string word; stream >> word;) {
        if (at > column && at + 1 + word.size() > max_columns) {
            lines += "\n" + std::string(column, ' ');
            at = column;
        }
        const std::string gap = at > column ? " " : "";
        lines += gap + word;
        at += gap.size() + word.size();
    }
    lines += "\n";
}

std::string wrapped(const std::string& text)
{
    std::string lines;
    add_wrapped(lines, text, 0);
    return lines;
}

// Pads a name to a column, in a row that is indented by two spaces.
static std::string in_column(std::string name, std::size_t width)
{
    name.resize(std::max(width, name.size() + 2), ' ');
    return "  " + name;
}

std::string in_two_columns(const std::vector<HelpItem>& items)
{
    std::string lines;
    for (const auto& item : items) {
        const bool fits = item.name.size() + 4 <= text_column;
        lines += fits ? in_column(item.name, text_column - 2)
                      : "  " + item.name + "\n" + std::string(text_column, ' ');
        add_wrapped(lines, item.text, text_column);
    }
    return lines;
}

std::string sentence(std::string text)
{
    text.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(text.front())));
    return text + ".";
}

static std::string inner_commands(const options::CommandRow& row)
{
    std::vector<HelpItem> items;
    for (const auto& command : row.inner())
        items.push_back({command.usage, command.summary});
    return "\n" + std::string(row.inner_title) + ":\n" + in_two_columns(items);
}

// Returns the examples of a command, each beneath what it does; empty if there are none.
static std::string examples_text(const options::CommandRow& row)
{
    std::string text;
    for (const auto& example : options::examples_of(row))
        text += (text.empty() ? "\nExamples:\n  " : "  ") + std::string(example.meaning) + ":\n    "
            + std::string(example.line) + "\n";
    return text;
}

std::string help_text(options::Command command)
{
    const options::CommandRow& row = options::row_of(command);
    std::vector<HelpItem> items;
    for (const options::Option* option : options::shown_options(command))
        items.push_back({options::usage_of(*option), options::explanation_of(*option)});
    std::string text = wrapped("usage: " + options::usage_of(row)) + "\n"
        + wrapped(sentence(row.summary) + " " + row.text) + "\n" + in_two_columns(items);
    if (const auto further = commands_after(command); !further.empty())
        text += "\nFurther commands:\n" + in_two_columns(further);
    if (row.inner != nullptr)
        text += inner_commands(row);
    text += examples_text(row);
    if (command == "run")
        text += "\n"
            + wrapped("A flag overrides the environment, which overrides the profile, which "
                      "overrides the "
                      "default. --name VALUE and --name=VALUE are the same, and one dash works as "
                      "well as two.")
            + "\n" + wrapped(std::string("Exit status: ") + exit_statuses);
    return text;
}

}
