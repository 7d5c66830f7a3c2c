#include "agent/calls/protection.hpp"

#include "agent/calls/describe_tools.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/system/private_directory.hpp"
#include "toolkit/text/contains.hpp"
#include "toolkit/text/path_names.hpp"
#include "toolkit/text/text.hpp"

#include <sys/stat.h>

#include <filesystem>
#include <optional>
#include <system_error>

namespace agent::calls {

namespace fs = std::filesystem;

// Inserts the names of a path before the names that remain to be resolved.
static void put_in_front(const fs::path& path, std::vector<std::string>& names)
{
    std::vector<std::string> all;
    for (const auto& name : path)
        if (name != "/" && name != "." && !name.empty())
            all.push_back(name.string());
    names.insert(names.begin(), all.begin(), all.end());
}

static std::string joined(const fs::path& beginning, const std::vector<std::string>& names)
{
    fs::path path = beginning;
    for (const auto& name : names)
        path /= name;
    return path.string();
}

std::vector<std::string> paths_to(const std::string& path)
{
    constexpr int max_links = 40; // as in the kernel
    std::error_code error;
    std::vector<std::string> names;
    put_in_front(fs::absolute(path, error), names);
    std::vector<std::string> found {joined("/", names)};
    fs::path resolved = "/";
    for (int links = 0; !names.empty() && links <= max_links;) {
        const std::string name = names.front();
        const fs::path place = name == ".." ? resolved.parent_path() : resolved / name;
        if (name != ".." && fs::is_symlink(place, error)) {
            if (const std::string way = joined(resolved, names); way != found.back())
                found.push_back(way);
            const fs::path target = fs::read_symlink(place, error);
            names.erase(names.begin());
            put_in_front(target, names);
            if (target.is_absolute())
                resolved = "/";
            ++links;
            continue;
        }
        names.erase(names.begin());
        resolved = place;
    }
    if (const std::string end = joined(resolved, names); end != found.back())
        found.push_back(end);
    return found;
}

void refuse_link_out(const std::string& path, const std::string& what)
{
    std::error_code error;
    const std::string here = fs::current_path(error).string();
    const fs::path whole = fs::absolute(path, error).lexically_normal();
    if (path.empty() || error || here == "/" || !text::strip_root(whole.string(), here))
        return;
    if (!text::strip_root(paths_to(path).back(), here))
        throw ToolError(Code::bad_request,
            "cannot use " + what + " " + text::in_quotes(path)
                + ": a symbolic link leads out of the current directory, or nowhere",
            "name what it leads to");
}

// Creates the directory if it is in the workspace because of HOME or a link. Otherwise a command
// could create it, with a trust.json of its own: a mount protects only what exists. Errors are
// ignored, since a command would most likely fail to create it as well.
static void make_if_in_workspace(const std::string& directory)
{
    std::error_code error;
    const fs::path root = fs::current_path(error);
    const std::string real = directory.empty() ? directory : paths_to(directory).back();
    if (error || !text::strip_root(real, root.string()))
        return;
    std::string made;
    for (const std::string& name : text::split_path(real))
        mkdir((made += "/" + name).c_str(), S_IRWXU);
}

// Adds the symbolic links in a directory, down to `depth` levels. They may lead to files in a
// dotfiles repository.
static void add_links_in(const std::string& directory, int depth, std::vector<std::string>& places)
{
    std::error_code error;
    for (fs::directory_iterator entry(directory, error), end; !error && entry != end;
         entry.increment(error)) {
        std::error_code of_entry;
        if (entry->is_symlink(of_entry))
            places.push_back(entry->path().string());
        if (depth > 1 && entry->is_directory(of_entry))
            add_links_in(entry->path().string(), depth - 1, places);
    }
}

// Adds the user's directories, the targets of links in them, and agentcli itself.
static void add_own_places(std::vector<std::string>& places)
{
    constexpr int with_workflows = 2;
    for (const std::string& place :
        {system::state_directory(), system::config_directory(), system::own_program()})
        if (!place.empty())
            places.push_back(place);
    if (const std::string directory = system::state_directory(); !directory.empty())
        add_links_in(directory, 1, places);
    if (const std::string directory = system::config_directory(); !directory.empty())
        add_links_in(directory, with_workflows, places);
    for (const std::string& directory : system::shared_skill_directories()) {
        places.push_back(directory);
        add_links_in(directory, 1, places);
    }
}

Protection::Protection(std::vector<std::string> obeyed, system::Cancel& cancel)
    : obeyed(std::move(obeyed))
    , cancel(cancel)
{
    for (const std::string& directory : {system::state_directory(), system::config_directory()})
        make_if_in_workspace(directory);
    for (const std::string& directory : system::shared_skill_directories())
        make_if_in_workspace(directory);
    add_own_places(this->obeyed);
}

// Returns the values of a flag in a command, given as FLAG=VALUE or FLAG VALUE.
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

// Returns the path relative to the root, or "." if the root is in it. Returns nullopt if the path
// is elsewhere, or contains "..": paths_to() also returns that path without "..".
static std::optional<std::string> place_beneath(const std::string& root, const std::string& path)
{
    if (text::strip_root(root, path))
        return ".";
    const auto rest = text::strip_root(path, root);
    const text::Names names = text::split_path(rest.value_or(""));
    return rest && !text::contains(names, "..") ? std::optional(text::join_path(names))
                                                : std::nullopt;
}

// Returns the paths in `root` through which the files in `obeyed` are reached, each once.
static std::vector<std::string> places_beneath(
    const std::string& root, const std::vector<std::string>& obeyed)
{
    std::vector<std::string> places;
    for (const auto& path : obeyed)
        for (const auto& name : paths_to(path))
            if (const auto place = place_beneath(root, name);
                place && !text::contains(places, *place))
                places.push_back(*place);
    return places;
}

std::vector<std::string> protected_places(const std::string& root, std::vector<std::string> obeyed)
{
    add_own_places(obeyed);
    return places_beneath(root, obeyed);
}

std::vector<std::string> Protection::flags_for(const ManifestTool& tool) const
{
    const auto roots = values_of(tool.command, "--root");
    std::error_code error;
    const std::string root = fs::canonical(roots.empty() ? "." : roots.back(), error).string();
    if (error)
        return {};
    const std::vector<std::string> given = values_of(tool.command, "--protect");
    std::vector<std::string> flags;
    for (const auto& place : places_beneath(root, obeyed))
        if (!text::contains(given, place))
            flags.push_back("--protect=" + place);
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
