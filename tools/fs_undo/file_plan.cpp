#include "file_plan.hpp"

#include "toolkit/system/directory.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/hash.hpp"
#include "toolkit/system/metadata.hpp"
#include "toolkit/text/text.hpp"
#include "toolkit/undo/store.hpp"

#include <fcntl.h>

#include <algorithm>
#include <utility>

namespace fs_undo {

std::string sha256_of(const File& file, const std::string& path)
{
    return system::sha256(file, path, {system::usual_hash_limit, "hash", "restore it by hand"});
}

std::optional<std::string> small_text_of(const File& file, const std::string& path)
{
    if (system::status_of(file, path).st_size > undo::max_copy_bytes)
        return {};
    return system::read_range(file, path, 0, static_cast<std::size_t>(undo::max_copy_bytes));
}

std::optional<std::string> copy_of(const Workspace& workspace, const FileChange& change)
{
    const File store = change.copy ? undo::find_store(workspace) : File();
    const File step = store
        ? system::open_in(store, undo::directory_of(change.step), O_RDONLY | O_DIRECTORY)
        : File();
    const File file = step
        ? system::open_in(step, *change.copy, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY)
        : File();
    if (!file || !S_ISREG(system::status_of(file, *change.copy).st_mode))
        return {};
    auto text = small_text_of(file, *change.copy);
    return text && system::sha256(*text) == change.after_sha256 ? text : std::nullopt;
}

namespace {

FoundFile find_file(const Workspace& workspace, const std::string& path)
{
    if (workspace.resolve_to_change(path) != path)
        return {.obstacle = "is now reached through a link"};
    FoundFile found;
    try {
        found.file = workspace.open_resolved(path, O_RDONLY | O_NOFOLLOW);
    } catch (const ToolError& error) {
        if (error.code == Code::not_a_directory)
            return {.obstacle = "no longer has a directory"};
        if (error.code != Code::not_found)
            throw;
        return found;
    }
    found.status = system::status_of(found.file, path);
    if (S_ISDIR(found.status->st_mode))
        return {.obstacle = "is a directory now"};
    if (!S_ISREG(found.status->st_mode))
        return {.obstacle = "is not a regular file now"};
    found.sha256 = sha256_of(found.file, path);
    return found;
}

class Planner {
public:
    Planner(const Workspace& workspace, const FileHistory& history, FilePlan& plan)
        : workspace(workspace)
        , history(history)
        , plan(plan)
    {
    }

    void run()
    {
        plan.now_metadata = history.front().after_metadata;
        plan.now = find_file(workspace, plan.path);
        if (!plan.now.obstacle.empty())
            return keep(plan.now.obstacle);
        try {
            open_kept();
        } catch (const ToolError& error) {
            if (error.code != Code::conflict)
                throw;
            return keep(kept_was_changed);
        }
        plan.before_sha256 = kept_hashes.back();
        const std::string broken = broken_chain();
        const bool is_exact = plan.now.sha256 == history.front().after_sha256 && broken.empty();
        if (plan.now.sha256 == plan.before_sha256 && !(is_exact && has_metadata_to_restore())) {
            plan.plan = Plan::done;
            return;
        }
        if (is_exact) {
            plan.plan = Plan::restore;
            plan.plans = {Plan::restore, Plan::keep};
            return;
        }
        why_not = plan.now.sha256 == history.front().after_sha256 ? broken : since();
        merge();
    }

private:
    void keep(std::string reason)
    {
        plan.plan = Plan::keep;
        plan.reason = std::move(reason);
        plan.plans.push_back(Plan::keep);
    }

    void open_kept()
    {
        for (const FileChange& change : history) {
            File file
                = change.before ? open_kept_file(workspace, *change.before, plan.path) : File();
            kept_hashes.push_back(file ? sha256_of(file, plan.path) : std::string());
            kept.push_back(std::move(file));
        }
        for (std::size_t index = 1; index < history.size() && !plan.metadata; ++index)
            if (kept[index - 1] && kept.back() && !history[index].after_metadata.empty()
                && system::metadata_sha256(kept[index - 1]) != history[index].after_metadata)
                plan.metadata = open_kept_file(workspace, *history[index - 1].before, plan.path);
        if (kept.back())
            plan.before = open_kept_file(workspace, *history.back().before, plan.path);
    }

