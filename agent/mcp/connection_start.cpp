#include "agent/mcp/connection.hpp"

#include "toolkit/json/json_value.hpp"
#include "toolkit/mcp/requests.hpp"
#include "toolkit/mcp/responses.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/elision.hpp"
#include "toolkit/text/text.hpp"
#include "toolkit/text/time_text.hpp"

#include <algorithm>
#include <utility>

namespace agent::mcp {

// Detects the era of a server, and falls back to older protocol versions and transports.

namespace protocol = toolkit::mcp;

void Connection::ask_for_era()
{
    Json params = Json::object();
    protocol::add_modern_meta(params, capabilities());
    discover_id = send_request({.method = "server/discover", .is_modern = true}, params);
    discover_deadline = Clock::now() + rules.patience.question;
}

void Connection::initialize()
{
    initialize_id
        = send_request({.method = "initialize"}, protocol::initialize_params(capabilities()));
}

void Connection::introduce(ServerInfo introduction)
{
    pending.clear(); // the first valid response decides
    introduced = std::move(introduction);
    now = State::ready;
    server->begin_era(introduced.era, introduced.version);
    if (introduced.era == Era::legacy)
        notify("notifications/initialized", {});
    else
        listen_for_changes();
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

// Drops the other members, which are not used.
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

// True for error codes about header fields, which only modern servers send.
static bool is_refusal_of_head(int code)
{
    constexpr int missing_capability = -32021;
    return code == protocol::header_mismatch || code == missing_capability;
}

// A modern result or error means a modern server; any other error means a legacy one.
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
    if (response.error && response.error->code == protocol::unsupported_version
        && has_version(versions, protocol::modern_version) && !std::exchange(has_asked_again, true))
        return ask_for_era(); // it supports the version that was requested
    if (response.error && is_refusal_of_head(response.error->code))
        return fail("refuses to begin: " + quoted(response.error->message, 200));
    const bool is_modern = response.error ? response.error->code == protocol::unsupported_version
                                          // some servers answer {} to any request
                                          : versions.is_array();
    if (is_modern && !has_legacy_version(versions))
        return fail("speaks no protocol version that agentcli knows");
    if (initialize_id == 0)
        initialize();
}

void Connection::take_initialized(const Response& response)
{
    const bool may_be_modern = discover_id != 0 && pending.contains(discover_id);
    if (response.error) {
        const bool was_legacy = std::exchange(rules.era, std::nullopt) == Era::legacy;
        if (was_legacy && discover_id == 0)
            ask_for_era(); // the era may have changed since the last start
        else if (!may_be_modern)
            fail("refuses to begin: " + quoted(response.error->message, 200));
        return;
    }
    const std::string version = json::string_member(response.result, "protocolVersion");
    if (std::find(protocol::legacy_versions.begin(), protocol::legacy_versions.end(), version)
        == protocol::legacy_versions.end())
        return fail(
            "speaks protocol version " + quoted(version, 40) + ", which agentcli does not know");
    introduce({Era::legacy, version, name_and_version(json::member(response.result, "serverInfo")),
        object_member(response.result, "capabilities"),
        json::string_member(response.result, "instructions")});
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

// Restarts, without server/discover, a server that exits on this unknown request.
void Connection::begin_anew_without_question()
{
    discover_id = 0;
    pending.clear();
    try {
        server = make();
        initialize();
    } catch (const ToolError& error) {
        fail("could not be started again: " + error.message);
    }
}

// Falls back to the next older protocol or transport for a server that rejects the message. Returns
// false if there is none.
bool Connection::try_another_way(const WireFailure& failure)
{
    if (failure.status != 400 && failure.status != 404 && failure.status != 405)
        return false;
    const int code = failure.error.code;
    if (code == protocol::unsupported_version || is_refusal_of_head(code))
        return false;
    pending.erase(failure.id);
    if (failure.id == discover_id) {
        if (initialize_id == 0)
            initialize();
        return true;
    }
    if (std::exchange(rules.era, std::nullopt) == Era::legacy && discover_id == 0) {
        initialize_id = 0;
        ask_for_era(); // the era may have changed since the last start
        return true;
    }
    if (!server->begin_older())
        return false;
    initialize();
    return true;
}

}
