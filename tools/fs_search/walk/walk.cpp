#include "walk.hpp"

#include "toolkit/ignore/directory_rules.hpp"
#include "toolkit/system/directory.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/path_names.hpp"
#include "toolkit/text/text.hpp"
#include "toolkit/workspace/own_directory.hpp"
#include "toolkit/workspace/workspace.hpp"

#include <fcntl.h>

#include <algorithm>
#include <utility>

namespace fs_search::walk {

static void add(Listing& listing, std::string_view name, unsigned char type)
{
    ignore::IgnoreFiles& files = listing.ignore_files;
    files.has_git = files.has_git || name == ".git"; // also if it is a link
    if ((type != DT_REG && type != DT_DIR) || workspace::is_temporary_name(name))
        return;
    files.has_ignore = files.has_ignore || (name == ".ignore" && type == DT_REG);
    files.has_gitignore = files.has_gitignore || (name == ".gitignore" && type == DT_REG);
    listing.entries.push_back({std::string(name), type == DT_DIR});
}

Listing list(const File& directory, std::string_view name)
{
    Listing listing;
    system::for_each_entry(directory, name,
        [&](std::string_view entry, unsigned char type) { add(listing, entry, type); });
    std::sort(listing.entries.begin(), listing.entries.end(),
        [](const Entry& left, const Entry& right) { return left.name < right.name; });
    return listing;
}

bool PageStart::skips_file(std::string_view file) const
{
    const int order = toolkit::text::compare_paths(file, path);
    return order < 0 || (order == 0 && !path.empty() && !wants_file);
}

bool PageStart::skips_directory(std::string_view directory) const
{
    return toolkit::text::compare_paths(directory, path) < 0
        && !toolkit::text::is_beneath(path, directory);
}

bool Selection::takes(const glob::Candidate& candidate, const ignore::IgnoreLevel* innermost) const
{
    if (types.verdict_on(candidate, start) == glob::Verdict::left_out)
        return false;
    glob::Verdict verdict = globs.verdict_on(candidate, start);
    const std::string_view name = candidate.path.substr(candidate.path.rfind('/') + 1);
    if (name == ".git" && !with_git)
        return false;
    if (verdict == glob::Verdict::unmentioned && !with_ignored)
        verdict = ignore::verdict_on(candidate, innermost, users);
    if (verdict != glob::Verdict::unmentioned)
        return verdict == glob::Verdict::kept;
    return with_hidden || !name.starts_with('.')
        || (candidate.is_directory && dotted.verdict_on(candidate, start) == glob::Verdict::kept);
}

namespace {

// Number of small files in one unit: small enough to spread the files over threads, and large
// enough for the distribution to be cheap.
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
