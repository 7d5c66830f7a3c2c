#include "catch.hpp"

#include "frontends/chat/changes.hpp"

using namespace frontends::chat;
using agent::steps::NotedStep;
using toolkit::Json;

static Json turn(std::vector<std::uint64_t> steps, const std::vector<std::string>& commands = {})
{
    Json event {{"begins", true}, {"steps", Json::array()}};
    for (const auto number : steps)
        event["steps"].push_back({{"n", number}, {"sha256", "h"}});
    for (const auto& command : commands)
        event["ran"].push_back({{"text", command}, {"begin", 10U}, {"end", 20U}});
    return event;
}

static std::vector<std::uint64_t> numbers(const Changes::Chosen& chosen)
{
    std::vector<std::uint64_t> all;
    for (const auto& step : chosen.steps())
        all.push_back(step.number);
    return all;
}

static std::vector<std::string> names_of_commands(const Changes::Chosen& chosen)
{
    std::vector<std::string> all;
    for (const auto& command : chosen.commands)
        all.push_back(command.text);
    return all;
}

static Json by(const char* what, const Json& value, std::uint64_t number)
{
    return {{what, value}, {"by", {{"n", number}, {"sha256", "h"}}}};
}

TEST_CASE("the last turns are those that changed files, with the commands since the first of them")
{
    Changes changes;
    CHECK(changes.last(1).turns.empty());
    changes.take(turn({1, 2}, {"make"}));
    changes.take(turn({}, {"ls"}));
    changes.take(turn({3}));
    changes.take({{"steps", {{{"n", 4U}, {"sha256", "h"}, {"command", "fmt"}}}}});
    changes.take(turn({}, {"date"}));
    const auto one = changes.last(1);
    CHECK(numbers(one) == std::vector<std::uint64_t> {4, 3});
    CHECK(names_of_commands(one) == std::vector<std::string> {"date"});
    CHECK(one.turns.size() == 1);
    CHECK(one.turns.front().number == 3);
    CHECK(one.causes() == std::map<std::uint64_t, std::string> {{4, "fmt"}});
    CHECK(one.entries == 2);
    const auto all = changes.last(9);
    CHECK(numbers(all) == std::vector<std::uint64_t> {4, 3, 2, 1});
    CHECK(names_of_commands(all) == std::vector<std::string> {"make", "ls", "date"});
    CHECK(all.turns.size() == 2);
    CHECK(all.entries == 4);
}

TEST_CASE("a turn has its number, time and message")
{
    Changes changes;
    Json event = turn({1}, {"make"});
    event.update({{"turn", 7U}, {"time", 1234U}, {"said", "fix it"}});
    changes.take(event);
    const auto chosen = changes.last(1);
    CHECK(chosen.turns.front().number == 7);
    CHECK(chosen.turns.front().time == 1234);
    CHECK(chosen.turns.front().said == "fix it");
    CHECK(chosen.commands.front().begin == 10);
    CHECK(chosen.commands.front().end == 20);
    CHECK(changes.newest_turn() == 7);
    changes.take(by("undone", 1U, 3));
    CHECK(changes.undone_turn() == 7);
}

TEST_CASE("what is undone can be done again, and undone once more")
{
    Changes changes;
    changes.take(turn({1}));
    changes.take(turn({2}));
    CHECK_FALSE(changes.newest_undo());
    changes.take(by("undone", 1U, 3));
    changes.take(by("undone", 1U, 4));
    CHECK(changes.last(1).turns.empty());
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
        {{"redone", true}}, {{"steps", {1, {{"n", "x"}}}}, {"ran", {1, {{"text", 2}}}}},
        {{"begins", true}, {"turn", -1}, {"time", "x"}, {"said", 3}}, turn({6})});
    CHECK(numbers(changes.last(9)) == std::vector<std::uint64_t> {6});
}
