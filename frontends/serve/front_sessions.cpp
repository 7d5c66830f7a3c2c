#include "frontends/serve/front.hpp"
#include "frontends/serve/refusal.hpp"
#include "frontends/serve/run_request.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>

namespace frontends::serve {

// The handlers of the routes of sessions.

// Finds a session. An invalid name is treated like an unknown one, so that a client learns nothing
// more.
session::SessionFile Front::session_named(const std::string& name) const
{
    std::optional<session::SessionFile> file;
    try {
        file = session::find_session_file(parts.sessions, name);
    } catch (const ToolError& error) {
        if (error.code != Code::bad_request)
            throw;
    }
    if (!file)
        throw Refusal(404, "NOT_FOUND", "there is no session " + text::in_quotes(name),
            "GET /v1/sessions lists them");
    return *file;
}

Json Front::shown_session(const session::SessionFile& file) const
{
    Json shown {{"name", file.name}, {"changedAt", file.changed}, {"bytes", file.bytes}};
    if (const std::string run = runs.holder_of(file.name); !run.empty())
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

void Front::list_sessions(Asked& asked)
{
    const std::uint64_t limit = number_in(asked.target, "limit", 50, 1000);
    const auto files = session::list_session_files(parts.sessions);
    auto file = files.begin();
    if (const auto after = asked.target.query.find("after"); after != asked.target.query.end()) {
        session_named(after->second);
        file = std::find_if(files.begin(), files.end(),
            [&](const session::SessionFile& one) { return one.name == after->second; });
        file += file == files.end() ? 0 : 1;
    }
    Json list = Json::array();
    for (; file != files.end() && list.size() < limit; ++file)
        list.push_back(shown_session(*file));
    answer(asked.client, 200, {{"sessions", list}});
}

void Front::show_session(Asked& asked)
{
    session::History history = session::read_lines(read_session(asked.id)).history;
    history.finish();
    Json body = shown_session(session_named(asked.id));
    body["messages"] = redaction.redact_json(history.json());
    answer(asked.client, 200, body);
}

void Front::fork_session(Asked& asked)
{
    const std::string name = fork_name_in(body_in(asked.request.body));
    const std::string text = read_session(asked.id);
    runs.require_free(name);
    session::Session(parts.sessions, name, redaction, text);
    answer(asked.client, 201, shown_session(session_named(name)),
        {{"Location", "/v1/sessions/" + name}});
}

void Front::remove_session(Asked& asked)
{
    session_named(asked.id);
    runs.require_free(asked.id);
    session::delete_session(parts.sessions, asked.id);
    asked.client.door->server().answer(asked.client.exchange, {204});
}

}
