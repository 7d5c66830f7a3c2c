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
