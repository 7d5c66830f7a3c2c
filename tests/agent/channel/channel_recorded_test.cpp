#include "agent/channel/codec.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/error.hpp"

#include "catch.hpp"

#include <filesystem>
#include <fstream>

namespace agent::channel {

// The lines of recorded/ were written for hosts, workflows and screens: one for each set of fields.
// The order of members differs in two: "state" of a workflow that begins, and "code" of a result in
// a workflow are written earlier.
template<class Events>
static void check_line(const std::string& line)
{
    INFO(line);
    const auto received = decode_event<Events>(line);
    REQUIRE(received);
    CHECK_FALSE(std::holds_alternative<Unknown>(received->event));
    const std::string again = encode(received->event, received->head);
    const Json event = json::parse_bounded(line);
    const bool is_reordered = (event.at("event") == "workflow" && event.at("state") == "begins")
        || (event.at("event") == "result" && event.contains("path") && event.contains("code"));
    if (is_reordered)
        CHECK(json::canonical(json::parse_bounded(again)) == json::canonical(event));
    else
        CHECK(again == line);
}

template<class Events>
static std::size_t check_lines(const char* name)
{
    const auto directory = std::filesystem::path(__FILE__).parent_path() / "recorded";
    std::ifstream file(directory / name);
    std::size_t count = 0;
    for (std::string line; std::getline(file, line); ++count)
        check_line<Events>(line);
    return count;
}

TEST_CASE("what was written before there were types is read, and written again with the same bytes")
{
    CHECK(check_lines<Event>("host.jsonl") > 50);
    CHECK(check_lines<ScreenEvent>("screen.jsonl") > 25);
}

TEST_CASE("an event of a later version is Unknown, and its new fields are ignored")
{
    const auto received = decode_event<Event>(R"({"event":"later","seq":3,"ts":"T","x":{}})");
    REQUIRE(received);
    CHECK(std::get<Unknown>(received->event).name == "later");
    CHECK(received->head.seq == 3);
    const auto note = decode_event<Event>(R"({"event":"note","seq":4,"ts":"T","text":"x","y":1})");
    CHECK(std::get<Note>(note->event).text == "x");
    const auto asked = decode_event<Event>(
        R"({"event":"asked","seq":5,"ts":"T","id":"a1","kind":"approval","state":"later"})");
    CHECK(std::get<Asked>(asked->event).state == AskedState::other);
}

TEST_CASE("the events of a chat alone are unknown to a host")
{
    const auto received = decode_event<Event>(R"({"event":"ready","seq":3,"ts":"T"})");
    CHECK(std::get<Unknown>(received->event).name == "ready");
}

TEST_CASE("a line that is no event is refused")
{
    for (const char* line :
        {"", "{}", "[]", R"({"seq":1,"event":"note","text":"x"})", R"({"event":"note)",
            R"({"event":"note","seq":1,"ts":"T"})", R"({"event":"note","seq":1,"ts":"T","text":7})",
            R"({"event":"turn","seq":1,"ts":"T","state":"pauses"})",
            R"({"event":"ask","seq":1,"ts":"T","id":"a1","kind":"riddle"})",
            R"({"event":"note","seq":1,"ts":"T","text":"x")"}) {
        INFO(line);
        CHECK_THROWS_AS(decode_event<Event>(line), ToolError);
    }
}

}
