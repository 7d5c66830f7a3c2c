#include "frontends/serve/streams.hpp"

#include "frontends/serve/routes.hpp"

#include <algorithm>
#include <utility>

namespace frontends::serve {

using namespace std::chrono_literals;

static constexpr std::size_t max_unread_bytes = 64 << 10; // bytes that a reader has not received
static constexpr std::size_t max_piece_bytes = 48 << 10; // EventSource::read_at()
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

void Streams::begin(Client client, const std::string& key,
    std::shared_ptr<const EventSource> source, Reading reading)
{
    const bool is_sse = reading.from.text.is_sse();
    begin_response(
        client, is_sse ? EventFormat::sse : EventFormat::ndjson, std::move(reading.fields));
    client.door->server().send(client.exchange, (is_sse ? "retry: 1000\n\n" : "") + reading.text);
    all.emplace(client,
        Stream {std::move(source), reading.from,
            is_sse ? Clock::now() + between_stream_comments : Clock::time_point::max()});
    followers.add(client, key);
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

std::size_t Streams::count_lagging() const
{
    return static_cast<std::size_t>(std::count_if(all.begin(), all.end(),
        [](const auto& entry) { return entry.second.source->has_more(entry.second.place); }));
}

bool Streams::has_room(Client client)
{
    return client.door->server().pending(client.exchange) + max_piece_bytes < max_unread_bytes;
}

// Reads the piece unless the previous reader has received the same.
void Streams::read(const Stream& stream, std::optional<Piece>& last)
{
    if (last && last->source == stream.source.get() && last->before == stream.place)
        return;
    last.emplace(Piece {stream.source.get(), stream.place, stream.place});
    last->text = stream.source->read_at(last->after);
}

// Sends as much as there is room for. Returns true if that was the end of the stream.
bool Streams::fill(Client client, Stream& stream, std::optional<Piece>& last)
{
    const bool is_sse = stream.place.text.is_sse();
    if (stream.source->has_more(stream.place) && has_room(client)) {
        read(stream, last);
        if (!last->text)
            return true;
        stream.place = last->after;
        client.door->server().send(client.exchange, *last->text);
        if (!last->text->empty() && is_sse)
            stream.comment_at = Clock::now() + between_stream_comments;
    }
    if (!has_room(client)) // it is woken when it has taken something
        return false;
    if (is_sse && Clock::now() >= stream.comment_at) {
        client.door->server().send(client.exchange, stream.source->comment(stream.place));
        stream.comment_at = Clock::now() + between_stream_comments;
    }
    followers.wake_at(client, stream.comment_at);
    if (stream.source->has_more(stream.place))
        followers.wake(client);
    return stream.source->is_over(stream.place);
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
