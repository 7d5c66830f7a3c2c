#include "frontends/serve/streams.hpp"

#include "frontends/serve/routes.hpp"

#include <algorithm>
#include <utility>

namespace frontends::serve {

using namespace std::chrono_literals;

static constexpr std::size_t max_unread_bytes = 64 << 10; // bytes that a reader has not received
static constexpr std::size_t piece_bytes = 24 << 10; // of a log; the text sent is longer
static constexpr auto between_stream_comments = 15s;

static void begin_response(const Client& client, EventFormat format, http::HttpFields fields)
{
    fields.emplace_back("Content-Type", format == EventFormat::sse ? sse_type : ndjson_type);
    fields.emplace_back("X-Accel-Buffering", "no");
    client.door->server().begin_stream(client.exchange, std::move(fields));
}

void Streams::answer_head(const Client& client, EventFormat format)
{
    begin_response(client, format, {});
    client.door->server().end_stream(client.exchange);
}

void Streams::begin(
    Client client, const std::string& run, std::shared_ptr<const EventLog> log, Reading reading)
{
    const bool is_sse = reading.format == EventFormat::sse;
    begin_response(client, reading.format, std::move(reading.fields));
    if (is_sse)
        client.door->server().send(client.exchange, "retry: 1000\n\n");
    all.emplace(client,
        Stream {std::move(log), reading.format, EventText(reading.format, reading.after), 0,
            is_sse ? Clock::now() + between_stream_comments : Clock::time_point::max()});
    followers.add(client, run);
}

std::string Streams::forget(const Client& client)
{
    if (all.erase(client) == 0)
        return {};
    ++count_abandoned;
    return followers.forget(client);
}

void Streams::end_those(const Followers::Test& test)
{
    for (const Client& client : followers.those(test)) {
        forget(client);
        client.door->server().end_stream(client.exchange);
    }
}

std::size_t Streams::count_behind() const
{
    return static_cast<std::size_t>(std::count_if(all.begin(), all.end(),
        [](const auto& entry) { return entry.second.position < entry.second.log->size(); }));
}

// Text sent is less than twice as long as the piece: an event has at least 40 bytes, and gets
// fewer.
bool Streams::has_room(Client client)
{
    return client.door->server().pending(client.exchange) + 2 * piece_bytes < max_unread_bytes;
}

// Reads the piece unless the previous reader has received the same.
void Streams::read(const Stream& stream, std::optional<Piece>& last)
{
    if (last && last->log == stream.log.get() && last->position == stream.position
        && last->before == stream.text)
        return;
    last.emplace(Piece {stream.log.get(), stream.position, stream.text, stream.text});
    last->text = last->after.translate(stream.log->read(stream.position, piece_bytes), last->used);
}

// Sends as much as there is room for. Returns true if that was the end of the stream.
bool Streams::fill(Client client, Stream& stream, std::optional<Piece>& last)
{
    if (stream.position < stream.log->size() && has_room(client)) {
        read(stream, last);
        stream.position += last->used;
        stream.text = last->after;
        client.door->server().send(client.exchange, last->text);
        if (!last->text.empty() && stream.format == EventFormat::sse)
            stream.comment_at = Clock::now() + between_stream_comments;
        if (last->used == 0) // another process has changed the file
            return true;
    }
    if (!has_room(client)) // it is woken when it has taken something
        return false;
    if (stream.format == EventFormat::sse && Clock::now() >= stream.comment_at) {
        client.door->server().send(client.exchange, ":\n\n");
        stream.comment_at = Clock::now() + between_stream_comments;
    }
    followers.wake_at(client, stream.comment_at);
    if (stream.position < stream.log->size())
        followers.wake(client);
    return stream.log->is_complete && stream.position >= stream.log->size();
}

void Streams::step()
{
    std::optional<Piece> last;
    for (const Client& client : followers.take()) {
        const auto found = all.find(client);
        if (found == all.end() || !fill(client, found->second, last))
            continue;
        all.erase(found);
        followers.forget(client);
        client.door->server().end_stream(client.exchange);
        ++count_completed;
    }
}

}
