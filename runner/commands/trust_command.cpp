#include "runner/commands/trust_command.hpp"

#include "agent/loop/run_result.hpp"
#include "runner/start/manifest_choice.hpp"
#include "runner/terminal/output.hpp"
#include "runner/terminal/pages.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/text/text.hpp"
#include "toolkit/workspace/path.hpp"

#include <optional>

static std::string in_ascii(const Json& value) { return value.dump(-1, ' ', true); }

static void add_field(Rows& rows, std::string_view name, const Json& value)
{
    rows.add_line("    ", std::string(name) + ": " + in_ascii(value), Colour::off);
}

static void add_tool(Rows& rows, const std::string& directory, const ManifestTool& tool)
{
    rows.add_line("  ", "tool " + tool.name, Colour::off);
    add_field(rows, "command", tool.command);
    const auto inside = strip_root(tool.program, directory);
    add_field(rows, inside ? "runs a file of this directory" : "runs", printable(tool.program));
    if (!tool.env.empty())
        add_field(rows, "environment", tool.env);
    if (tool.timeout)
        add_field(rows, "timeoutSec", static_cast<double>(tool.timeout->count()) / 1000);
    add_field(rows, "changesFiles", tool.changes_files);
    if (!tool.effects.is_null())
        add_field(rows, "effects, as it claims", tool.effects);
    add_field(rows, "description", tool.description);
}

std::vector<std::string> manifest_rows(
    const std::string& directory, const std::vector<ManifestTool>& tools, const Look& look)
{
    Rows rows(look);
    rows.add_line("  ", "tools.json of " + in_ascii(printable(directory)), Colour::off);
    for (const auto& tool : tools) {
        rows.add("");
        add_tool(rows, directory, tool);
    }
    rows.add("");
    rows.add_lines("  " + std::to_string(tools.size())
        + " tools; not shown: the schemas of their arguments.\n"
          "  Trust covers these bytes of tools.json. It does not cover the programs that\n"
          "  they name: whoever can change those decides what is run.\n");
    return rows.take();
}

static int show_and_trust(const std::string& path, Cancel& cancel)
{
    const FoundManifest found = read_found_manifest(path);
    const std::string& directory = found.trusted.directory;
    const auto tools = parse_manifest(found.text, path, directory);
    const auto terminal = Terminal::find();
    if (!terminal)
        throw ToolError(Code::bad_request, "there is no terminal to show it on and to ask on",
            "--tools FILE uses a manifest without trust");
    const auto rows = [&](std::size_t columns) { return manifest_rows(directory, tools, {columns}); };
    const auto verdict = show_and_ask(*terminal,
        {"the manifest that is to be trusted:", rows, "trust it from now on? y(es), n(o)"}, cancel);
    if (!verdict || verdict->word != Verdict::Word::yes) {
        print_note("it is not trusted");
        return static_cast<int>(Reason::failed);
    }
    trust(found.trusted);
    print("trusted: " + found.trusted.sha256 + "\n");
    return static_cast<int>(Reason::answered);
}

static int end_trust_in(const std::string& path)
{
    if (end_trust(place_of_manifest(path)))
        return static_cast<int>(Reason::answered);
    print_note("it was not trusted");
    return static_cast<int>(Reason::failed);
}

static int print_trusted()
{
    std::string text;
    for (const auto& entry : list_trusted())
        text += without_controls(entry.kind + "  " + entry.sha256 + "  " + entry.directory + "/" + entry.name)
            + "\n";
    print(text);
    return static_cast<int>(Reason::answered);
}

int run_trust(const Options& options, Cancel& cancel)
{
    const std::string path = options.words.empty() ? "tools.json" : options.words[0];
    if (options.command == Command::trust_list)
        return print_trusted();
    return options.command == Command::trust_remove ? end_trust_in(path) : show_and_trust(path, cancel);
}
