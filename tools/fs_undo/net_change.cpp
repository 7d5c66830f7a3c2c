#include "net_change.hpp"

#include <algorithm>
#include <set>
#include <string_view>

namespace fs_undo {

using undo::Action;
using undo::Kind;

static bool is_of_file(const undo::Change& change)
{
    switch (change.action) {
    case Action::created:
    case Action::modified: return change.kind == Kind::file;
    case Action::deleted: return change.kept && change.kept->kind == Kind::file;
    case Action::made_directory: return true;
    case Action::moved: break;
    }
    return false;
}

bool is_of_files(const undo::Step& step)
{
    std::set<std::string_view> paths; // a path that changes its kind has two changes
    return std::all_of(step.changes.begin(), step.changes.end(), [&](const undo::Change& change) {
        return is_of_file(change) && paths.insert(change.path).second;
    });
}

bool NetChange::takes(const undo::Step& step) const
{
    return std::none_of(step.changes.begin(), step.changes.end(), [&](const undo::Change& change) {
        return change.action == Action::made_directory ? files.count(change.path) != 0
                                                       : made.count(change.path) != 0;
    });
}

void NetChange::add(const undo::Step& step)
{
    for (auto change = step.changes.rbegin(); change != step.changes.rend(); ++change) {
        if (change->action == Action::made_directory) {
            directories.push_back(change->path);
            made.insert(change->path);
            continue;
        }
        std::optional<KeptEntry> before;
        if (change->kept)
            before = {step.head.number, *change->kept};
        files[change->path].push_back({step.head.number, change->new_sha256, change->new_metadata,
            change->copy, std::move(before)});
    }
}

}
