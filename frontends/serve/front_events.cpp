#include "agent/channel/codec.hpp"
#include "frontends/serve/front.hpp"
#include "frontends/serve/refusal.hpp"
#include "toolkit/text/characters.hpp"
#include "toolkit/text/text.hpp"

#include <charconv>
#include <optional>

namespace frontends::serve {

// The handlers of the routes of events.

bool RouteRequest::wants(std::string_view type) const
{
    return text::in_lower_case(request.head.value("accept")).find(type) != std::string::npos;
}

static EventFormat format_for(const RouteRequest& asked)
{
    return asked.wants(ndjson_type) && !asked.wants(sse_type) ? EventFormat::ndjson
                                                              : EventFormat::sse;
}

// Returns the id of the last event that the client has; nullopt if it has no events. An EventSource
// that began at 'after' repeats that at each reconnection, and sends its actual position in the
// header.
static std::optional<std::string> last_event_of(const RouteRequest& asked)
{
    if (asked.request.head.has("last-event-id"))
        return asked.request.head.value("last-event-id");
    const auto after = asked.target.query.find("after");
    return after == asked.target.query.end() ? std::nullopt : std::optional(after->second);
}

static std::optional<std::uint64_t> number_of_event(const std::string& text)
{
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool is_number = error == std::errc() && end == text.data() + text.size();
    return is_number ? std::optional(value) : std::nullopt;
}

void Front::stream_events(RouteRequest& asked)
{
    const Json run = shown(asked.id, asked.caller());
    const auto after = number_of_event(last_event_of(asked).value_or("0"));
    const std::uint64_t last = run.at("lastSeq");
    if (!after || *after > last)
        throw Refusal(410, "GONE", "the run has no event of this number",
            "without Last-Event-ID and 'after' all events come");
    if (run.at("state") == "ended" && *after == last)
        return asked.client.door->server().answer(asked.client.exchange, {204});
    const EventFormat format = format_for(asked);
    if (asked.request.head.method == "HEAD")
        return Streams::answer_head(asked.client, format);
    streams.begin(
        asked.client, asked.id, runs.events_of(asked.id), {.from = {EventText(format, *after)}});
}

// Returns the bit of a name in the query of the stream of all runs.
static channel::EventSet event_named(const std::string& name)
{
    const channel::EventSet event = name == "begun" ? begun_item : channel::event_bit(name);
    if (event == channel::event_bit({}))
        throw ToolError(Code::bad_request,
            "'events' of the query names an unknown event " + text::in_quotes(name),
            "events=begun,ask,asked,waiting,turn,end, for example");
    return event;
}

static channel::EventSet wanted_events(const Target& target)
{
    const auto given = target.query.find("events");
    if (given == target.query.end())
        return channel::all_events;
    channel::EventSet wanted = 0;
    for (std::size_t at = 0; at <= given->second.size();) {
        const std::size_t end = std::min(given->second.find(',', at), given->second.size());
        wanted |= event_named(given->second.substr(at, end - at));
        at = end + 1;
    }
    return wanted;
}

void Front::stream_all_events(RouteRequest& asked)
{
    const auto last = last_event_of(asked);
    const auto cursor = last ? std::optional(cursor_in(*last)) : std::nullopt;
    const EventText text(format_for(asked), 0, wanted_events(asked.target));
    if (asked.request.head.method == "HEAD")
        return Streams::answer_head(asked.client, format_for(asked));
    const std::string key = Feeds::key_for(asked.caller());
    const auto feed = runs.all_feeds().at(key);
    Feed::Entry entry = feed->enter(cursor, text);
    streams.begin(asked.client, key, feed, {entry.place, std::move(entry.text)});
}

}
