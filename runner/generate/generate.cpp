#include "runner/generate/generate.hpp"

#include "agent/loop/stop.hpp"
#include "runner/commands/help.hpp"
#include "runner/start/manifest_choice.hpp"
#include "runner/terminal/output.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <sstream>
#include <utility>

static constexpr std::pair<const char*, std::string (*)()> forms[] {{"bash", bash_completion},
    {"zsh", zsh_completion}, {"fish", fish_completion}, {"man", man_page}, {"reference", reference_page}};

ToolHelp parse_tool_help(const std::string& text)
{
    ToolHelp result;
    std::istringstream lines(text);
    std::string line;
    std::getline(lines, line);
    result.name = line.substr(0, line.find(": "));
    result.summary = line.substr(std::min(result.name.size() + 2, line.size()));
    while (std::getline(lines, line)) {
        if (!line.starts_with("  "))
            continue;
        std::istringstream words(line);
        HelpRow row;
        words >> row.name;
        std::getline(words >> std::ws, row.text);
        // "NAME: the same in base64" and "--help, --version" close a list.
        if (row.name.ends_with(':') || row.name.ends_with(',')) {
            row.text = row.name.ends_with(':') ? row.text : "tells of itself; also " + row.text;
            row.name.pop_back();
        }
        (row.name.starts_with("--") ? result.flags : result.fields).push_back(std::move(row));
    }
    return result;
}

static std::string page_of_tool(const Options& options, const Interrupt& interrupt)
{
    const std::string& name = options.words[1];
    const ManifestChoice choice = choose_manifest(options.tools);
    if (!choice.note.empty())
        print_note(choice.note);
    const auto& tools = choice.tools;
    const auto tool = std::find_if(tools.begin(), tools.end(), [&](const auto& t) { return t.name == name; });
    if (tool == tools.end())
        throw ToolError(Code::bad_request, "the manifest has no tool " + in_quotes(name));
    return man_page(parse_tool_help(help_of_tool(*tool, interrupt)));
}

int run_generate(const Options& options, const Interrupt& interrupt)
{
    const std::string form = options.words.empty() ? "" : options.words[0];
    for (const auto& [name, make] : forms) {
        if (form != name)
            continue;
        if (options.words.size() == 2 && form != "man")
            throw ToolError(Code::bad_request, "unexpected argument " + in_quotes(options.words[1]),
                "a tool has a page of the form 'man' alone");
        print(options.words.size() == 2 ? page_of_tool(options, interrupt) : make());
        return static_cast<int>(Reason::answered);
    }
    throw ToolError(Code::bad_request, in_quotes(form) + " is nothing that can be made",
        "bash, zsh, fish, man, man TOOL or reference");
}
