#include "change_watch.hpp"

#include "git_fields.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/text/text.hpp"
#include "toolkit/tool/answer_fields.hpp"
#include "toolkit/workspace/later_files.hpp"

namespace exec {

ChangeWatch::ChangeWatch(const Request& request, const Workspace& workspace)
    : request(request)
    , workspace(workspace)
{
    const bool writes = request.policy != sandbox::Policy::read_only;
    const auto& granted = request.enclosed.enclosure->repositories();
    if (writes)
        git.emplace(workspace, request.configs_of_user);
    if (writes || !granted.empty())
        repositories.emplace(workspace, granted);
    if (repositories && request.policy != sandbox::Policy::unrestricted)
        history.emplace(workspace, granted);
    start = git::time_of_changes();
}

void ChangeWatch::add_to(Json& answer) const
{
    add_history(answer);
    git::GitWatch::Found found;
    const bool removes = request.policy != sandbox::Policy::unrestricted;
    if (git)
        found = git->look(removes ? git::Leavings::removed : git::Leavings::reported);
    if (repositories && removes)
        for (std::string& path : repositories->remove_planted())
            found.removed.push_back(std::move(path));
    add_git(answer, found);
    if (repositories)
        for (const std::string& path : repositories->damaged())
            answer["gitDamaged"].push_back(text::printable(path));
    if (git)
        tool::put_runs_later(answer, files_changed_since(start, workspace));
}

void ChangeWatch::publish_objects() const
{
    git::publish(request.enclosed.enclosure->slots());
    try {
        if (history)
            history->note();
    } catch (const ToolError&) { // the disk is full
        return;
    }
}

// The objects are moved first, since the refs name them.
void ChangeWatch::add_history(Json& answer) const
{
    const sandbox::Enclosure& enclosure = *request.enclosed.enclosure;
    if (enclosure.changes_workspace() && request.policy != sandbox::Policy::unrestricted)
        git::make_repositories_usable(workspace);
    for (const git::ClosedObjects& closed : enclosure.closed_objects())
        answer["gitRefused"].push_back(text::printable(closed.repository
            + "/objects was read-only, since there was no place for new objects: "
            + closed.reason));
    for (const std::string& problem : git::migrate(enclosure.slots()))
        answer["gitRefused"].push_back(text::printable(problem));
    if (history)
        add_git_history(answer, history->settle());
}

workspace::LaterFiles files_changed_since(const timespec& start, const Workspace& workspace)
{
    workspace::LaterFiles files;
    workspace::LaterWalk {.workspace = workspace, .since = start}.run(".", files);
    return files;
}

}
