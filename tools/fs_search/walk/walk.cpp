#include "walk.hpp"
#include "toolkit/system/directory.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"

#include <fcntl.h>

#include <utility>

namespace fs_search::walk {

using namespace toolkit;

namespace {

// So many small files are one piece of work: few enough to spread them, enough to pay for handing
// them out.
constexpr std::size_t files_in_a_unit = 48;

constexpr std::size_t largest_ignore_file = 4 << 20;

// One that is missing or can't be read counts as empty, as it does for git.
std::string text_of(const File& file, const std::string& path)
{
    if (!file)
        return {};
    try {
        std::string text = system::read_range(file, path, 0, largest_ignore_file);
        if (text.size() == largest_ignore_file) // not half a rule
            text.resize(text.rfind('\n') + 1);
        return text;
    } catch (const ToolError&) {
        return {};
    }
}

glob::IgnoreRules rules_in(const File& directory, const std::string& name)
{
    return glob::IgnoreRules(text_of(system::open_in(directory, name, O_RDONLY), name));
}

std::string text_at(const Workspace& workspace, const std::string& path)
{
    try {
        return text_of(workspace.open_to_read(path), path);
    } catch (const ToolError&) {
        return {};
    }
}

Listing ignore_files_in(const File& directory)
{
    Listing found;
    found.has_ignore = found.has_gitignore = true; // perhaps
    found.has_git = static_cast<bool>(system::open_in(directory, ".git", O_PATH));
    return found;
}

std::vector<Unit> units_of(
    const std::shared_ptr<const Directory>& directory, std::vector<Entry> entries)
{
    std::vector<Unit> units;
    for (auto& entry : entries) {
        if (entry.is_directory) {
            units.push_back({directory, {}, std::move(entry.name)});
            continue;
        }
        if (units.empty() || units.back().files.empty()
            || units.back().files.size() == files_in_a_unit)
            units.push_back({directory, {}, {}});
        units.back().files.push_back(std::move(entry.name));
    }
    return units;
}

}

Walk::Walk(const Workspace& workspace, Selection selection, const Surroundings& surroundings)
    : workspace(workspace)
    , root(workspace.root_path() == "/" ? "/" : workspace.root_path() + "/")
    , selection(std::move(selection))
    , surroundings(surroundings)
{
}

Unit Walk::begin_at(const std::string& resolved)
{
    const std::string path = resolved == "." ? "" : resolved + "/";
    selection.start = root.size() + path.size();
    IgnoreLevels levels = surroundings.outside;
    for (std::size_t end = 0; end < path.size() && !selection.with_ignored;
         end = path.find('/', end) + 1) {
        const std::string above = path.substr(0, end);
        const Directory directory {
            {workspace.open_directory(end == 0 ? "." : above)}, above, levels};
        levels = level_of(directory, ignore_files_in(directory.opened.file));
    }
    auto directory = std::make_shared<Directory>(
        Directory {{workspace.open_directory(resolved)}, path, levels});
    return {std::move(directory), {}, "."};
}

std::vector<Unit> Walk::enter(const Unit& unit) const
{
    const Directory& parent = *unit.parent;
    auto directory = std::make_shared<Directory>();
    directory->path = unit.directory == "." ? parent.path : parent.path + unit.directory + "/";
    directory->opened.file
        = system::open_in(parent.opened.file, unit.directory, O_RDONLY | O_DIRECTORY);
    if (!directory->opened.file)
        throw system::system_error("cannot open " + toolkit::text::in_quotes(directory->path));
    directory->opened.short_read
        = files::short_read_in(directory->opened.file, surroundings.device_with_whole_reads);
    Listing listing = list(directory->opened.file, directory->path);
    directory->levels = parent.levels;
    if (!selection.with_ignored)
        directory->levels = level_of(*directory, listing);
    return units_of(directory, choose(*directory, std::move(listing.entries)));
}

IgnoreLevels Walk::level_of(const Directory& directory, const Listing& listing) const
{
    if (!listing.has_ignore && !listing.has_gitignore && !listing.has_git)
        return directory.levels;
    IgnoreLevel level {directory.levels, root.size() + directory.path.size(), {}, {}};
    if (listing.has_ignore)
        level.own = rules_in(directory.opened.file, ".ignore");
    if (listing.has_gitignore)
        level.git = rules_in(directory.opened.file, ".gitignore");
    level.is_repository = listing.has_git;
    if (listing.has_git)
        level.repository = excludes_of_repository(
            directory.path, [&](const std::string& path) { return text_at(workspace, path); });
    return std::make_shared<const IgnoreLevel>(std::move(level));
}

std::vector<Entry> Walk::choose(const Directory& directory, std::vector<Entry> entries) const
{
    const std::string parent = root + directory.path;
    const PageStart& page = selection.page_start;
    std::string path = parent;
    std::erase_if(entries, [&](const Entry& entry) {
        path.resize(parent.size());
        path += entry.name;
        const auto from_root = std::string_view(path).substr(root.size());
        if (entry.is_directory ? page.skips_directory(from_root) : page.skips_file(from_root))
            return true;
        return !selection.takes({path, entry.is_directory}, directory.levels.get());
    });
    return entries;
}

}
