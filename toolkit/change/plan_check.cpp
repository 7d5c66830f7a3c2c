#include "toolkit/change/plan_check.hpp"

#include "toolkit/change/staged_file.hpp"
#include "toolkit/workspace/path.hpp"
#include "toolkit/workspace/temporary_name.hpp"
#include "toolkit/workspace/workspace.hpp"

#include <algorithm>

namespace toolkit::change {

namespace {

bool is_plain_name(const std::string& name)
{
    return name.find('/') == std::string::npos && name != "." && name != "..";
}

// As the plan of an honest journal has it: resolved, so that no other spelling hides what is
// protected.
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
} catch (const ToolError&) { // PROTECTED, for one
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

// A directory is changed as a whole: nothing in it may be protected either.
bool PlanCheck::adds(const std::string& resolved)
{
    return !workspace.holds_protected(workspace.refuse_protected(resolved, resolved))
        && seen.insert(resolved).second;
}

}
