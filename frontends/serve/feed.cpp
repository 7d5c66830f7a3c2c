#include "frontends/serve/feed.hpp"

#include "toolkit/system/error.hpp"
#include "toolkit/system/named_file.hpp"

#include <algorithm>
#include <charconv>

namespace frontends::serve {

// The size of the pieces that are read. An event of 40 bytes becomes 240 at most.
static constexpr std::uint64_t feed_piece_bytes = 4 << 10;

Cursor cursor_in(std::string_view text)
{
    constexpr std::size_t digits = system::random_name_length;
    Cursor cursor {std::string(text.substr(0, digits))};
    const std::string_view number = text.substr(std::min(text.size(), digits + 1));
    const auto [end, error]
        = std::from_chars(number.data(), number.data() + number.size(), cursor.number);
    if (text.size() <= digits || text[digits] != '-' || error != std::errc()
        || end != number.data() + number.size()
        || cursor.feed.find_first_not_of("0123456789abcdef") != std::string::npos)
        throw ToolError(Code::bad_request, "invalid cursor in Last-Event-ID or 'after'",
            "it is the 'cursor' of an item; without it, the stream begins now");
    return cursor;
}

Feed::Feed(Open open)
    : open(std::move(open))
    , name(system::random_name())
{
}

void Feed::discard(std::size_t limit)
{
    while (spans.size() > limit) {
        spans.pop_front();
        ++first_part;
    }
}

void Feed::add_begun(const RunId& run, std::size_t limit)
{
    ++last;
    spans.push_back({run, true, last, last, {.bytes = 1}});
    discard(limit);
}

void Feed::add(const RunId& run, const Part& part, std::size_t limit)
{
    const std::uint64_t first = last + 1;
    last += part.last_seq - part.seq + 1;
    Span* const latest = spans.empty() ? nullptr : &spans.back();
    if (latest != nullptr && !latest->is_begun && latest->run == run
        && latest->part.offset + latest->part.bytes == part.offset) {
        latest->last = last;
        latest->part.last_seq = part.last_seq;
        latest->part.bytes += part.bytes;
        return;
    }
    spans.push_back({run, false, first, last, part});
    discard(limit);
}

std::string Feed::item(
    const EventText& text, std::uint64_t number, const char* type, const std::string& rest) const
{
    const std::string id = cursor_of(number);
    const std::string data
        = std::string(R"({"type":")") + type + R"(","cursor":")" + id + "\"," + rest + "}";
    return text.is_sse() ? "id: " + id + "\nevent: " + type + "\ndata: " + data + "\n\n"
                         : data + "\n";
}

std::string Feed::start_after(std::uint64_t number, bool has_missed, const EventText& text) const
{
    return item(
        text, number, "start", std::string(R"("missed":)") + (has_missed ? "true" : "false"));
}

StreamPosition Feed::place_at_end(const EventText& text) const
{
    StreamPosition place {text, end()};
    if (!spans.empty()) { // the last span may grow
        --place.part;
        place.position = spans.back().part.bytes;
    }
    return place;
}

Feed::Entry Feed::enter(const std::optional<Cursor>& cursor, const EventText& text) const
{
    const std::uint64_t before = spans.empty() ? last : spans.front().first - 1;
    if (!cursor || cursor->feed != name || cursor->number < before || cursor->number > last)
        return {place_at_end(text), start_after(last, cursor.has_value(), text)};
    const auto found = std::upper_bound(spans.begin(), spans.end(), cursor->number,
        [](std::uint64_t number, const Span& span) { return number < span.last; });
    if (found == spans.end())
        return {place_at_end(text), {}};
    Entry entry {{text, first_part + static_cast<std::uint64_t>(found - spans.begin())}, {}};
    if (cursor->number >= found->first)
        entry.place.text.restart(found->part.seq + (cursor->number - found->first));
    return entry;
}

bool Feed::has_more(const StreamPosition& place) const
{
    return place.part < first_part || place.part + 1 < end()
        || (place.part < end() && place.position < span_at(place).part.bytes);
}

// Moves from the end of a span to the next one. Returns false if there is nothing to read.
bool Feed::advance(StreamPosition& place) const
{
    if (place.part >= first_part && place.part + 1 < end()
        && place.position == span_at(place).part.bytes) {
        ++place.part;
        place.position = 0;
        place.text.restart(0);
    }
    return has_more(place);
}

// Returns the text of the next events of the span. Sets `used` to the number of bytes that were
// read. If the run has been removed, skips the rest of the span, and says so.
std::string Feed::read_span(StreamPosition& place, std::size_t& used) const
{
    const Span& span = span_at(place);
    const std::string run = span.run.text();
    const std::uint64_t rest = span.part.bytes - place.position;
    used = static_cast<std::size_t>(rest);
    if (span.is_begun) {
        place.position += rest;
        return place.text.wants(begun_item)
            ? item(place.text, span.last, "begun", R"("run":")" + run + "\"")
            : "";
    }
    const auto log = open(run);
    if (!log && !place.text.is_in_shown_line()) {
        place.position += rest;
        place.text.restart(0);
        return start_after(span.last, true, place.text);
    }
    const EventText::Frame frame {name, run, span.first - span.part.seq};
    const auto wanted = static_cast<std::size_t>(std::min(rest, feed_piece_bytes));
    std::string text = !log
        ? ""
        : place.text.translate(log->read(span.part.offset + place.position, wanted), used, &frame);
    used = log ? used : 0;
    place.position += used;
    return text;
}

