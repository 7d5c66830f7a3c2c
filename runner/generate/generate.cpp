#include "runner/generate/generate.hpp"

#include "agent/calls/describe_tools.hpp"
#include "agent/channel/schema.hpp"
#include "agent/loop/run_result.hpp"
#include "runner/manifest/manifest_choice.hpp"
#include "runner/terminal/output.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace runner::generate {

using namespace agent;
using namespace toolkit;

namespace {

// A form that can be generated for agentcli and for a tool of the manifest.
struct Form {
    std::string_view name;
    std::string (*of_agentcli)(); // null: generated from agentcli and all tools
    std::string (*of_tool)(const ToolPage&);
};

}

static std::string schema_of_channel() { return channel::json_schema().dump(2) + "\n"; }

static constexpr std::array forms {
    Form {"bash", bash_completion, bash_completion},
    Form {"zsh", zsh_completion, zsh_completion},
    Form {"fish", fish_completion, fish_completion},
    Form {"man", man_page, man_page},
    Form {"reference", nullptr, nullptr},
    Form {"channel", schema_of_channel, nullptr},
};

static constexpr std::string_view page_prefix = "agentcli-"; // prefix of the man pages for commands

// Returns the entry that a tool of the suite prints itself, since that of the manifest has no
// flags.
static Json entry_of(const calls::ManifestTool& tool, system::Cancel& cancel)
{
    if (!calls::can_be_asked(tool))
        return {{"name", tool.name}, {"description", tool.description}, {"schema", tool.schema}};
    Json entry = calls::describe({tool}, cancel).front();
    if (entry.is_null())
        throw ToolError(
            Code::io_error, text::in_quotes(tool.name) + " does not answer to --describe");
    entry["name"] = tool.name;
    return entry;
}

static std::vector<calls::ManifestTool> all_tools(const manifest::ManifestChoice& choice)
{
    auto tools = choice.tools;
    tools.insert(tools.end(), choice.for_operator.begin(), choice.for_operator.end());
    return tools;
}

static ToolPage page_of_tool(const options::Options& options, system::Cancel& cancel)
{
    const std::string& name = options.words[1];
    const manifest::ManifestChoice choice = manifest::choose_manifest(options.tools);
    if (!choice.note.empty())
        terminal::print_note(choice.note);
    const auto tools = all_tools(choice);
    const auto tool
        = std::find_if(tools.begin(), tools.end(), [&](const auto& t) { return t.name == name; });
    if (tool == tools.end())
        throw ToolError(Code::bad_request, "the manifest has no tool " + text::in_quotes(name));
    return page_of(entry_of(*tool, cancel));
}

static std::vector<ToolPage> pages_of_tools(const options::Options& options, system::Cancel& cancel)
{
    const manifest::ManifestChoice choice = manifest::choose_manifest(options.tools);
    if (!choice.note.empty())
        terminal::print_note(choice.note);
    std::vector<ToolPage> pages;
    for (const auto& tool : all_tools(choice))
        pages.push_back(page_of(entry_of(tool, cancel)));
    return pages;
}

int run_generate(const options::Options& options, system::Cancel& cancel)
{
    const std::string name = options.words.empty() ? "" : options.words[0];
    const auto* const form = std::find_if(
        forms.begin(), forms.end(), [&](const Form& known) { return known.name == name; });
    if (form == forms.end())
        throw ToolError(Code::bad_request, text::in_quotes(name) + " cannot be generated",
            "bash, zsh, fish, man, reference, channel; the first four also of a tool: man TOOL");
    if (options.words.size() == 2 && form->of_tool == nullptr)
        throw ToolError(Code::bad_request,
            "unexpected argument " + text::in_quotes(options.words[1]),
            "the first four forms take a tool");
    if (form->of_agentcli == nullptr)
        terminal::print(reference_page(pages_of_tools(options, cancel)));
    else if (options.words.size() == 2 && name == "man"
        && options.words[1].starts_with(page_prefix))
        terminal::print(man_page_of_commands(options.words[1].substr(page_prefix.size())));
    else
        terminal::print(options.words.size() == 2 ? form->of_tool(page_of_tool(options, cancel))
                                                  : form->of_agentcli());
    return static_cast<int>(loop::Reason::answered);
}

}
