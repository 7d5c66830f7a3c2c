#include "agent/calls/protection.hpp"

#include "agent/calls/describe_tools.hpp"
#include "toolkit/json/members.hpp"
#include "toolkit/system/places.hpp"
#include "toolkit/text/contains.hpp"
#include "toolkit/text/path_names.hpp"

#include <sys/stat.h>

#include <filesystem>
#include <optional>
#include <system_error>

namespace agent::calls {

using namespace toolkit;

namespace fs = std::filesystem;

// Where HOME lies in the workspace, a command could make the folder, with a trust.json of its own
// in it, and a mount protects only what is there. A failure is none of the run's: what can't be
// made here is most likely not to be made by a command.
static void make_if_in_workspace(const std::string& folder)
{
    std::error_code error;
    const fs::path root = fs::current_path(error);
    if (error || !text::strip_root(folder, root.string()))
        return;
    std::string made;
    for (const std::string& name : text::split_path(folder))
        mkdir((made += "/" + name).c_str(), S_IRWXU);
}

Protection::Protection(std::vector<std::string> obeyed, system::Cancel& cancel)
    : obeyed(std::move(obeyed))
    , cancel(cancel)
{
    for (const std::string& folder : {system::state_folder(), system::config_folder()})
        make_if_in_workspace(folder);
    for (std::string place :
        {system::state_folder(), system::config_folder(), system::own_program()})
        if (!place.empty())
            this->obeyed.push_back(std::move(place));
}

// What the command gives the flag, in both of its forms.
static std::vector<std::string> values_of(
    const std::vector<std::string>& command, const std::string& flag)
{
    std::vector<std::string> values;
    for (std::size_t index = 0; index < command.size(); ++index) {
        if (command[index].starts_with(flag + "="))
            values.push_back(command[index].substr(flag.size() + 1));
        else if (command[index] == flag && index + 1 < command.size())
            values.push_back(command[index + 1]);
    }
    return values;
}

// As it is written, with the links to its directory resolved, and with all of them resolved: each
// may be in the workspace.
static std::vector<std::string> names_of(const std::string& path)
{
    std::vector<std::string> names {path};
    std::error_code error;
    const fs::path directory = fs::canonical(fs::path(path).parent_path(), error);
    if (!error)
        names.push_back((directory / fs::path(path).filename()).string());
    const fs::path real = fs::canonical(path, error);
    if (!error)
        names.push_back(real.string());
    return names;
}

// Relative to the root; "." if the root itself lies in it; nothing if it is elsewhere.
static std::optional<std::string> place_beneath(const std::string& root, const std::string& path)
{
    if (text::strip_root(root, path))
        return ".";
    const auto rest = text::strip_root(path, root);
    return rest ? std::optional(text::join_path(text::split_path(*rest))) : std::nullopt;
}

std::vector<std::string> Protection::flags_for(const ManifestTool& tool) const
{
    const auto roots = values_of(tool.command, "--root");
    std::error_code error;
    const std::string root = fs::canonical(roots.empty() ? "." : roots.back(), error).string();
    if (error)
        return {};
    std::vector<std::string> places = values_of(tool.command, "--protect");
    std::vector<std::string> flags;
    for (const auto& path : obeyed)
        for (const auto& name : names_of(path)) {
            const auto place = place_beneath(root, name);
            if (!place || text::contains(places, *place))
                continue;
            places.push_back(*place);
            flags.push_back("--protect=" + *place);
        }
    return flags;
}

static bool changes_something(const ManifestTool& tool)
{
    const std::string access = json::string_member(tool.effects, "workspace");
    return tool.changes_files || (access != "none" && access != "read");
}

Launch Protection::launch_of(const ManifestTool& tool)
{
    auto found = taken.find(tool.name);
    if (found == taken.end()) {
        std::vector<std::string> flags = flags_for(tool);
        if (flags.empty() || !changes_something(tool) || !can_be_asked(tool)
            || !takes_flags(tool, flags, cancel))
            flags.clear();
        found = taken.emplace(tool.name, std::move(flags)).first;
    }
    Launch launch = agent::calls::launch_of(tool);
    launch.argv.insert(launch.argv.end(), found->second.begin(), found->second.end());
    return launch;
}

static bool uses_workspace(const ManifestTool& tool)
{
    return json::string_member(tool.effects, "workspace") != "none"
        || json::member(tool.effects, "programs") == true;
}

void Protection::narrow(const ManifestTool& tool, const WorkspacePart& part, Launch& launch)
{
    if (part.refusal)
        throw ToolError(*part.refusal);
    if (part.directories.empty() || !uses_workspace(tool))
        return;
    auto found = can_be_narrowed.find(tool.name);
    if (found == can_be_narrowed.end())
        found = can_be_narrowed
                    .emplace(
                        tool.name, can_be_asked(tool) && takes_flags(tool, {"--within=."}, cancel))
                    .first;
    if (!found->second)
        throw ToolError(Code::unsupported,
            "'" + tool.name + "' can't be kept to the client's roots: it has no flag --within",
            "use another tool; the operator can leave out --roots");
    for (const auto& directory : part.directories)
        launch.argv.push_back("--within=" + directory);
}

}
