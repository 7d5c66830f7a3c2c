#include "runner/terminal/runs_later_lines.hpp"

#include "agent/calls/runs_later_report.hpp"
#include "runner/terminal/terminal.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/json/members.hpp"
#include "toolkit/text/name_spelling.hpp"
#include "toolkit/workspace/runs_later.hpp"

#include <utility>

namespace runner::terminal {

using namespace agent;
using namespace toolkit;

// "path", "to", and what other agents call them: file_path, target_file, destination.
static bool is_name_of_path(const std::string& name)
{
    const std::string spelling = text::spelling_of(name);
    return spelling == "to" || spelling.find("path") != std::string::npos
        || spelling.find("file") != std::string::npos
        || spelling.find("target") != std::string::npos || spelling.starts_with("dest");
}

// What a call is about is known for certain to its tool alone: a link leads elsewhere.
static Json named_files(const Json& arguments)
{
    Json files = Json::array();
    for (const auto& [name, value] : arguments.items()) {
        const auto* const path = value.get_ptr<const std::string*>();
        if (path != nullptr && is_name_of_path(name)
            && workspace::find_later(*path, workspace::EntryKind::other) != nullptr)
            files.push_back(*path);
    }
    return files.empty() ? Json::object() : Json {{"runsLater", std::move(files)}};
}

std::string runs_later_lines(const Json& arguments, const Json& dry_run)
{
    const Json fields = calls::runs_later_of(dry_run.is_null() ? named_files(arguments) : dry_run);
    if (fields.empty())
        return {};
    std::string lines = "  files that are run or obeyed later, without being asked for:\n";
    const Json& files = json::member(fields, "runsLater");
    for (const auto& file : files.is_array() ? files : Json::array()) {
        // As JSON, so that a name has one line.
        lines += "    " + json_for_terminal(file.dump());
        const workspace::LaterRow* const row = workspace::find_later(
            file.get_ref<const std::string&>(), workspace::EntryKind::other);
        lines += row != nullptr ? " by " + std::string(row->by) + "\n" : "\n";
    }
    const std::string rest = calls::runs_later_rest(fields);
    return lines + (rest.empty() ? "" : "    " + rest + "\n");
}

}
