#include "frontends/serve/front.hpp"
#include "frontends/serve/refusal.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>

namespace frontends::serve {

// Decides what a client may see and do. An object of another client is 404, like one that does not
// exist. Handlers get only requests whose path names something that their client may use.

// Returns the scope without "all".
static unsigned without_all(unsigned scope)
{
    return scope & (Scope::read | Scope::run | Scope::approve);
}

// A caller that may only approve sees a run while it asks for approval.
bool Front::may(const Caller& caller, unsigned scope, const std::string& run) const
{
    const std::string* const owner = runs.owner_of(run);
    if (owner == nullptr || !caller.has(scope) || !caller.covers(without_all(scope), *owner))
        return false;
    return without_all(scope) != Scope::approve || runs.asks_for_approval(run);
}

bool Front::may_session(const Caller& caller, unsigned scope, const std::string& name) const
{
    return caller.covers(scope, session_owners.owner_of(name));
}

// An invalid name is treated like an unknown one. A run may be about to make the session.
bool Front::has_session(const std::string& name) const
try {
    return session::find_session_file(parts.sessions, name) || !runs.holder_of(name).empty();
} catch (const ToolError& error) {
    if (error.code != Code::bad_request)
        throw;
    return false;
}

void Front::require_object(const Route& route, const Asked& asked) const
{
    const auto may_use = [&](unsigned scope) {
        return route.object == Route::Object::run
            ? may(asked.caller(), scope, asked.id)
            : has_session(asked.id) && may_session(asked.caller(), scope, asked.id);
    };
    if (route.object == Route::Object::none
        || std::any_of(route.scopes.begin(), route.scopes.end(), may_use))
        return;
    throw route.object == Route::Object::run ? unknown_run(asked.id) : unknown_session(asked.id);
}

// Refuses names in a request that belong to others.
void Front::require_own_names(const RunRequest& request, const Caller& caller) const
{
    for (const auto& name : {request.session, request.fork_of})
        if (!name.empty() && has_session(name) && !may_session(caller, Scope::run, name))
            throw unknown_session(name);
    const std::string& run = request.run_id;
    if (!run.empty() && runs.has_workflow_run(run)
        && !caller.covers(Scope::run, runs.owner_of_workflow_run(run)))
        throw Refusal(404, "NOT_FOUND",
            "there is no run " + text::in_quotes(run) + " of a workflow",
            "another 'runId' begins one");
}

// Records whose session and run of a workflow a new run begins, if it begins one.
void Front::keep_owners(const RunRequest& request) const
{
    if (!request.session.empty() && !has_session(request.session))
        session_owners.keep(request.session, request.owner);
    if (!request.run_id.empty() && !runs.has_workflow_run(request.run_id))
        runs.keep_workflow_run(request.run_id, request.owner);
}

// Returns a run for a client that may see it; one that may only approve sees those asks alone.
Json Front::shown(const std::string& id, const Caller& caller)
{
    const bool sees_all = may(caller, Scope::read, id) || may(caller, Scope::run, id);
    const Run* const run = runs.find(id);
    Json shown = sees_all ? runs.shown(id) : run != nullptr ? run->shown_to_approver() : Json();
    if (shown.is_null())
        throw unknown_run(id);
    return shown;
}

}
