#include "catch.hpp"

#include "frontends/chat/nested_calls.hpp"

#include <string>

using namespace agent;
using frontends::chat::NestedCalls;

TEST_CASE("all calls of an agent are counted, also those that have no line")
{
    NestedCalls nested("run", "/nonexistent", [](const auto&, auto, const auto&) {});
    calls::OfferedTool tool;
    tool.name = "agent";
    tool.asks_for_its_calls = true;
    calls::PreparedCall call {.call = {"1", "agent", "{}"}, .tool = &tool};
    nested.follow(call);
    calls::PreparedCall inner {.call = {"2", "look", "{}"}};
    inner.arguments.json = toolkit::Json::object();
    for (int made = 0; made < 203; ++made)
        call.makes_call(inner);
    const auto ended = nested.end("1");
    CHECK(ended.count == 203);
    REQUIRE(ended.lines.size() == 201);
    CHECK(ended.lines.front() == "✗ look · not ended");
    CHECK(ended.lines.back() == "… 3 more calls");
    CHECK(nested.end("1").count == 0);
}