// Ends the stream of a reader that is within an event which cannot be read any more: it learns that
// it has missed something when it continues.
std::optional<std::string> Feed::read_at(StreamPosition& place) const
try {
    constexpr std::size_t enough_text = 24 << 10;
    constexpr std::uint64_t enough_bytes = 64 << 10; // with events that the reader does not want
    std::string text;
    std::uint64_t read = 0; // a small part counts as a piece, since its log has to be opened
    while (text.size() < enough_text && read < enough_bytes && advance(place)) {
        if (place.part < first_part) {
            if (place.text.is_in_shown_line())
                return std::nullopt;
            place = place_at_end(place.text);
            place.text.restart(0);
            return text + start_after(last, true, place.text);
        }
        std::size_t used = 0;
        text += read_span(place, used);
        if (used == 0)
            return std::nullopt;
        read += std::max<std::uint64_t>(used, feed_piece_bytes);
    }
    return text;
} catch (const ToolError&) { // descriptors are short
    return std::nullopt;
}

// Names the end, so that a reader that waits or does not want the latest events continues there.
std::string Feed::comment(const StreamPosition& place) const
{
    return has_more(place) ? ":\n\n" : ":\nid: " + cursor_of(last) + "\n\n";
}

std::shared_ptr<Feed> Feeds::at(const std::string& key)
{
    if (!feeds.contains(key)) {
        feeds[key] = std::make_shared<Feed>(open);
        for (const auto& [other_key, other] : feeds)
            other->discard(max_parts_of_each());
    }
    auto feed = feeds.at(key);
    feed->is_complete = is_complete;
    return feed;
}

std::size_t Feeds::max_parts_of_each() const
{
    constexpr std::size_t max_parts = 65536; // of all feeds
    return std::max<std::size_t>(1, max_parts / std::max<std::size_t>(4, feeds.size()));
}

template<class Add>
void Feeds::add_to_feeds(const std::string& owner, const Add& add)
{
    for (const std::string& key : {std::string(all_runs), "=" + owner})
        if (const auto found = feeds.find(key); found != feeds.end() && key != "=") {
            add(*found->second, max_parts_of_each());
            changed.insert(key);
        }
}

void Feeds::add_begun(const RunId& run, const std::string& owner)
{
    add_to_feeds(owner, [&](Feed& feed, std::size_t limit) { feed.add_begun(run, limit); });
}

void Feeds::add(const RunId& run, const std::string& owner, const Feed::Part& part)
{
    add_to_feeds(owner, [&](Feed& feed, std::size_t limit) { feed.add(run, part, limit); });
}

void Feeds::complete()
{
    is_complete = true;
    for (const auto& [key, feed] : feeds) {
        feed->is_complete = true;
        changed.insert(key);
    }
}

}
