#include "toolkit/change/planned_trees.hpp"

#include "toolkit/change/staged_file.hpp"
#include "toolkit/system/directory.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/workspace/own_directory.hpp"
#include "toolkit/workspace/path.hpp"
#include "toolkit/workspace/workspace.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <vector>

namespace toolkit::change {

struct PlannedTrees::Visit {
    bool is_removal;
    std::size_t found = 0;
};

namespace {

std::string path_of(const PlannedChange& change)
{
    return text::join_resolved(change.directory, change.name);
}

// Reads all names before anything is changed: reading a directory while it changes may return an
// entry twice or skip it.
std::vector<std::string> names_in(const File& directory, const std::string& path)
{
    std::vector<std::string> names;
    system::for_each_entry(
        directory, path, [&](std::string_view name, unsigned char) { names.emplace_back(name); });
    return names;
}

}

bool PlannedTrees::ByNames::operator()(const std::string& left, const std::string& right) const
{
    const auto rank = [](char letter) {
        return letter == '/' ? 0 : 1 + static_cast<int>(static_cast<unsigned char>(letter));
    };
    return std::lexicographical_compare(left.begin(), left.end(), right.begin(), right.end(),
        [&](char one, char other) { return rank(one) < rank(other); });
}

PlannedTrees::PlannedTrees(const Plan& plan)
{
    for (const auto& change : plan.changes)
        if (!change.name.empty())
            changes.emplace(path_of(change), &change);
    std::string outer; // with '/' at its end
    for (const auto& [path, change] : changes) {
        if (!outer.empty() && path.starts_with(outer))
            inner.insert(change);
        else
            outer = change->changes_name() ? path + "/" : "";
    }
}

bool PlannedTrees::has_any_beneath(const std::string& path) const
{
    const std::string beginning = path + "/";
    const auto first = changes.lower_bound(beginning);
    return first != changes.end() && first->first.starts_with(beginning);
}

bool PlannedTrees::visit(const File& directory, const std::string& path, Visit& visit) const
{
    bool is_planned = bool(directory);
    for (const std::string& name :
        directory ? names_in(directory, path) : std::vector<std::string>()) {
        const std::string inner_path = text::join_resolved(path, name);
        const auto status = system::status_in(directory, name);
        const auto known = changes.find(inner_path);
        bool is_known = false;
        if (status && S_ISDIR(status->st_mode) && has_any_beneath(inner_path)) {
            is_known = this->visit(
                system::open_in(directory, name, O_RDONLY | O_DIRECTORY), inner_path, visit);
        } else if (status && known != changes.end()) {
            is_known = known->second->is_to_have(system::identity_of(*status));
            ++visit.found;
        }
        const int flags = status && S_ISDIR(status->st_mode) ? AT_REMOVEDIR : 0;
        is_planned = is_known
            && (!visit.is_removal || unlinkat(directory.descriptor(), name.c_str(), flags) == 0)
            && is_planned;
        if (!is_planned && !visit.is_removal)
            return false;
    }
    return is_planned;
}

bool PlannedTrees::is_planned(
    const PlannedChange& outer, const system::Place& place, Entries entries) const noexcept
try {
    const std::string path = path_of(outer);
    Visit counted {.is_removal = false};
    if (!visit(system::open_in(place.directory, place.name, O_RDONLY | O_DIRECTORY), path, counted))
        return false;
    std::size_t expected = 0;
    for (auto at = changes.lower_bound(path + "/");
         at != changes.end() && at->first.starts_with(path + "/"); ++at)
        expected += at->second->is_to_exist() ? 1 : 0;
    return entries == Entries::some || counted.found == expected;
} catch (const ToolError&) {
    return false;
}

bool PlannedTrees::remove(const PlannedChange& outer, const system::Place& place) const noexcept
try {
    Visit removal {.is_removal = true};
    return visit(system::open_in(place.directory, place.name, O_RDONLY | O_DIRECTORY),
               path_of(outer), removal)
        && unlinkat(place.directory.descriptor(), place.name.c_str(), AT_REMOVEDIR) == 0;
} catch (const ToolError&) {
    return false;
}

namespace {

bool is_plain_name(const std::string& name)
{
    return name.find('/') == std::string::npos && name != "." && name != "..";
}

// Returns true if the path is written as in a genuine journal: resolved, so that no other spelling
// can hide a protected path.
bool is_resolved(const std::string& path)
{
    const text::Names names = text::split_path(path);
    return !path.starts_with('/') && text::join_path(names) == path
        && std::find(names.begin(), names.end(), "..") == names.end();
}

}

bool PlanCheck::allows(const Plan& plan)
try {
    return std::all_of(plan.new_directories.begin(), plan.new_directories.end(),
               [&](const std::string& path) {
                   return path != "." && is_resolved(path) && adds(path);
               })
        && std::all_of(plan.changes.begin(), plan.changes.end(),
            [&](const PlannedChange& change) { return allows(change); });
} catch (const ToolError&) { // such as PROTECTED
    return false;
}

bool PlanCheck::is_in_reach(const Plan& plan) const
{
    return std::all_of(plan.new_directories.begin(), plan.new_directories.end(),
               [&](const std::string& path) { return workspace.may_use(text::parent_of(path)); })
        && std::all_of(plan.changes.begin(), plan.changes.end(),
            [&](const PlannedChange& change) { return workspace.may_use(change.directory); });
}

bool PlanCheck::allows(const PlannedChange& change)
{
    const auto adds_name = [&](const std::string& name) {
        return is_plain_name(name) && adds(text::join_resolved(change.directory, name));
    };
    return is_resolved(change.directory) && workspace::is_temporary_name(change.temporary)
        && (change.name.empty() || adds_name(change.name)) && adds_name(change.temporary)
        && adds_name(second_name(change.temporary));
}

// A directory is changed as a whole, so it must not contain a protected path either.
bool PlanCheck::adds(const std::string& resolved)
{
    return !workspace.holds_protected(workspace.refuse_protected(resolved, resolved))
        && seen.insert(resolved).second;
}

}
