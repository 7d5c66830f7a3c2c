#include "frontends/acp/commands.hpp"
#include "toolkit/system/error.hpp"

#include "catch.hpp"

using namespace frontends::acp;

static Json entry(const std::string& name, const std::string& file, const Json& parameters)
{
    return {{"name", name}, {"description", "What it does"}, {"file", file}, {"trusted", true},
        {"parameters", parameters}};
}

static Json parameter(const std::string& name, const std::string& type, bool is_required)
{
    return {{"name", name}, {"type", type}, {"required", is_required}};
}

static Commands known_commands()
{
    Json foreign = entry("foreign", ".agentcli/workflows/foreign.yaml", Json::array());
    foreign["trusted"] = false;
    Json faulty = entry("faulty", "/home/faulty.yaml", Json::array());
    faulty["error"] = Json::object();
    return Commands(Json {foreign, faulty, entry("bare", "/home/bare.yml", Json::array()),
        entry("reports:nightly", "/home/reports.yaml", Json::array()),
        entry("release", ".agentcli/workflows/release.yaml",
            {parameter("note", "string", false), parameter("version", "int", true),
                parameter("tags", "list", false)}),
        entry("release", "/home/release.yaml", Json::array())});
}

static std::string called(const std::string& prompt)
{
    const auto result = known_commands().called_by(prompt);
    return result ? result->workflow + " " + result->parameters.dump() : "none";
}

TEST_CASE("an editor is offered the workflows that are trusted, each name once")
{
    const Json update = known_commands().update();
    CHECK(update.at("sessionUpdate") == "available_commands_update");
    std::string names;
    for (const auto& command : update.at("availableCommands"))
        names += command.at("name").get<std::string>() + ",";
    CHECK(names == "bare,reports:nightly,release,");
    CHECK(update.at("availableCommands").back().at("input").at("hint")
        == "[note=…] version=… [tags=…]");
    CHECK(!update.at("availableCommands").front().contains("input"));
    CHECK(Commands().empty());
}

TEST_CASE("a prompt that begins with a command has its parameters")
{
    CHECK(called("/bare") == "bare {}");
    CHECK(called("/bare \n") == "bare {}");
    CHECK(called("/reports:nightly") == "reports:nightly {}");
    CHECK(called("/release version=7") == R"(release {"version":7})");
    CHECK(called("/release 7") == R"(release {"version":7})");
    CHECK(called("/release seven of it's") == R"(release {"version":"seven of it's"})");
    CHECK(called("/release\nversion=7 note='a b' tags='[\"x\"]'")
        == R"(release {"version":7,"note":"a b","tags":["x"]})");
    CHECK(called("/release note=\"a='b'\"") == R"(release {"note":"a='b'"})");
    CHECK(called("/release x=7") == R"(release {"version":"x=7"})");
    for (const char* none : {"", "/", "bare", " /bare", "/foreign", "/faulty", "/nightly", "/bar"})
        CHECK(called(none) == "none");
    for (const char* wrong :
        {"/bare x", "/release version=7 x=1", "/release version=7 8", "/release note='a"})
        CHECK_THROWS_AS(called(wrong), toolkit::ToolError);
}

TEST_CASE("prompt files are commands, too, unless a workflow has their name")
{
    const Json look {{"name", "look"}, {"description", "Look"}, {"trusted", true},
        {"argumentHint", "FILE"}, {"text", "Look at $1."}};
    Json foreign = look;
    foreign["name"] = "foreign";
    foreign["trusted"] = false;
    foreign.erase("text");
    Json release = look;
    release["name"] = "release";
    const Commands commands(
        Json::array({entry("release", ".agentcli/workflows/release.yaml", Json::array())}),
        {foreign, look, release});
    CHECK(commands.update()["availableCommands"].dump()
        == R"([{"name":"release","description":"What it does"},)"
           R"({"name":"look","description":"Look","input":{"hint":"FILE"}}])");
    CHECK(commands.called_by("/look a.c")->said == "Look at a.c.");
    CHECK(commands.called_by("/look a.c")->workflow.empty());
    CHECK(commands.called_by("/release")->workflow == "release");
    CHECK(!commands.called_by("/foreign"));
}
