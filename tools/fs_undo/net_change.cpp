#include "net_change.hpp"

#include "toolkit/system/error.hpp"
#include "toolkit/system/hash.hpp"
#include "toolkit/system/metadata.hpp"
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

// Takes an older change of a file. Throws CONFLICT if something else has changed it since.
static void add_older(
    const Workspace& workspace, std::uint64_t step, const undo::Change& older, NetFile& file)
{
    const File found = file.before ? open_kept_file(workspace, *file.before, older.path) : File();
    const std::string sha256 = !found
        ? ""
        : system::sha256(found, older.path, {system::usual_hash_limit, "hash", "undo fewer steps"});
    if (sha256 != older.new_sha256)
        throw ToolError(Code::conflict,
            text::in_quotes(older.path) + " was changed by something else after step "
                + std::to_string(step) + ", and nothing is undone",
            "undo only the steps after that");
    const bool is_known = found && !older.new_metadata.empty();
    if (is_known && !file.metadata && system::metadata_sha256(found) != older.new_metadata)
        file.metadata = file.before;
}

bool NetChange::takes(const undo::Step& step) const
{
    return std::none_of(step.changes.begin(), step.changes.end(), [&](const undo::Change& change) {
        return change.action == Action::made_directory ? files.count(change.path) != 0
                                                       : made.count(change.path) != 0;
    });
}

void NetChange::add(const Workspace& workspace, const undo::Step& step)
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
        const auto [known, is_new] = files.try_emplace(
            change->path, NetFile {change->new_sha256, change->new_metadata, before});
        if (is_new)
            continue;
        add_older(workspace, step.head.number, *change, known->second);
        known->second.before = std::move(before);
    }
}

}
