#include "catch.hpp"

#include "frontends/chat/changes.hpp"

using namespace frontends::chat;
using agent::steps::NotedStep;
using toolkit::Json;

static Json turn(std::vector<std::uint64_t> steps, std::vector<std::string> commands = {})
{
    Json event {{"begins", true}, {"steps", Json::array()}, {"commands", commands}};
    for (const auto number : steps)
        event["steps"].push_back({{"n", number}, {"sha256", "h"}});
    return event;
}

static std::vector<std::uint64_t> numbers(const Changes::Chosen& chosen)
{
    std::vector<std::uint64_t> all;
    for (const auto& step : chosen.steps)
        all.push_back(step.number);
    return all;
}

static Json by(const char* what, const Json& value, std::uint64_t number)
{
    return {{what, value}, {"by", {{"n", number}, {"sha256", "h"}}}};
}

TEST_CASE("the last turns are those that changed files, with the commands since the first of them")
{
    Changes changes;
    CHECK(changes.last(1).steps.empty());
    changes.take(turn({1, 2}, {"exec make"}));
    changes.take(turn({}, {"exec ls"}));
    changes.take(turn({3}));
    changes.take({{"steps", {{{"n", 4U}, {"sha256", "h"}}}}, {"commands", Json::array()}});
    changes.take(turn({}, {"exec date"}));
    const auto one = changes.last(1);
    CHECK(numbers(one) == std::vector<std::uint64_t> {4, 3});
    CHECK(one.commands == std::vector<std::string> {"exec date"});
    CHECK(one.turns == 1);
    CHECK(one.entries == 2);
    const auto all = changes.last(9);
    CHECK(numbers(all) == std::vector<std::uint64_t> {4, 3, 2, 1});
    CHECK(all.commands == std::vector<std::string> {"exec make", "exec ls", "exec date"});
    CHECK(all.turns == 2);
    CHECK(all.entries == 4);
}

TEST_CASE("what is undone can be done again, and undone once more")
{
    Changes changes;
    changes.take(turn({1}));
    changes.take(turn({2}));
    CHECK_FALSE(changes.newest_undo());
    changes.take(by("undone", 1U, 3));
    changes.take(by("undone", 1U, 4));
    CHECK(changes.last(1).steps.empty());
    CHECK(changes.newest_undo() == NotedStep {4, "h"});
    changes.take(by("redone", true, 5));
    CHECK(numbers(changes.last(9)) == std::vector<std::uint64_t> {5});
    CHECK(changes.newest_undo() == NotedStep {3, "h"});
    changes.take({{"redone", true}});
    CHECK_FALSE(changes.newest_undo());
}

TEST_CASE("a session may have any text in place of changes")
{
    Changes changes;
    changes.begin_with({Json(), 1, "x", {{"undone", 7}}, {{"undone", -1}, {"by", 1}},
        {{"redone", true}}, {{"steps", {1, {{"n", "x"}}}}, {"commands", {1}}}, turn({6})});
    CHECK(numbers(changes.last(9)) == std::vector<std::uint64_t> {6});
}
