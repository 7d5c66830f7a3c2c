#include "catch.hpp"

#include "agent/model/sse.hpp"
#include "toolkit/system/error.hpp"

using namespace agent::model;
using namespace toolkit::system;

using Events = std::vector<std::string>;

// Cut into pieces of this size.
static Events events_of(const std::string& text, std::size_t size)
{
    EventStream stream;
    Events events;
    const auto take = [&](const std::vector<Event>& more) {
        for (const auto& event : more)
            events.push_back((event.is_error ? "error: " : "") + event.data);
    };
    for (std::size_t at = 0; at < text.size(); at += size)
        take(stream.add(std::string_view(text).substr(at, size)));
    take(stream.end());
    return events;
}

TEST_CASE("events are the same, however their bytes are cut")
{
    const auto [text, expected] = GENERATE(table<std::string, Events>({
        {"data: one\n\ndata: two\n\n", {"one", "two"}},
        {"data: one\r\n\r\ndata: two\r\n\r\n", {"one", "two"}},
        {"data: one\r\rdata: two\r\r", {"one", "two"}},
        {"data: one\r\n\ndata: two\n\r\n", {"one", "two"}},
        {"data:one\n\n", {"one"}},
        {"data:  one\n\n", {" one"}},
        {"data\n\n", {""}},
        {"data: first\ndata:\ndata: third\n\n", {"first\n\nthird"}},
        {": comment\n\n: another\ndata: one\n: inside\n\n", {"one"}},
        {"event: message\nid: 7\nretry: 10\ndata: one\nunknown\n\n", {"one"}},
        {"event: error\ndata: one\n\ndata: two\n\n", {"error: one", "two"}},
        {"event: error\n\ndata: one\n\n", {"one"}},
        {"error: {\"code\":500}\n\ndata: [DONE]\n\n", {"error: {\"code\":500}", "[DONE]"}},
        {"event: ping\n\n\n\ndata: one\n\n", {"one"}},
        {"\xef\xbb\xbf"
         "data: one\n\n",
            {"one"}},
        {"data: Gr\xc3\xbc\xc3\x9f\x65 \xf0\x9f\x98\x80\n\n",
            {"Gr\xc3\xbc\xc3\x9f\x65 \xf0\x9f\x98\x80"}},
        {"data: one\n\ndata: no empty line", {"one", "no empty line"}},
        {"data: one\n", {"one"}},
        {"", {}},
        {"\n\n", {}},
        {"{\"not\": \"events\"}", {}},
    }));
    for (const std::size_t size : {1000U, 1U, 2U, 3U, 5U, 7U})
        CHECK(events_of(text, size) == expected);
}

TEST_CASE("an event without an end is refused before it fills the memory")
{
    EventStream stream;
    const std::string piece(1 << 20, 'x');
    CHECK_THROWS_AS(
        [&] {
            for (int count = 0; count < 20; ++count)
                stream.add("data: " + piece + "\n");
        }(),
        ToolError);
}

TEST_CASE("the id of the last whole event and the time to wait are kept")
{
    const auto [text, id, retry] = GENERATE(table<std::string, std::string, int>({
        {"id: 1\ndata: a\n\n", "1", -1},
        {"id: 1\ndata:\n\nid: 2\ndata: half", "1", -1},
        {"id: 1\n\n", "1", -1},
        {"id: 1\ndata: a\n\ndata: b\n\n", "1", -1},
        {"id: 1\ndata: a\n\nid\ndata: b\n\n", "", -1},
        {"id: a b\ndata: a\n\n", "", -1},
        {"id: \xc3\xa9\ndata: a\n\n", "", -1},
        {"retry: 500\n\n", "", 500},
        {"retry: 500\n\nretry: x\n\nretry: -1\n\nretry:\n\n", "", 500},
        {"retry: 99999999999999999999\n\n", "", 3'600'000},
    }));
    CAPTURE(text);
    EventStream stream;
    stream.add(text);
    CHECK(stream.last_id() == id);
    CHECK(stream.retry().value_or(std::chrono::milliseconds(-1)).count() == retry);
}

TEST_CASE("the type of an event is told")
{
    EventStream stream;
    const auto events = stream.add("event: endpoint\ndata: /m\n\ndata: {}\n\n");
    REQUIRE(events.size() == 2);
    CHECK(events[0].type == "endpoint");
    CHECK(events[1].type.empty());
}
