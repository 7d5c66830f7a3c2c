#include "host_run.hpp"

#include "frontends/host/asks.hpp"
#include "toolkit/system/error.hpp"

#include <fcntl.h>

using namespace agent;
using namespace frontends::host;

TEST_CASE("a list is answered once, by one of its rows with actions that the rows have")
{
    system::Cancel cancel;
    const redaction::Redaction redaction {redaction::Secrets()};
    const int nowhere = open("/dev/null", O_RDWR | O_CLOEXEC);
    Channel channel({nowhere, nowhere}, {&redaction, &redaction}, cancel);
    ChannelAsks asks(channel);
    const channel::ChatPick list {.rows
        = {{.cells = {"a"}, .actions = {{.name = "restore"}, {.name = "keep"}}}, {.cells = {"b"}}}};
    const std::string id = asks.open(list, channel::max_line);
    const auto by = channel::PickedBy::enter;
    CHECK_THROWS_AS(asks.pick({"a9", 0, by, {0, 0}}), ToolError);
    CHECK_THROWS_AS(asks.pick({id, 2, by, {0, 0}}), ToolError);
    CHECK_THROWS_AS(asks.pick({id, -1, by, {0, 0}}), ToolError);
    CHECK_THROWS_AS(asks.pick({id, 0, by, {0}}), ToolError);
    CHECK_THROWS_AS(asks.pick({id, 0, by, {2, 0}}), ToolError);
    CHECK_THROWS_AS(asks.pick({id, 0, by, {0, 1}}), ToolError);
    CHECK_FALSE(asks.take(id));
    CHECK_FALSE(asks.take_pick(id));
    asks.pick({id, 1, by, {1, 0}});
    CHECK(asks.take(id));
    const auto picked = asks.take_pick(id);
    REQUIRE(picked);
    CHECK(picked->row == 1);
    CHECK(picked->actions == std::vector<std::int64_t> {1, 0});
    CHECK_THROWS_AS(asks.pick({id, 1, by, {1, 0}}), ToolError);
    close(nowhere);
}
