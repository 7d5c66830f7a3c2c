#include "runner/trust_command.hpp"

#include "runner/approval_text.hpp"
#include "runner/manifest_choice.hpp"
#include "runner/output.hpp"
#include "runner/stop.hpp"
#include "toolkit/path.hpp"
#include "toolkit/text.hpp"
#include "toolkit/whole_json.hpp"

#include <algorithm>
#include <optional>
#include <utility>

static std::string in_ascii(const Json& value) { return value.dump(-1, ' ', true); }

static std::string field_text(std::string_view name, const Json& value)
{
    static constexpr std::size_t width = 72;
    std::string rest = std::string(name) + ": " + in_ascii(value);
    std::string text;
    for (const char* indent = "  "; !rest.empty(); indent = "    | ") {
        text += indent + rest.substr(0, width) + "\n";
        rest.erase(0, std::min(width, rest.size()));
    }
    return text;
}

static std::string tool_text(const std::string& directory, const ManifestTool& tool)
{
    std::string text = "tool " + tool.name + "\n" + field_text("command", tool.command);
    const auto inside = strip_root(tool.program, directory);
    text += field_text(inside ? "runs a file of this directory" : "runs", printable(tool.program));
    if (!tool.env.empty())
        text += field_text("environment", tool.env);
    if (tool.timeout)
        text += field_text("timeoutSec", static_cast<double>(tool.timeout->count()) / 1000);
    text += field_text("changesFiles", tool.changes_files);
    if (!tool.effects.is_null())
        text += field_text("effects, as it claims", tool.effects);
    return text + field_text("description", tool.description);
}

std::string manifest_text(const std::string& directory, const std::vector<ManifestTool>& tools)
{
    std::string text = "tools.json of " + in_ascii(printable(directory)) + "\n\n";
    for (const auto& tool : tools)
        text += tool_text(directory, tool) + "\n";
    return text + std::to_string(tools.size())
        + " tools; not shown: the schemas of their arguments. Trust covers these bytes of tools.json. It "
          "does\n"
          "not cover the programs that they name: whoever can change those decides what is run.\n";
}

static bool is_yes(const Terminal& terminal, const Interrupt& interrupt)
{
    for (;;) {
        const auto line = terminal.ask("trust it from now on? y(es), n(o) > ", interrupt);
        const Verdict verdict = line ? read_verdict(*line) : Verdict {Verdict::Word::no};
        if (verdict.word == Verdict::Word::yes || verdict.word == Verdict::Word::no)
            return verdict.word == Verdict::Word::yes;
    }
}

static int show_and_ask(const std::string& path, const Interrupt& interrupt)
{
    const FoundManifest found = read_found_manifest(path);
    const std::string& directory = found.trusted.directory;
    const std::string text = manifest_text(directory, parse_manifest(found.text, path, directory));
    const auto terminal = Terminal::find();
    if (!terminal)
        throw ToolError(Code::bad_request, "there is no terminal to show it on and to ask on",
            "-tools FILE uses a manifest without trust");
    terminal->print(text, interrupt);
    if (!is_yes(*terminal, interrupt)) {
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

int run_trust(const Options& options, const Interrupt& interrupt)
{
    const std::string path = options.words.empty() ? "tools.json" : options.words[0];
    if (options.list_trusted)
        return print_trusted();
    return options.end_trust ? end_trust_in(path) : show_and_ask(path, interrupt);
}
