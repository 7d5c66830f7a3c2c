#include "runner/commands/trust_command.hpp"

#include "agent/calls/manifest.hpp"
#include "agent/loop/run_result.hpp"
#include "agent/workflow/find.hpp"
#include "runner/commands/skill_command.hpp"
#include "runner/manifest/manifest_choice.hpp"
#include "runner/options/command_set.hpp"
#include "runner/servers/consent.hpp"
#include "runner/terminal/output.hpp"
#include "runner/terminal/pages.hpp"
#include "runner/terminal/trusted_kind.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/text/text.hpp"
#include "toolkit/workspace/path.hpp"

#include <algorithm>
#include <optional>

namespace runner::commands {

using namespace agent;
using namespace toolkit;

static void add_field(terminal::Rows& rows, std::string_view name, const Json& value)
{
    rows.add_line(
        "    ", std::string(name) + ": " + terminal::in_ascii(value), terminal::Colour::off);
}

static void add_tool(
    terminal::Rows& rows, const std::string& directory, const calls::ManifestTool& tool)
{
    rows.add_line("  ", "tool " + tool.name, terminal::Colour::off);
    add_field(rows, "command", tool.command);
    const auto inside = text::strip_root(tool.program, directory);
    add_field(
        rows, inside ? "runs a file of this directory" : "runs", text::printable(tool.program));
    if (!tool.env.empty())
        add_field(rows, "environment", tool.env);
    if (tool.timeout)
        add_field(rows, "timeoutSec", static_cast<double>(tool.timeout->count()) / 1000);
    add_field(rows, "changesFiles", tool.changes_files);
    if (!tool.effects.is_null())
        add_field(rows, "effects, as it claims", tool.effects);
    add_field(rows, "description", tool.description);
}

static void add_launcher(
    terminal::Rows& rows, const std::string& directory, const std::vector<std::string>& launcher)
{
    if (launcher.empty())
        return;
    rows.add_line("  ", "what starts MCP servers, in its sandbox", terminal::Colour::off);
    add_field(rows, "command", launcher);
    const auto inside = text::strip_root(launcher.front(), directory);
    rows.add_line("    ", inside ? "it is a file of this directory" : "it is not in this directory",
        terminal::Colour::off);
    rows.add("");
}

std::vector<std::string> manifest_rows(const std::string& directory,
    const manifest::ManifestChoice& manifest, const terminal::TerminalStyle& look)
{
    const auto& tools = manifest.tools;
    terminal::Rows rows(look);
    rows.add_line("  ", "tools.json of " + terminal::in_ascii(text::printable(directory)),
        terminal::Colour::off);
    for (const auto& tool : tools) {
        rows.add("");
        add_tool(rows, directory, tool);
    }
    for (const auto& tool : manifest.for_operator) {
        rows.add("");
        rows.add_line(
            "  ", "for commands of the operator; no model is offered it:", terminal::Colour::off);
        add_tool(rows, directory, tool);
    }
    rows.add("");
    add_launcher(rows, directory, manifest.launcher);
    rows.add_lines("  " + std::to_string(tools.size())
        + " tools; not shown: the schemas of their arguments.\n"
          "  Trust covers these bytes of tools.json. It does not cover the programs that\n"
          "  they name: whoever can change those decides what is run.\n");
    return rows.take();
}

static constexpr const char* trust_question = "trust it from now on? y(es), n(o)";

// Asks about a file. `without` describes how it is used without trust.
static int show_and_trust(const trust::Trusted& trusted, const terminal::Paged& paged,
    const std::string& without, system::Cancel& cancel)
{
    const auto terminal = terminal::Terminal::find();
    if (!terminal)
        throw ToolError(
            Code::bad_request, "there is no terminal to show it on and to ask on", without);
    const auto verdict = terminal::show_and_ask(*terminal, paged, cancel);
    if (!verdict || verdict->word != terminal::Verdict::Word::yes) {
        terminal::print_note("it is not trusted");
        return static_cast<int>(loop::Reason::failed);
    }
    trust::trust(trusted);
    terminal::print("trusted: " + trusted.sha256 + "\n");
    return static_cast<int>(loop::Reason::answered);
}

static int end_trust_in(const trust::Trusted& trusted)
{
    if (trust::end_trust(trusted))
        return static_cast<int>(loop::Reason::answered);
    terminal::print_note("it was not trusted");
    return static_cast<int>(loop::Reason::failed);
}

static int show_and_trust_manifest(const std::string& path, system::Cancel& cancel)
{
    const manifest::FoundManifest found = manifest::read_found_manifest(path);
    const std::string& directory = found.trusted.directory;
    manifest::ManifestChoice manifest;
    calls::ManifestTools tools = calls::parse_all_of_manifest(found.text, path, directory);
    manifest.tools = std::move(tools.offered);
    manifest.for_operator = std::move(tools.for_operator);
    manifest.launcher = std::move(tools.launcher);
    const auto rows
        = [&](std::size_t columns) { return manifest_rows(directory, manifest, {columns}); };
    return show_and_trust(found.trusted,
        {"the manifest that is to be trusted:", rows, trust_question},
        "--tools FILE uses a manifest without trust", cancel);
}

// A server of the operator's own file has a stored answer for this directory.
static std::string line_of(const trust::Trusted& entry)
{
    const bool is_elsewhere = entry.name.starts_with('/');
    return entry.kind + "  " + entry.sha256 + "  "
        + (is_elsewhere ? entry.name + " in " + entry.directory
                        : entry.directory + "/" + entry.name)
        + (entry.workspace.empty() ? "" : "  workspace: " + entry.workspace);
}

static int print_trusted()
{
    std::string text;
    for (const auto& entry : trust::list_trusted())
        text += terminal::without_controls(line_of(entry)) + "\n";
    terminal::print(text);
    return static_cast<int>(loop::Reason::answered);
}

static int end_trust_in_servers()
{
    if (servers::end_trust_in_workspace_servers())
        return static_cast<int>(loop::Reason::answered);
    terminal::print_note("no server of it was trusted");
    return static_cast<int>(loop::Reason::failed);
}

static bool is_workflow(const std::string& path)
{
    return path.ends_with(".yaml") || path.ends_with(".yml");
}

static std::vector<std::string> workflow_rows(
    const workflow::FoundFile& found, const terminal::TerminalStyle& look)
{
    terminal::Rows rows(look);
    terminal::add_heading(rows, "the workflow", found.trusted);
    terminal::add_text(rows, found.text);
    rows.add_lines("  Trust covers these bytes. It does not cover scripts and programs that the\n"
                   "  steps run: whoever can change those decides what is done.\n");
    return rows.take();
}

static int show_and_trust_of_kind(
    const terminal::TrustedKind& kind, const std::string& path, system::Cancel& cancel)
{
    const terminal::TrustedThing thing = kind.read(path);
    return show_and_trust(
        thing.trusted, {kind.heading, thing.rows, trust_question}, kind.without_trust, cancel);
}

// Returns the kind of file that can be trusted at this path, other than manifests, servers and
// workflows; null if there is none.
static const terminal::TrustedKind* kind_at(const std::string& path)
{
    for (const options::CommandSet* set : options::command_sets())
        if (set->trusts != nullptr && set->trusts->is_place(path))
            return set->trusts;
    for (const terminal::TrustedKind* kind : {&trusted_prompt, &trusted_skill})
        if (kind->is_place(path))
            return kind;
    return nullptr;
}

static int show_and_trust_workflow(const std::string& path, system::Cancel& cancel)
{
    const workflow::FoundFile found = workflow::read_workspace_file(path);
    const auto rows = [&](std::size_t columns) { return workflow_rows(found, {columns}); };
    return show_and_trust(found.trusted,
        {"the workflow that is to be trusted:", rows, trust_question},
        "-w with a path uses a workflow without trust", cancel);
}

int run_trust(const options::Options& options, system::Cancel& cancel)
{
    const std::string path = options.words.empty() ? "tools.json" : options.words[0];
    if (options.command == "trust list")
        return print_trusted();
    if (const terminal::TrustedKind* const kind = kind_at(path))
        return options.command == "trust remove" ? end_trust_in(kind->place(path))
                                                 : show_and_trust_of_kind(*kind, path, cancel);
    if (is_workflow(path))
        return options.command == "trust remove"
            ? end_trust_in(workflow::read_workspace_file(path).trusted)
            : show_and_trust_workflow(path, cancel);
    if (path == ".mcp.json" || path == "./.mcp.json")
        return options.command == "trust remove" ? end_trust_in_servers()
                                                 : servers::trust_workspace_servers(cancel);
    return options.command == "trust remove" ? end_trust_in(manifest::place_of_manifest(path))
                                             : show_and_trust_manifest(path, cancel);
}

}
