#include "frontends/chat/server_requests.hpp"

#include "agent/mcp/server_source.hpp"
#include "frontends/chat/chat_engine.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/characters.hpp"
#include "toolkit/text/contains.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <chrono>
#include <functional>
#include <utility>

namespace frontends::chat {

using agent::mcp::ServerFeatures;
using agent::mcp::ServerList;
using agent::mcp::ServerSource;
using namespace std::chrono_literals;

std::vector<std::string> names_of_servers(const ChatEngine& talk)
{
    std::vector<std::string> names;
    names.reserve(talk.config.servers.size());
    for (const auto& entry : talk.config.servers)
        names.push_back(entry.name);
    return names;
}

std::optional<NameAtServer> name_at_server(const ChatEngine& talk, std::string_view text)
{
    const std::size_t colon = text.find(':');
    if (colon == std::string_view::npos)
        return std::nullopt;
    std::string server(text.substr(0, colon));
    if (!text::contains(names_of_servers(talk), server))
        return std::nullopt;
    return NameAtServer {std::move(server), std::string(text.substr(colon + 1))};
}

std::optional<NameAtServer> resource_at_server(const ChatEngine& talk, std::string_view text)
{
    auto found = name_at_server(talk, text);
    if (!found || found->name.empty() || text::is_digit(found->name.front()))
        return std::nullopt;
    const std::size_t scheme = text::name_length(found->name, "+-.");
    const bool has_scheme = scheme > 0 && scheme < found->name.size() && found->name[scheme] == ':';
    return has_scheme ? found : std::nullopt;
}

static ServerSource& source_of(ChatEngine& talk)
{
    ServerSource* const source = talk.ready_engine().mcp_servers();
    if (source == nullptr)
        throw ToolError(Code::not_found, "no MCP servers are configured");
    return *source;
}

namespace {

// A request for which the operator waits. After 150 ms it is shown like a call of the operator, and
// an interrupt then ends it like a turn.
class WaitedFor {
public:
    WaitedFor(ChatEngine& talk, const std::string& server, const std::string& method)
        : talk(talk)
        , server(server)
        , method(method)
    {
    }

    void wait(ServerSource& source, const std::function<bool()>& is_done)
    try {
        std::optional<host::BusyWith> waiting;
        if (talk.inbox.busy == host::Inbox::Busy::no)
            waiting.emplace(talk.inbox, host::Inbox::Busy::turn);
        for (source.step(); !is_done(); source.step()) {
            talk.cancel.check();
            if (waiting && !shown && system::Watch::Clock::now() >= shown_from)
                show();
            system::Watch watch;
            source.watch(watch);
            if (waiting && !shown)
                watch.until(shown_from);
            watch.readable(talk.cancel.descriptor());
            watch.wait();
        }
        end({});
    } catch (const ToolError&) {
        end("INTERRUPTED");
        throw;
    }

private:
    void show()
    {
        shown = channel::ChatResult {.id = "!" + std::to_string(++talk.call_count),
            .tool = server,
            .by = "operator",
            .display = {.verb = server, .subject = {{method}}}};
        talk.channel.screen_event(channel::ChatCall {
            .id = shown->id, .tool = server, .by = shown->by, .display = shown->display});
    }

    void end(std::optional<std::string> code)
    {
        if (!shown)
            return;
        shown->code = std::move(code);
        talk.channel.screen_event(*std::exchange(shown, std::nullopt));
    }

    ChatEngine& talk;
    const std::string& server;
    const std::string& method;
    system::Watch::Clock::time_point shown_from = system::Watch::Clock::now() + 150ms;
    std::optional<channel::ChatResult> shown;
};

}

// Waits at most 2 s, and only until the operator sends something. Does not read that input.
static void wait_soon(ChatEngine& talk, ServerSource& source, const std::function<bool()>& is_done)
{
    const auto deadline = system::Watch::Clock::now() + 2s;
    for (source.step(); !is_done() && !talk.channel.has_input(); source.step()) {
        if (system::Watch::Clock::now() >= deadline)
            return;
        system::Watch watch;
        source.watch(watch);
        watch.until(deadline);
        watch.readable(talk.cancel.descriptor());
        watch.wait();
        if (watch.is_ready(talk.cancel.descriptor()))
            return;
    }
}

static Json kept_list(ServerSource& source, const std::string& server, ServerList which)
{
    for (const auto& listed : source.features().lists(which))
        if (listed.server == server)
            return listed.entries;
    return Json::array();
}

static void require_ready(const ServerSource& source, const std::string& server)
{
    for (const auto& shown : source.shown())
        if (shown.name == server && shown.state != agent::mcp::Server::State::ready)
            throw ToolError(Code::io_error,
                "the MCP server " + text::in_quotes(server) + " "
                    + (shown.why_down.empty() ? "has not started" : shown.why_down),
                "'agentcli mcp check " + server + "' tries it");
}

Json list_of_server(ChatEngine& talk, const std::string& server, ServerList which)
{
    ServerSource& source = source_of(talk);
    source.features().want(server, which);
    const std::string method = agent::mcp::method_of(which);
    WaitedFor(talk, server, method).wait(source, [&] {
        return !source.features().is_pending(server, which);
    });
    require_ready(source, server);
    return kept_list(source, server, which);
}

Json list_of_server_soon(ChatEngine& talk, const std::string& server, ServerList which)
try {
    ServerSource& source = source_of(talk);
    if (source.is_busy())
        return kept_list(source, server, which);
    source.features().want(server, which);
    wait_soon(talk, source, [&] { return !source.features().is_pending(server, which); });
    return kept_list(source, server, which);
} catch (const ToolError&) {
    return Json::array();
}

namespace {

// A request to a server, which is abandoned when this object is destroyed.
class Requested {
public:
    Requested(ServerFeatures& features, ServerFeatures::Number number)
        : features(features)
        , number(number)
    {
    }
    Requested(const Requested&) = delete;
    Requested& operator=(const Requested&) = delete;
    ~Requested() { features.give_up(number); }

    bool has_ended() { return outcome || (outcome = features.take(number)); }

    std::optional<agent::mcp::ServerOutcome> outcome;

private:
    ServerFeatures& features;
    ServerFeatures::Number number;
};

}

Json request_to_server(
    ChatEngine& talk, const std::string& server, const std::string& method, const Json& params)
{
    ServerSource& source = source_of(talk);
    Requested request(source.features(), source.features().begin(server, method, params));
    WaitedFor(talk, server, method).wait(source, [&] { return request.has_ended(); });
    if (request.outcome->error)
        throw ToolError(*request.outcome->error);
    return std::move(request.outcome->result);
}

Json request_to_server_soon(
    ChatEngine& talk, const std::string& server, const std::string& method, const Json& params)
try {
    ServerSource& source = source_of(talk);
    if (source.is_busy())
        return {};
    Requested request(source.features(), source.features().begin(server, method, params));
    wait_soon(talk, source, [&] { return request.has_ended(); });
    if (!request.outcome || request.outcome->error)
        return {};
    return std::move(request.outcome->result);
} catch (const ToolError&) {
    return {};
}

}
