#include "frontends/workflow/workflow_command.hpp"

#include "agent/loop/run_result.hpp"
#include "agent/workflow/library.hpp"
#include "agent/workflow/schema.hpp"
#include "frontends/workflow/parameter_flags.hpp"
#include "runner/terminal/output.hpp"

#include <utility>

namespace frontends::workflow {

using namespace agent::workflow;
using namespace runner;

Json json_of(const std::string& path, const Problem& problem)
{
    Json object {{"file", path}, {"line", problem.place.line}, {"column", problem.place.column},
        {"message", problem.message}};
    if (!problem.hint.empty())
        object["hint"] = problem.hint;
    return object;
}

static Json json_of(const Parameter& parameter)
{
    Json object {
        {"name", parameter.name}, {"type", parameter.type}, {"required", parameter.is_required}};
    if (parameter.preset)
        object["default"] = *parameter.preset;
    if (!parameter.choices.empty())
        object["choices"] = parameter.choices;
    if (!parameter.help.empty())
        object["help"] = parameter.help;
    if (is_hidden_by_flag(parameter.name))
        object["flag"] = false;
    return object;
}

static std::vector<Json> entries_of(const FoundFile& found, Library& library)
{
    Json place {
        {"file", found.path}, {"from", name_of(found.source)}, {"trusted", found.is_trusted}};
    const CheckedFile& checked = library.add(found);
    const Problems problems = told_of(library.problems_of(checked));
    if (!problems.empty()) {
        Json entry {{"name", name_of_file(found.path)}};
        entry.update(place);
        entry["error"] = json_of(found.path, problems.front());
        return {entry};
    }
    std::vector<Json> entries;
    for (const auto& workflow : checked.file.workflows) {
        const std::string file = name_of_file(found.path);
        Json entry {{"name", workflow.name == file ? file : file + ":" + workflow.name},
            {"description", workflow.description()}};
        entry.update(place);
        entry["parameters"] = Json::array();
        for (const auto& parameter : workflow.parameters)
            entry["parameters"].push_back(json_of(parameter));
        entries.push_back(std::move(entry));
    }
    return entries;
}

static std::string line_of(const Json& parameter)
{
    std::string name = parameter.at("name");
    std::string line = parameter.contains("flag") ? "  --param " + name + "=" : "  --" + name + " ";
    line += parameter.at("type").get<std::string>();
    if (parameter.at("required") == true)
        line += " (required)";
    if (parameter.contains("default"))
        line += " [" + parameter.at("default").dump() + "]";
    std::string choices;
    for (const auto& choice : parameter.value("choices", Json::array()))
        choices += (choices.empty() ? "" : ", ") + choice.get<std::string>();
    line += choices.empty() ? "" : " of " + choices;
    const std::string help = parameter.value("help", "");
    return terminal::without_controls(line + (help.empty() ? "" : "  " + help)) + "\n";
}

static std::string lines_of(const Json& entry)
{
    std::string line = entry.at("name").get<std::string>() + "  " + entry.value("description", "")
        + "  (" + entry.at("file").get<std::string>() + ", " + entry.at("from").get<std::string>()
        + (entry.at("trusted") == true ? "" : ", not trusted") + ")";
    std::string lines = terminal::without_controls(line) + "\n";
    if (entry.contains("error")) {
        const Json& error = entry.at("error");
        return lines
            + terminal::without_controls("  faulty: line "
                + std::to_string(error.at("line").get<std::size_t>()) + ", column "
                + std::to_string(error.at("column").get<std::size_t>()) + ": "
                + error.at("message").get<std::string>())
            + "\n";
    }
    for (const auto& parameter : entry.at("parameters"))
        lines += line_of(parameter);
    return lines;
}

int run_workflow_list(const options::Options& options)
{
    Library library;
    Json all = Json::array();
    std::string lines;
    for (const auto& found : list_workflow_files())
        for (auto& entry : entries_of(found, library)) {
            lines += lines_of(entry);
            all.push_back(std::move(entry));
        }
    if (!options.json && all.empty())
        terminal::print_note("there are no workflows in .agentcli/workflows or in "
                             "~/.config/agentcli/workflows; 'agentcli -w ./FILE' runs a file");
    options.json ? terminal::print_json(all) : terminal::print(lines);
    return static_cast<int>(loop::Reason::answered);
}

// Returns the usage: "usage: agentcli -w release --version VERSION [--push]".
static std::string usage_of(const std::string& name, const Workflow& workflow)
{
    std::string usage = "usage: agentcli -w " + name;
    for (const auto& parameter : workflow.parameters) {
        std::string flag = is_hidden_by_flag(parameter.name) ? "--param " + parameter.name + "="
            : parameter.type == "bool"                       ? "--" + parameter.name
                                       : "--" + parameter.name + " " + parameter.type;
        usage += parameter.is_required ? " " + flag : " [" + flag + "]";
    }
    return terminal::without_controls(usage) + "\n";
}

int run_workflow_help(const options::Options& options)
{
    Library library;
    const std::string& name = options.words.front();
    const Chosen chosen = library.choose(name, NamedBy::command_line);
    const Problems problems = told_of(library.problems_of(*chosen.file));
    for (const auto& problem : problems)
        terminal::print_note(terminal::without_controls(line_of(chosen.file->file.path, problem)));
    if (!problems.empty())
        return static_cast<int>(loop::Reason::misused);
    const Workflow& workflow = *chosen.workflow;
    std::string text = usage_of(name, workflow);
    if (const std::string about = workflow.description(); !about.empty())
        text += "\n" + terminal::without_controls(about) + "\n";
    if (!workflow.parameters.empty())
        text += "\nParameters:\n";
    for (const auto& parameter : workflow.parameters)
        text += line_of(json_of(parameter));
    terminal::print(text + "\n'agentcli help workflow run' lists the flags of agentcli.\n");
    return static_cast<int>(loop::Reason::answered);
}

int run_workflow_schema()
{
    terminal::print(file_schema().dump(2) + "\n");
    return static_cast<int>(loop::Reason::answered);
}

}
