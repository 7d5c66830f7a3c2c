#include "walk.hpp"
#include "toolkit/ignore/directory_rules.hpp"
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
    const ignore::IgnoreLevels levels = selection.with_ignored
        ? surroundings.outside
        : ignore::levels_above(workspace, path, surroundings);
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
        directory->levels = ignore::level_of(workspace, {directory->opened.file, directory->path},
            listing.ignore_files, parent.levels);
    return units_of(directory, choose(*directory, std::move(listing.entries)));
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
