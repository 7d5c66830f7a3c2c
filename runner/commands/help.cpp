#include "runner/commands/help.hpp"

#include "agent/calls/describe_tools.hpp"
#include "agent/calls/process.hpp"
#include "agent/calls/toolbelt.hpp"
#include "agent/loop/run_result.hpp"
#include "runner/commands/help_text.hpp"
#include "runner/manifest/manifest_choice.hpp"
#include "runner/terminal/output.hpp"
#include "toolkit/json/members.hpp"
#include "toolkit/text/contains.hpp"
#include "toolkit/text/suggestion.hpp"
#include "toolkit/text/text.hpp"

namespace runner::commands {

using namespace agent;
using namespace toolkit;

// In the form that the tools of the suite have.
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
            terminal::without_controls(json::string_member(schema, "description"))});
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
    std::string text;
    if (words.empty())
        return overview();
    for (const options::Command command : options::commands_named(words))
        text += (text.empty() ? "" : "\n") + help_text(command);
    if (!text.empty())
        return text;
    std::vector<std::string> names = options::command_words();
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

}
