#include "runner/commands/help.hpp"

#include "agent/calls/describe_tools.hpp"
#include "agent/calls/process.hpp"
#include "agent/calls/toolbelt.hpp"
#include "agent/loop/run_result.hpp"
#include "runner/commands/help_text.hpp"
#include "runner/start/manifest_choice.hpp"
#include "runner/terminal/output.hpp"
#include "toolkit/json/members.hpp"
#include "toolkit/text/contains.hpp"
#include "toolkit/text/suggestion.hpp"
#include "toolkit/text/text.hpp"

// In the form that the tools of the suite have.
static std::string help_of_entry(const ManifestTool& tool)
{
    std::string text = tool.name + ": " + without_controls(tool.description)
        + "\n\nThis is what the manifest says: its program is not one of the suite, and is not started for "
          "this.\n";
    std::vector<HelpItem> items;
    const Json& properties = member(tool.schema, "properties");
    const Json& required = member(tool.schema, "required");
    for (const auto& [name, schema] : properties.items()) {
        const bool is_required = required.is_array() && contains(required, Json(name));
        items.push_back({without_controls(name) + (is_required ? "" : "?"),
            without_controls(string_member(schema, "description"))});
    }
    return text + in_two_columns(items);
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
        return overview();
    for (const Command command : commands_named(words))
        text += (text.empty() ? "" : "\n") + help_text(command);
    if (!text.empty())
        return text;
    std::vector<std::string> names = command_words();
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
            "'agentcli help' lists the commands, 'agentcli capabilities' the tools; --tools FILE names a "
            "manifest"));
}

int run_help(const Options& options, const Secrets& secrets, Cancel& cancel)
{
    print(Redaction(secrets).redact(help_of_words(options, cancel)));
    return static_cast<int>(Reason::answered);
}
