#include "frontends/acp/agent.hpp"

#include "agent/calls/root_supervisor.hpp"
#include "agent/session/session.hpp"
#include "frontends/acp/prompt.hpp"
#include "frontends/acp/servers.hpp"
#include "runner/terminal/output.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/mcp/responses.hpp"
#include "toolkit/system/cancel.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/named_file.hpp"
#include "toolkit/text/elision.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <ctime>
#include <utility>

namespace frontends::acp {

using namespace runner;

namespace protocol = toolkit::mcp;

using namespace std::chrono_literals;

static constexpr std::size_t max_message = 16 << 20;
static constexpr std::size_t max_sessions = 64;
static constexpr auto time_to_end = 1800ms; // for all workers

Agent::Agent(WorkerCommands commands, const redaction::Redaction& redaction, system::Cancel& cancel)
    : commands(std::move(commands))
    , redaction(redaction)
    , cancel(cancel)
    , input(STDIN_FILENO, max_message)
{
    calls::RootSupervisor::of_this_process().begin_use();
}

Agent::~Agent()
{
    sessions.clear();
    calls::RootSupervisor::of_this_process().end_use();
}

static Json description_of_agent()
{
    return {{"protocolVersion", 1},
        {"agentInfo", {{"name", "agentcli"}, {"title", "agentcli"}, {"version", AGENTCLI_VERSION}}},
        {"authMethods", Json::array()},
        {"agentCapabilities",
            {{"loadSession", true},
                {"promptCapabilities",
                    {{"image", true}, {"audio", false}, {"embeddedContext", true}}},
                {"mcpCapabilities", {{"http", true}, {"sse", false}}},
                {"sessionCapabilities",
                    {{"list", Json::object()}, {"resume", Json::object()},
                        {"close", Json::object()}, {"delete", Json::object()}}}}}};
}

bool Agent::is_in_flight(std::string_view id) const
{
    return std::any_of(sessions.begin(), sessions.end(),
        [&](const auto& one) { return one.second->answers_later(id); });
}

Session& Agent::session_named(const std::string& id)
{
    const auto found = sessions.find(id);
    if (found == sessions.end())
        throw ToolError(Code::not_found, "no session " + text::in_quotes(id) + " is open",
            "session/new, session/load and session/resume open one");
    return *found->second;
}

void Agent::open(const std::string& id, SessionPlan::Kind kind, const Json& params)
{
    if (sessions.size() >= max_sessions)
        throw ToolError(Code::conflict, "64 sessions are open", "session/close closes one");
    SessionPlan plan {kind, json::string_member(params, "sessionId"),
        workspace_of(json::string_member(params, "cwd")),
        servers_of_editor(json::member(params, "mcpServers"))};
    if (kind == SessionPlan::Kind::new_one)
        plan.id = session::session_name(plan.workspace, std::time(nullptr), 1) + "-"
            + system::random_name().substr(0, 8);
    if (sessions.contains(plan.id))
        throw ToolError(Code::conflict, "the session " + text::in_quotes(plan.id) + " is open",
            "session/close closes it");
    const std::string name = plan.id;
    sessions[name] = std::make_unique<Session>(
        Session::Dependencies {editor, commands, redaction}, std::move(plan), id);
}

void Agent::close(const std::string& id, const std::string& session)
{
    session_named(session).end([this, id] { editor.answer(id, Json::object()); });
}

static void delete_if_there(const std::string& name)
{
    try {
        session::delete_session(session::open_session_directory(), name);
    } catch (const ToolError& error) {
        if (error.code != Code::not_found)
            throw;
    }
}

void Agent::remove(const std::string& id, const std::string& session)
{
    const auto delete_it = [this, id, session] {
        try {
            delete_if_there(session);
            editor.answer(id, Json::object());
        } catch (const ToolError& error) {
            editor.refuse(id, error);
        }
    };
    const auto open = sessions.find(session);
    if (open == sessions.end())
        delete_it();
    else
        open->second->end(delete_it);
}

// Lists the sessions of a directory, or of all. A session without a conversation cannot be loaded,
// and is left out.
Json Agent::list(const Json& params) const
{
    static constexpr std::size_t max_title = 100;
    const std::string wanted = json::string_member(params, "cwd");
    Json all = Json::array();
    for (const auto& entry : session::list_sessions(session::open_session_directory())) {
        if (entry.workspace.empty() || entry.messages == 0
            || (!wanted.empty() && entry.workspace != real_path(wanted)))
            continue;
        const std::string title = redaction.redact(entry.prompt);
        all.push_back({{"sessionId", entry.name}, {"cwd", entry.workspace},
            {"title", text::shortened(title.substr(0, title.find('\n')), max_title)},
            {"updatedAt", entry.changed}});
    }
    return {{"sessions", std::move(all)}};
}

void Agent::choose(const std::string& id, const Request& request)
{
    Session& session = session_named(request.params.at("sessionId"));
    if (request.method == Method::set_mode) {
        session.set_mode(request.params.at("modeId"));
        return editor.answer(id, Json::object());
    }
    session.set_option(request.params.at("configId"), request.params.at("value"));
    editor.answer(id, {{"configOptions", session.chosen().options()}});
}

void Agent::do_request(const std::string& id, const Request& request)
{
    const std::string session = json::string_member(request.params, "sessionId");
    switch (request.method) {
    case Method::initialize: return editor.answer(id, description_of_agent());
    case Method::new_session: return open(id, SessionPlan::Kind::new_one, request.params);
    case Method::load: return open(id, SessionPlan::Kind::loaded, request.params);
    case Method::resume: return open(id, SessionPlan::Kind::resumed, request.params);
    case Method::list: return editor.answer(id, list(request.params));
    case Method::close: return close(id, session);
    case Method::remove: return remove(id, session);
    case Method::set_mode:
    case Method::set_option: return choose(id, request);
    case Method::prompt: break;
    }
    Session& prompted = session_named(session);
    prompted.prompt(id, say_of(request.params.at("prompt"), prompted.workspace()));
}

void Agent::take_request(const protocol::Envelope& envelope, const std::string& line)
{
    const std::string id(envelope.id);
    if (is_in_flight(id))
        return editor.refuse(id, protocol::invalid_request,
            {Code::conflict, "a request with this id is not answered yet"});
    std::optional<Request> request;
    try {
        request = read_request(envelope.method.view(), line);
        do_request(id, *request);
    } catch (const ToolError& error) {
        if (!request && error.code == Code::not_found)
            editor.refuse(id, protocol::method_not_found, error);
        else
            editor.refuse(id, error);
    }
}

void Agent::take_notification(const protocol::Envelope& envelope, const std::string& line)
{
    if (envelope.method.view() == "$/cancel_request") {
        for (const auto& [name, session] : sessions)
            if (session->cancel_request(envelope.cancelled_id))
                return;
    } else if (envelope.method.view() == "session/cancel") {
        const auto found
            = sessions.find(json::string_member(field_of(line, "params"), "sessionId"));
        if (found != sessions.end())
            found->second->cancel();
    }
}

void Agent::take_message(const std::string& line)
{
    const auto read = protocol::read_envelope(line);
    if (const auto* const refusal = std::get_if<protocol::Refusal>(&read))
        return editor.refuse(
            refusal->id, refusal->code, {Code::bad_request, std::string(refusal->message)});
    const auto& envelope = std::get<protocol::Envelope>(read);
    if (envelope.kind == protocol::MessageKind::request)
        return take_request(envelope, line);
    try {
        if (envelope.kind == protocol::MessageKind::notification)
            return take_notification(envelope, line);
        for (const auto& [name, session] : sessions)
            if (session->on_answer(envelope, line))
                return;
    } catch (const ToolError&) { // text that is not a request gets no answer
    }
}

void Agent::take(const toolkit::io::LineReader::Line& line)
{
    if (line.is_too_long)
        editor.refuse(
            {}, protocol::invalid_request, {Code::too_large, "the message is larger than 16 MiB"});
    else
        take_message(line.text);
}

// Returns true while stdout has a reader.
bool Agent::wait()
{
    if (!editor.output.write_some())
        return false;
    system::Watch watch;
    watch.descriptors.push_back(
        {STDOUT_FILENO, static_cast<short>(editor.output.empty() ? 0 : POLLOUT), 0});
    watch.descriptors.push_back({editor.output.is_over_limit() ? -1 : STDIN_FILENO, POLLIN, 0});
    watch.readable(cancel.descriptor());
    watch.until(Clock::now() + 5s); // to notice that the parent has exited
    if (!editor.output.is_full())
        for (const auto& [name, session] : sessions)
            session->watch(watch);
    watch.wait();
    has_input = watch.descriptors[1].revents != 0;
    return (watch.descriptors[0].revents & (POLLERR | POLLNVAL)) == 0;
}

void Agent::step()
{
    if (has_input)
        input.read_some();
    while (!input.empty())
        take(input.take());
    if (!editor.output.is_full())
        for (const auto& [name, session] : sessions)
            session->step();
    std::erase_if(sessions, [](const auto& one) { return one.second->is_over(); });
}

// Kills the workers that have not exited after that time.
void Agent::end_sessions()
{
    const auto deadline = Clock::now() + time_to_end;
    for (const auto& [name, session] : sessions)
        session->end();
    for (;;) {
        std::erase_if(sessions, [](const auto& one) { return one.second->is_over(); });
        if (sessions.empty() || Clock::now() >= deadline)
            break;
        system::Watch watch;
        for (const auto& [name, session] : sessions)
            session->watch(watch);
        watch.until(deadline);
        watch.wait();
        for (const auto& [name, session] : sessions)
            session->step();
    }
    sessions.clear();
}

int Agent::serve_editor()
{
    int status = 0;
    while (!input.is_at_end() && getppid() == parent) {
        if (!wait()) {
            status = 141;
            break;
        }
        if (cancel.is_set()) {
            status = 128 + cancel.signal();
            break;
        }
        step();
    }
    return status;
}

int Agent::serve()
{
    try {
        const int status = serve_editor();
        end_sessions();
        (void)editor.output.write_some();
        return status;
    } catch (const ToolError& error) {
        end_sessions();
        terminal::print_note(redaction.redact(terminal::one_line(error)));
        return 1;
    }
}

int run_acp(const options::Options& options, const std::vector<std::string>& arguments,
    const redaction::Secrets& secrets, system::Cancel& cancel)
{
    const redaction::Redaction redaction(secrets);
    if (isatty(STDIN_FILENO) == 1)
        terminal::print_note("this is an agent for an editor, which starts it; docs/editors.md "
                             "says what each editor needs");
    const auto flags = options::read_command_line(arguments).flags;
    const std::string profile = options::profile_flag(options.used_profile);
    WorkerCommands commands {worker_command(flags, options)};
    if (options.replay.empty())
        commands.models = models_command(flags, profile);
    return Agent(std::move(commands), redaction, cancel).serve();
}

}
