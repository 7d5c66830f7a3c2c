#include "runner/commands/trust_command.hpp"

#include "agent/calls/manifest.hpp"
#include "agent/loop/run_result.hpp"
#include "agent/workflow/find.hpp"
#include "frontends/test/test_source.hpp"
#include "runner/servers/consent.hpp"
#include "runner/start/manifest_choice.hpp"
#include "runner/terminal/output.hpp"
#include "runner/terminal/pages.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/json/members.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/text/text.hpp"
#include "toolkit/workspace/path.hpp"

#include <algorithm>
#include <optional>

namespace runner::commands {

using namespace agent;
using namespace toolkit;

static std::string in_ascii(const Json& value) { return value.dump(-1, ' ', true); }

static void add_field(terminal::Rows& rows, std::string_view name, const Json& value)
{
    rows.add_line("    ", std::string(name) + ": " + in_ascii(value), terminal::Colour::off);
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

std::vector<std::string> manifest_rows(
    const std::string& directory, const start::ManifestChoice& manifest, const terminal::Look& look)
{
    const auto& tools = manifest.tools;
    terminal::Rows rows(look);
    rows.add_line(
        "  ", "tools.json of " + in_ascii(text::printable(directory)), terminal::Colour::off);
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

// `without` says how it is used without trust.
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
    const start::FoundManifest found = start::read_found_manifest(path);
    const std::string& directory = found.trusted.directory;
    start::ManifestChoice manifest;
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

static int print_trusted()
{
    std::string text;
    for (const auto& entry : trust::list_trusted())
        text += terminal::without_controls(
                    entry.kind + "  " + entry.sha256 + "  " + entry.directory + "/" + entry.name)
            + "\n";
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

// Adds the name and the directory of what is to be trusted.
static void add_heading(
    terminal::Rows& rows, const std::string& what, const trust::Trusted& trusted)
{
    rows.add_line("  ",
        what + " " + in_ascii(text::printable(trusted.name)) + " of "
            + in_ascii(text::printable(trusted.directory)),
        terminal::Colour::off);
    rows.add("");
}

template<class Visit>
static void for_each_line_of(std::string_view text, Visit visit)
{
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        visit(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
}

static void add_text(terminal::Rows& rows, std::string_view text)
{
    for_each_line_of(text, [&](std::string_view line) {
        const std::string shown = in_ascii(text::printable(line));
        rows.add_line("  ", shown.substr(1, shown.size() - 2), terminal::Colour::off);
    });
    rows.add("");
}

static std::vector<std::string> workflow_rows(
    const workflow::FoundFile& found, const terminal::Look& look)
{
    terminal::Rows rows(look);
    add_heading(rows, "the workflow", found.trusted);
    add_text(rows, found.text);
    rows.add_lines("  Trust covers these bytes. It does not cover scripts and programs that the\n"
                   "  steps run: whoever can change those decides what is done.\n");
    return rows.take();
}

// Returns the reply of an exchange: calls in it are run, while the request is only compared.
static std::string reply_in(std::string_view line)
{
    try {
        const Json exchange = json::parse_bounded(line);
        if (const Json& message = json::member(exchange, "message"); message.is_object())
            return in_ascii(message);
    } catch (const ToolError&) { // the test fails
    }
    return in_ascii(text::printable(line));
}

static void add_recording(terminal::Rows& rows, const frontends::test::TestSource& source)
{
    rows.add_line("  ", "its recording " + in_ascii(source.test.recording), terminal::Colour::off);
    rows.add("");
    for_each_line_of(*source.recording,
        [&](std::string_view line) { rows.add_line("  ", reply_in(line), terminal::Colour::off); });
    rows.add("");
    rows.add_lines("  Not shown: what the model was sent, which is only compared.\n");
}

static std::vector<std::string> test_rows(const trust::Trusted& trusted,
    const frontends::test::TestSource& source, const terminal::Look& look)
{
    terminal::Rows rows(look);
    add_heading(rows, "the test", trusted);
    add_text(rows, source.text);
    if (source.recording)
        add_recording(rows, source);
    rows.add_lines("  Trust covers these bytes, and those of the recording. A manifest or a\n"
                   "  workflow that the test names is trusted by itself.\n");
    return rows.take();
}

static int show_and_trust_workflow(const std::string& path, system::Cancel& cancel)
{
    const workflow::FoundFile found = workflow::read_workspace_file(path);
    const auto rows = [&](std::size_t columns) { return workflow_rows(found, {columns}); };
    return show_and_trust(found.trusted,
        {"the workflow that is to be trusted:", rows, trust_question},
        "-w with a path uses a workflow without trust", cancel);
}

static int show_and_trust_test(const std::string& path, system::Cancel& cancel)
{
    const frontends::test::TestSource source = frontends::test::read_test_source(path);
    const trust::Trusted trusted = frontends::test::trusted_of(path, source);
    const auto rows = [&](std::size_t columns) { return test_rows(trusted, source, {columns}); };
    return show_and_trust(trusted, {"the test that is to be trusted:", rows, trust_question},
        "'agentcli test FILE' runs a test without trust", cancel);
}

int run_trust(const options::Options& options, system::Cancel& cancel)
{
    const std::string path = options.words.empty() ? "tools.json" : options.words[0];
    if (options.command == options::Command::trust_list)
        return print_trusted();
    if (frontends::test::is_place_of_test(path))
        return options.command == options::Command::trust_remove
            ? end_trust_in(frontends::test::place_of_test(path))
            : show_and_trust_test(path, cancel);
    if (is_workflow(path))
        return options.command == options::Command::trust_remove
            ? end_trust_in(workflow::read_workspace_file(path).trusted)
            : show_and_trust_workflow(path, cancel);
    if (path == ".mcp.json" || path == "./.mcp.json")
        return options.command == options::Command::trust_remove
            ? end_trust_in_servers()
            : servers::trust_workspace_servers(cancel);
    return options.command == options::Command::trust_remove
        ? end_trust_in(start::place_of_manifest(path))
        : show_and_trust_manifest(path, cancel);
}

}
