#include "runner/server/streams.hpp"

#include <algorithm>
#include <utility>

namespace runner::server {

using namespace std::chrono_literals;

static constexpr std::size_t max_on_the_way = 64 << 10; // bytes that a reader has not taken
static constexpr std::size_t piece_bytes = 24 << 10; // of a log; what is sent is longer
static constexpr auto between_comments = 15s;

void Streams::begin(
    Client client, const std::string& run, std::shared_ptr<const EventLog> log, Reading reading)
{
    const bool is_sse = reading.format == EventFormat::sse;
    listen::HttpFields& fields = reading.fields;
    fields.emplace_back("Content-Type", is_sse ? "text/event-stream" : "application/x-ndjson");
    fields.emplace_back("X-Accel-Buffering", "no");
    client.door->server().begin_stream(client.exchange, std::move(fields));
    if (is_sse)
        client.door->server().send(client.exchange, "retry: 1000\n\n");
    all.emplace(client,
        Stream {run, std::move(log), reading.format, EventText(reading.format, reading.after), 0,
            is_sse ? Clock::now() + between_comments : Clock::time_point::max()});
}

std::string Streams::forget(Client client)
{
    const auto node = all.extract(client);
    if (!node)
        return {};
    ++count_abandoned;
    return node.mapped().run;
}

std::size_t Streams::count_behind() const
{
    return static_cast<std::size_t>(std::count_if(all.begin(), all.end(),
        [](const auto& entry) { return entry.second.position < entry.second.log->size(); }));
}

std::size_t Streams::count_of(const std::string& run) const
{
    return static_cast<std::size_t>(std::count_if(
        all.begin(), all.end(), [&](const auto& entry) { return entry.second.run == run; }));
}

// A piece becomes less than twice as long: an event has at least 40 bytes, and gets fewer.
bool Streams::has_room(Client client)
{
    return client.door->server().pending(client.exchange) + 2 * piece_bytes < max_on_the_way;
}

// Sends what there is room for. Returns whether that was all that will ever come.
bool Streams::fill(Client client, Stream& stream)
{
    if (stream.position < stream.log->size() && has_room(client)) {
        const std::string piece = stream.log->read(stream.position, piece_bytes);
        std::size_t used = 0;
        const std::string text = stream.text.translate(piece, used);
        stream.position += used;
        client.door->server().send(client.exchange, text);
        if (!text.empty() && stream.format == EventFormat::sse)
            stream.comment_at = Clock::now() + between_comments;
        if (used == 0) // somebody has changed the file
            return true;
    }
    if (Clock::now() >= stream.comment_at && has_room(client)) {
        client.door->server().send(client.exchange, ":\n\n");
        stream.comment_at = Clock::now() + between_comments;
    }
    return stream.log->is_complete && stream.position >= stream.log->size();
}

void Streams::watch(system::Watch& watch) const
{
    for (const auto& [client, stream] : all)
        watch.until(stream.position < stream.log->size() && has_room(client) ? Clock::now()
                                                                             : stream.comment_at);
}

void Streams::step()
{
    for (auto at = all.begin(); at != all.end();) {
        if (!fill(at->first, at->second)) {
            ++at;
            continue;
        }
        at->first.door->server().end_stream(at->first.exchange);
        at = all.erase(at);
        ++count_completed;
    }
}

}