    // Returns the reason if something else changed the file between two of the steps; empty
    // otherwise.
    std::string broken_chain() const
    {
        for (std::size_t index = 1; index < history.size(); ++index)
            if (kept_hashes[index - 1] != history[index].after_sha256)
                return "was changed by something else after step "
                    + std::to_string(history[index].step);
        return {};
    }

    std::string since() const
    {
        return plan.now.sha256.empty()             ? "is gone"
            : history.front().after_sha256.empty() ? "exists again"
                                                   : "was changed since";
    }

    bool has_metadata_to_restore() const
    {
        return plan.before && !plan.now_metadata.empty()
            && system::metadata_sha256(plan.origin()) != plan.now_metadata;
    }

    void merge()
    {
        plan.plans = {Plan::restore};
        auto text = merged_text();
        if (!text)
            return keep(why_not);
        plan.reason = why_not;
        if (system::sha256(*text) == plan.now.sha256) {
            plan.plan = Plan::done;
            plan.plans.push_back(Plan::keep);
            return;
        }
        plan.merged = std::move(*text);
        plan.plan = Plan::merge;
        plan.plans = {Plan::merge, Plan::restore, Plan::keep};
    }

    // Undoes the changes one after another, the newest first, in the current content. Returns
    // nullopt if that is not possible or would remove the file.
    std::optional<std::string> merged_text()
    {
        std::optional<std::string> text;
        if (plan.now.file && !(text = small_text_of(plan.now.file, plan.path)))
            return {};
        for (std::size_t index = 0; index < history.size(); ++index) {
            const std::string sha256 = text ? system::sha256(*text) : std::string();
            if (sha256 == kept_hashes[index])
                continue;
            const auto before = kept[index] ? small_text_of(kept[index], plan.path) : std::nullopt;
            if (!before) // too large, or the step created the file
                return {};
            if (sha256 == history[index].after_sha256) {
                text = before;
                continue;
            }
            const auto after = text ? left_by(index) : std::nullopt;
            if (!after)
                return {};
            text::Merge merge = text::three_way_merge(*after, *text, *before);
            plan.lines_since = std::max(plan.lines_since, merge.lines_of_ours);
            if (!merge.text)
                return {};
            text = std::move(merge.text);
        }
        return text;
    }

    // Returns the content after the step; nullopt if it is not available.
    std::optional<std::string> left_by(std::size_t index) const
    {
        if (history[index].after_sha256.empty())
            return {};
        if (index > 0 && kept[index - 1] && kept_hashes[index - 1] == history[index].after_sha256)
            return small_text_of(kept[index - 1], plan.path);
        return copy_of(workspace, history[index]);
    }

    const Workspace& workspace;
    const FileHistory& history;
    FilePlan& plan;
    std::vector<File> kept; // parallel to `history`
    std::vector<std::string> kept_hashes;
    std::string why_not;
};

const char* past_of(Plan plan)
{
    return plan == Plan::restore ? "restored" : plan == Plan::merge ? "merged" : "kept";
}

}

FilePlan plan_of_file(const Workspace& workspace, const std::string& path,
    const FileHistory& history, std::optional<Plan> choice)
{
    FilePlan plan {.path = path};
    plan.steps.reserve(history.size());
    for (const FileChange& change : history)
        plan.steps.push_back(change.step);
    Planner(workspace, history, plan).run();
    plan.now.file.close();
    if (!choice || plan.plan == *choice || (plan.plan == Plan::done && *choice != Plan::restore))
        return plan;
    if (std::find(plan.plans.begin(), plan.plans.end(), *choice) == plan.plans.end()) {
        if (plan.plan == Plan::done)
            return plan;
        throw ToolError(Code::conflict,
            text::in_quotes(path) + (plan.reason.empty() ? "" : " " + plan.reason)
                + ", and can't be " + past_of(*choice),
            "look at it: what was done since is not overwritten");
    }
    plan.plan = *choice;
    return plan;
}

}
