#include "frontends/serve/front.hpp"
#include "frontends/serve/refusal.hpp"
#include "frontends/serve/run_request.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>

namespace frontends::serve {

// The handlers of the routes of sessions.

// Returns the file of a session. Throws a Refusal if it does not exist.
session::SessionFile Front::session_named(const std::string& name) const
{
    const auto file = session::find_session_file(parts.sessions, name);
    if (!file)
        throw unknown_session(name);
    return *file;
}

Json Front::shown_session(const session::SessionFile& file, const Caller& caller) const
{
    Json shown {{"name", file.name}, {"changedAt", file.changed}, {"bytes", file.bytes}};
    const std::string run = runs.holder_of(file.name);
    if (!run.empty() && (may(caller, Scope::read, run) || may(caller, Scope::run, run)))
        shown["run"] = run;
    return shown;
}

// Reads a session of at most 4 MiB: no other client is served while it is read and converted.
std::string Front::read_session(const std::string& name) const
{
    constexpr std::size_t max_bytes = 4 << 20;
    const session::SessionFile file = session_named(name);
    if (file.bytes > max_bytes)
        throw ToolError(Code::too_large,
            "the session " + text::in_quotes(name) + " has more than 4 MiB",
            "a run with 'fork' continues in a copy of it");
    return session::read_session(parts.sessions, name);
}

void Front::list_sessions(RouteRequest& asked)
{
    const std::uint64_t limit = number_in(asked.target, "limit", 50, 1000);
    const auto files = session::list_session_files(parts.sessions);
    auto file = files.begin();
    if (const auto after = asked.target.query.find("after"); after != asked.target.query.end()) {
        if (!has_session(after->second) || !may_session(asked.caller(), Scope::read, after->second))
            throw unknown_session(after->second);
        file = std::find_if(files.begin(), files.end(),
            [&](const session::SessionFile& one) { return one.name == after->second; });
        file += file == files.end() ? 0 : 1;
    }
    Json list = Json::array();
    for (; file != files.end() && list.size() < limit; ++file)
        if (may_session(asked.caller(), Scope::read, file->name))
            list.push_back(shown_session(*file, asked.caller()));
    answer(asked.client, 200, {{"sessions", list}});
}

void Front::show_session(RouteRequest& asked)
{
    session::History history = session::read_lines(read_session(asked.id)).history;
    history.finish();
    Json body = shown_session(session_named(asked.id), asked.caller());
    body["messages"] = redaction.redact_json(history.json());
    answer(asked.client, 200, body);
}

void Front::fork_session(RouteRequest& asked)
{
    const std::string name = fork_name_in(body_in(asked.request.body));
    const std::string text = read_session(asked.id);
    if (has_session(name) && !may_session(asked.caller(), Scope::run, name))
        throw unknown_session(name);
    runs.require_free(name);
    if (!has_session(name))
        session_owners.keep(name, asked.caller().owner);
    session::Session(parts.sessions, name, redaction, text);
    answer(asked.client, 201, shown_session(session_named(name), asked.caller()),
        {{"Location", "/v1/sessions/" + name}});
}

void Front::remove_session(RouteRequest& asked)
{
    runs.require_free(asked.id);
    session::delete_session(parts.sessions, asked.id);
    asked.client.door->server().answer(asked.client.exchange, {204});
}

}
