#include "agent/mcp/connection.hpp"

#include "toolkit/json/members.hpp"
#include "toolkit/mcp/requests.hpp"
#include "toolkit/mcp/responses.hpp"
#include "toolkit/mcp/versions.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/duration.hpp"
#include "toolkit/text/shortened.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <utility>

namespace agent::mcp {

namespace protocol = toolkit::mcp;

Connection::Connection(calls::Launch launch, ConnectionRules rules)
    : launch(std::move(launch))
    , rules(std::move(rules))
    , start_deadline(Clock::now() + this->rules.start_timeout)
{
    launch_anew();
    if (this->rules.era == Era::legacy)
        initialize();
    else
        ask_for_era();
}

void Connection::launch_anew()
{
    server = std::make_unique<ServerProcess>(launch, rules.has_report);
}

Json Connection::capabilities() const
{
    Json declared = Json::object();
    if (!rules.roots.is_null())
        declared["roots"] = Json::object();
    if (rules.can_ask)
        declared["elicitation"] = {{"form", Json::object()}};
    return declared;
}

RequestId Connection::send_request(const std::string& method, Json params, bool wants_progress)
{
    const RequestId id = next_id++;
    if (wants_progress)
        params["_meta"]["progressToken"] = id;
    server->send(protocol::request_line(id, method, params));
    pending[id] = {method, Clock::now()};
    return id;
}

void Connection::ask_for_era()
{
    Json params = Json::object();
    protocol::add_modern_meta(params, capabilities());
    discover_id = send_request("server/discover", std::move(params), false);
    discover_deadline = Clock::now() + rules.patience.question;
}

void Connection::initialize()
{
    initialize_id = send_request("initialize", protocol::initialize_params(capabilities()), false);
}

void Connection::introduce(Introduction introduction)
{
    pending.clear(); // the first good answer decides
    introduced = std::move(introduction);
    now = State::ready;
    if (introduced.era == Era::legacy)
        server->send(protocol::notification_line("notifications/initialized", {}));
    else
        listen_for_changes();
}

// Its response comes with its end, and is not waited for.
void Connection::listen_for_changes()
{
    const Json& tools = json::member(introduced.capabilities, "tools");
    if (json::member(tools, "listChanged") != true)
        return;
    pending.erase(begin("subscriptions/listen", {{"notifications", {{"toolsListChanged", true}}}}));
}

static Json object_member(const Json& json, const char* name)
{
    const Json& member = json::member(json, name);
    return member.is_object() ? member : Json::object();
}

static std::string quoted(const std::string& text, std::size_t most)
{
    return text::in_quotes(text::shortened(text::printable(text), most));
}

// The rest of what it says of itself is of no use to anybody here.
static Json name_and_version(const Json& info)
{
    constexpr std::size_t longest = 100;
    Json kept = Json::object();
    for (const char* field : {"name", "version"})
        if (const std::string text = json::string_member(info, field); !text.empty())
            kept[field] = text::shortened(text::printable(text), longest);
    return kept;
}

static bool has_version(const Json& versions, const char* version)
{
    return versions.is_array()
        && std::find(versions.begin(), versions.end(), version) != versions.end();
}

static bool has_legacy_version(const Json& versions)
{
    return std::any_of(protocol::legacy_versions.begin(), protocol::legacy_versions.end(),
        [&](const char* version) { return has_version(versions, version); });
}

// C12: a modern answer or error is modern; another error is legacy.
void Connection::take_discovered(const Response& response)
{
    const Json versions = response.error ? json::member(response.error->data, "supported")
                                         : json::member(response.result, "supportedVersions");
    if (!response.error && has_version(versions, protocol::modern_version)) {
        const Json& info
            = json::member(json::member(response.result, "_meta"), protocol::server_key);
        return introduce({Era::modern, protocol::modern_version, name_and_version(info),
            object_member(response.result, "capabilities"),
            json::string_member(response.result, "instructions")});
    }
    const bool is_modern = !response.error || response.error->code == protocol::unsupported_version;
    if (is_modern && !has_legacy_version(versions))
        return fail("speaks no protocol version that is known here");
    if (initialize_id == 0)
        initialize();
}

void Connection::take_initialized(const Response& response)
{
    const bool may_be_modern = discover_id != 0 && pending.contains(discover_id);
    if (response.error) {
        const bool was_legacy = std::exchange(rules.era, std::nullopt) == Era::legacy;
        if (was_legacy && discover_id == 0)
            ask_for_era(); // it may have become another one since
        else if (!may_be_modern)
            fail("refuses to begin: " + quoted(response.error->message, 200));
        return;
    }
    const std::string version = json::string_member(response.result, "protocolVersion");
    if (std::find(protocol::legacy_versions.begin(), protocol::legacy_versions.end(), version)
        == protocol::legacy_versions.end())
        return fail("speaks protocol version " + quoted(version, 40) + ", which is not known here");
    introduce({Era::legacy, version, name_and_version(json::member(response.result, "serverInfo")),
        object_member(response.result, "capabilities"),
        json::string_member(response.result, "instructions")});
}

RequestId Connection::begin(const std::string& method, Json params, Progress progress)
{
    if (introduced.era == Era::modern)
        protocol::add_modern_meta(params, capabilities());
    return send_request(method, std::move(params), progress == Progress::wanted);
}

RequestId Connection::ask_for_sign()
{
    return introduced.era == Era::modern ? begin("server/discover", Json::object())
                                         : begin("ping", Json::object());
}

std::optional<Response> Connection::take(RequestId id)
{
    const auto found = pending.find(id);
    if (found == pending.end() || !found->second.response)
        return std::nullopt;
    auto response = std::move(found->second.response);
    pending.erase(found);
    return response;
}

void Connection::give_up(RequestId id, const std::string& why)
{
    if (pending.erase(id) > 0 && now != State::over)
        server->send(protocol::notification_line(
            "notifications/cancelled", {{"requestId", id}, {"reason", why}}));
}

Connection::Clock::time_point Connection::last_progress(RequestId id) const
{
    const auto found = pending.find(id);
    return found == pending.end() ? Clock::time_point() : found->second.last_sign;
}

void Connection::fail(const std::string& why)
{
    if (now == State::over)
        return;
    now = State::over;
    reason = why;
    server->kill();
}

void Connection::end()
{
    if (now == State::over)
        return;
    now = State::over;
    reason = "was ended";
    server->end(rules.patience.end);
}

void Connection::watch(system::Watch& watch) const
{
    if (!server)
        return;
    server->watch(watch);
    if (silent_since && now != State::over)
        watch.until(*silent_since + rules.patience.silence);
    if (now != State::starting)
        return;
    watch.until(start_deadline);
    if (discover_id != 0 && initialize_id == 0)
        watch.until(discover_deadline);
}

void Connection::step()
{
    if (!server)
        return;
    server->step();
    while (now != State::over) {
        auto line = server->take_line();
        if (!line)
            break;
        take_line(std::move(*line));
    }
    if (now == State::starting)
        look_at_start();
    if (now != State::over)
        look_at_process();
}

void Connection::look_at_start()
{
    if (const auto response = take(discover_id))
        take_discovered(*response);
    if (now == State::starting)
        if (const auto response = take(initialize_id))
            take_initialized(*response);
    if (now != State::starting)
        return;
    const auto time = Clock::now();
    if (time >= start_deadline)
        return fail("did not answer within " + text::duration_text(rules.start_timeout));
    if (discover_id != 0 && initialize_id == 0 && time >= discover_deadline)
        initialize();
}

// A server that ends at the question, which it does not know, is started anew without it.
void Connection::begin_anew_without_question()
{
    discover_id = 0;
    pending.clear();
    try {
        launch_anew();
        initialize();
    } catch (const ToolError& error) {
        fail("could not be started again: " + error.message);
    }
}

void Connection::look_at_process()
{
    if (server->is_too_long())
        return fail("printed a line of more than " + std::to_string(ServerProcess::max_line >> 20)
            + " MiB");
    if (!server->is_silent())
        return;
    // Its end tells more than that of its streams, and is on its way in most cases.
    if (!silent_since)
        silent_since = Clock::now();
    if (!server->is_over() && Clock::now() < *silent_since + rules.patience.silence)
        return;
    silent_since.reset();
    if (now == State::starting && discover_id != 0 && server->has_begun())
        return begin_anew_without_question();
    fail(server->is_over() ? server->how_it_ended() : "closed its stdin or its stdout");
}

}
