#include "net_change.hpp"

#include "toolkit/system/error.hpp"
#include "toolkit/system/hash.hpp"
#include "toolkit/text/text.hpp"

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
    std::set<std::string_view> paths; // one that changes its kind has two changes
    return std::all_of(step.changes.begin(), step.changes.end(), [&](const undo::Change& change) {
        return is_of_file(change) && paths.insert(change.path).second;
    });
}

// Of what a newer step has found; empty if it has found nothing.
static std::string hash_before(
    const Workspace& workspace, const NetFile& file, const std::string& path)
{
    if (!file.before)
        return {};
    return system::sha256(open_kept_file(workspace, *file.before, path), path,
        {system::usual_hash_limit, "hash", "undo fewer steps"});
}

void NetChange::add(const Workspace& workspace, const undo::Step& step)
{
    for (auto change = step.changes.rbegin(); change != step.changes.rend(); ++change) {
        if (change->action == Action::made_directory) {
            directories.push_back(change->path);
            continue;
        }
        std::optional<KeptEntry> before;
        if (change->kept)
            before = {step.head.number, *change->kept};
        const auto [known, is_new]
            = files.try_emplace(change->path, NetFile {change->new_sha256, before});
        if (is_new)
            continue;
        if (hash_before(workspace, known->second, change->path) != change->new_sha256)
            throw ToolError(Code::conflict,
                text::in_quotes(change->path) + " was changed by something else after step "
                    + std::to_string(step.head.number) + ", and nothing is undone",
                "undo only the steps after that");
        known->second.before = std::move(before);
    }
}

}
