#include "agent/mcp/http_wire.hpp"

#include "agent/mcp/http_head.hpp"
#include "toolkit/mcp/requests.hpp"
#include "toolkit/system/error.hpp"

#include <algorithm>
#include <utility>

namespace agent::mcp {

using namespace std::chrono_literals;
using Purpose = HttpStream::Purpose;
using Method = web::WebRequest::Method;

// Times for the response to a message that only has a status, for the end of a complete response,
// and for opening the stream of changes.
static constexpr auto max_time_of_message = 30s;
static constexpr auto max_ending = 50ms;
static constexpr auto max_time_of_changes = 500ms; // requests wait for the stream

static constexpr const char* session_field = "Mcp-Session-Id";

static web::Route route_of(const ServerEntry& entry)
{
    const web::Url url = web::parse_address(entry.url);
    return {url, web::proxy_of(url), entry.ca_file};
}

HttpWire::HttpWire(const ServerEntry& entry, oauth::Credentials* credentials)
    : server(route_of(entry))
    , credentials(credentials)
    , own_fields(entry.headers.begin(), entry.headers.end())
{
    const web::Url& url = server.route().url;
    target = (url.path.empty() ? "/" : url.path) + url.query;
}

HttpWire::~HttpWire() = default;

HttpFields HttpWire::fields_of_session() const
{
    HttpFields fields = own_fields;
    if (credentials != nullptr && !credentials->access().empty())
        fields.emplace_back("Authorization", "Bearer " + credentials->access());
    if (!session.empty())
        fields.emplace_back(session_field, session);
    if (!version.empty() && !is_older)
        fields.emplace_back("MCP-Protocol-Version", version);
    return fields;
}

HttpFields HttpWire::fields_of_message(const ClientMessage& message) const
{
    HttpFields fields = fields_of_session();
    fields.emplace_back("Content-Type", "application/json");
    fields.emplace_back("Accept", "application/json, text/event-stream");
    if (!message.is_modern)
        return fields;
    fields.emplace_back("MCP-Protocol-Version", toolkit::mcp::modern_version);
    fields.emplace_back("Mcp-Method", message.method);
    if (!message.name.empty())
        fields.emplace_back("Mcp-Name", toolkit::mcp::encoded_header(message.name));
    fields.insert(fields.end(), message.fields.begin(), message.fields.end());
    return fields;
}

void HttpWire::post(const ClientMessage& message, Purpose purpose)
{
    HttpStream& stream = streams.emplace_back(purpose, message.id);
    stream.begin(server.begin({Method::post, is_older ? place : target, fields_of_message(message),
        message.line.substr(0, message.line.find_last_not_of('\n') + 1)}));
    if (credentials == nullptr)
        return;
    stream.set_token(credentials->generation());
    if (message.id != 0 && !message.is_repeated)
        sent[message.id] = message;
}

// Requests a stream, from its beginning or after the event `last_id`.
void HttpWire::get(HttpStream& stream, const std::string& last_id)
{
    HttpFields fields = fields_of_session();
    fields.emplace_back("Accept", "text/event-stream");
    if (!last_id.empty())
        fields.emplace_back("Last-Event-ID", last_id);
    stream.begin(server.begin({Method::get, target, std::move(fields)}));
    if (credentials != nullptr)
        stream.set_token(credentials->generation());
}

// The stream of changes is requested before the first request, so that no change is missed.
bool HttpWire::is_opening_changes() const
{
    return Clock::now() < changes_begun + max_time_of_changes
        && std::any_of(streams.begin(), streams.end(), [](const HttpStream& stream) {
               return stream.purpose() == Purpose::changes && !stream.was_resumed()
                   && stream.exchange() != nullptr && !stream.exchange()->has_begun()
                   && !stream.is_over();
           });
}

// Requests wait until the address to post to is known, and until the server has received the
// message that the client is initialized.
bool HttpWire::is_held() const
{
    const auto begins = [](const ClientMessage& message) {
        return message.method == "notifications/initialized";
    };
    return is_waiting_for_token() || (is_older && place.empty()) || wants_changes
        || is_opening_changes() || std::any_of(waiting.begin(), waiting.end(), begins);
}

void HttpWire::send(ClientMessage message)
{
    if (is_dead || is_ending)
        return;
    if (message.id == 0) {
        waiting_bytes += message.line.size();
        waiting.push_back(std::move(message));
        send_waiting();
    } else {
        held.push_back(std::move(message));
        send_held();
    }
}

// Sends one message at a time. It stays in the queue until it was sent.
void HttpWire::send_waiting()
{
    const bool is_busy = std::any_of(streams.begin(), streams.end(),
        [](const HttpStream& stream) { return stream.purpose() == Purpose::message; });
    if (is_busy || waiting.empty() || (is_older && place.empty()))
        return;
    if (credentials != nullptr)
        credentials->prepare();
    if (is_waiting_for_token())
        return;
    post(waiting.front(), Purpose::message);
    streams.back().set_deadline(Clock::now() + max_time_of_message);
}

void HttpWire::send_held()
{
    if (credentials != nullptr && !held.empty())
        credentials->prepare();
    while (!held.empty() && !is_held()) {
        post(held.front(),
            held.front().method == "initialize" ? Purpose::initialize : Purpose::request);
        held.pop_front();
    }
}

std::optional<std::string> HttpWire::take_line()
{
    if (lines.empty())
        return std::nullopt;
    std::string line = std::move(lines.front());
    lines.pop_front();
    return without_token(std::move(line));
}

// Waits briefly for the end of the stream, so that the connection can be reused.
void HttpWire::has_response(RequestId id)
{
    sent.erase(id);
    for (auto& stream : streams)
        if (stream.is_request() && stream.id() == id)
            stream.set_deadline(Clock::now() + max_ending);
}

bool HttpWire::give_up(RequestId id)
{
    sent.erase(id);
    std::erase_if(held, [&](const ClientMessage& message) { return message.id == id; });
    std::erase_if(streams,
        [&](const HttpStream& stream) { return stream.is_request() && stream.id() == id; });
    return era == Era::modern;
}

void HttpWire::begin_era(Era its, const std::string& its_version)
{
    era = its;
    version = its == Era::legacy ? its_version : "";
    wants_changes = its == Era::legacy && !is_older;
}

bool HttpWire::begin_older()
{
    if (is_older)
        return false;
    is_older = true;
    session.clear();
    streams.clear();
    streams.emplace_back(Purpose::older);
    get(streams.back(), "");
    return true;
}

void HttpWire::open_changes()
{
    wants_changes = false;
    changes_begun = Clock::now();
    streams.emplace_back(Purpose::changes);
    get(streams.back(), "");
}

void HttpWire::die(const std::string& why)
{
    how = why;
    kill();
}

void HttpWire::kill()
{
    streams.clear();
    held.clear();
    sent.clear();
    waiting.clear();
    waiting_bytes = 0;
    is_dead = true;
}

void HttpWire::end(std::chrono::milliseconds time)
{
    if (is_dead || session.empty() || is_session_lost)
        return kill();
    is_ending = true;
    held.clear();
    waiting.clear();
    waiting_bytes = 0;
    streams.clear();
    HttpStream& stream = streams.emplace_back(Purpose::farewell);
    stream.begin(server.begin({Method::remove, target, fields_of_session()}));
    stream.set_deadline(Clock::now() + time);
}

void HttpWire::watch(system::Watch& watch) const
{
    for (const auto& stream : streams)
        stream.watch(watch);
    if (credentials != nullptr && !is_dead)
        credentials->watch(watch);
    if (!lines.empty())
        watch.until(Clock::now());
    if (!held.empty() && is_opening_changes())
        watch.until(changes_begun + max_time_of_changes);
}

}
