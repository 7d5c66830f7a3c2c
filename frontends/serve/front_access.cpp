#include "frontends/serve/front.hpp"
#include "frontends/serve/refusal.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>

namespace frontends::serve {

// The functions of Front that decide what a client may see and do. They refuse an object of another
// client with 404, like a missing object. A handler is called only if its client may use the object
// that the path names.

// Returns the scope without "all".
static unsigned without_all(unsigned scope)
{
    return scope & (Scope::read | Scope::run | Scope::approve);
}

// Lets a caller that may only approve see a run while the run asks for approval.
bool Front::may(const Caller& caller, unsigned scope, const std::string& run) const
{
    const std::string* const owner = runs.owner_of(run);
    if (owner == nullptr || !caller.has(scope) || !caller.covers(without_all(scope), *owner))
        return false;
    return without_all(scope) != Scope::approve || runs.asks_for_approval(run);
}

// Returns true if the caller may read a stream with this key: a run, or a feed.
bool Front::may_read(const Caller& caller, const std::string& key) const
{
    if (Feeds::is_key(key))
        return caller.has(Scope::read) && key == Feeds::key_for(caller);
    return may(caller, Scope::read, key) || may(caller, Scope::run, key);
}

bool Front::may_session(const Caller& caller, unsigned scope, const std::string& name) const
{
    return caller.has_for_all(scope) || caller.covers(scope, session_owners.owner_of(name));
}

// Returns false also for an invalid name, and true also for a session that a run is about to make.
bool Front::has_session(const std::string& name) const
try {
    return session::find_session_file(parts.sessions, name) || !runs.holder_of(name).empty();
} catch (const ToolError& error) {
    if (error.code != Code::bad_request)
        throw;
    return false;
}

void Front::require_object(const Route& route, const RouteRequest& asked) const
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

// Throws a Refusal if the request names a session or a workflow run of another client.
void Front::require_own_names(const RunRequest& request, const Caller& caller) const
{
    for (const auto& name : {request.session, request.fork_of})
        if (!name.empty() && has_session(name) && !may_session(caller, Scope::run, name))
            throw unknown_session(name);
    const std::string& run = request.run_id;
    if (!run.empty() && runs.has_workflow_run(run)
        && !caller.covers(Scope::run, runs.owner_of_workflow_run(run)))
        throw Refusal(404, "NOT_FOUND", "unknown workflow run " + text::in_quotes(run),
            "another 'runId' begins a new run");
}

// Records the owner of the session and of the workflow run that a request creates.
void Front::keep_owners(const RunRequest& request) const
{
    if (!request.session.empty() && !has_session(request.session))
        session_owners.keep(request.session, request.owner);
    if (!request.run_id.empty() && !runs.has_workflow_run(request.run_id))
        runs.keep_workflow_run(request.run_id, request.owner);
}

// Returns a run in the form for this client; null if its files have been removed. A client that may
// only approve gets only the asks that it may answer.
Json Front::shown_if_kept(const std::string& id, const Caller& caller)
{
    if (may(caller, Scope::read, id) || may(caller, Scope::run, id))
        return runs.shown(id);
    const Run* const run = runs.find(id);
    return run != nullptr ? run->shown_to_approver() : Json();
}

Json Front::shown(const std::string& id, const Caller& caller)
{
    Json run = shown_if_kept(id, caller);
    if (run.is_null())
        throw unknown_run(id);
    return run;
}

}
