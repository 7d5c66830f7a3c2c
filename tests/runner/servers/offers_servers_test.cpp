#include "../../agent/mcp/peer.hpp"
#include "../host/host_run.hpp"
#include "toolkit/system/hash.hpp"

#include "toolkit/system/hash.hpp"

#include "toolkit/system/hash.hpp"

// A run with MCP servers of others: through the engine, with a model that a test plays.

static agent::mcp::ServerEntry server_of_run(const std::string& name)
{
    agent::mcp::ServerEntry entry = entry_of_peer({});
    entry.name = name;
    entry.hash = toolkit::system::sha256(name);
    return entry;
}

static std::vector<std::string> names_in(const Json& request)
{
    std::vector<std::string> names;
    for (const auto& tool : request.value("tools", Json::array()))
        names.push_back(tool["function"]["name"]);
    return names;
}

static bool has_name(const std::vector<std::string>& names, const std::string& name)
{
    return std::find(names.begin(), names.end(), name) != names.end();
}

// A run of which the state of the user is in its own directory.
struct RunWithServers : HostRun {
    explicit RunWithServers(std::vector<agent::mcp::ServerEntry> servers)
    {
        config.servers = std::move(servers);
        config.server.base_url = model.url();
        setenv("XDG_STATE_HOME", (directory / "state").c_str(), 1); // NOLINT(concurrency-mt-unsafe)
    }

    // The request to the model that follows what the user says.
    Json first_request()
    {
        start();
        say({{"do", "say"}, {"text", "hello"}});
        model.accept_one();
        return model.on_request();
    }

    void call(const std::string& id, const std::string& tool, const Json& arguments)
    {
        model.answer(calls_message(Json::array({call_of(id, tool, arguments)})));
    }

    // What the trail has of servers, in order.
    std::vector<std::string> states() const
    {
        std::vector<std::string> all;
        for (const auto& line : audit_lines())
            if (line.contains("server"))
                all.push_back(line["state"]);
        return all;
    }

    PlayedServer model;
};

TEST_CASE("tools of servers are offered beside those of the manifest, and their calls are audited")
{
    RunWithServers run({server_of_run("peer")});
    run.make_tool("look", "echo '{}'\n", false);
    const auto names = names_in(run.first_request());
    CHECK(names.front() == "look");
    CHECK(has_name(names, "peer__echo"));
    run.call("c", "peer__echo", {{"text", "tea"}});
    CHECK(text_at(run.model.on_request()["messages"].back(), "content") == "tea");
    run.model.answer_text("done");
    run.wait_for("turn");
    CHECK(run.quit() == 0);
    CHECK(run.states() == std::vector<std::string> {"started", "pinned", "ended"});
    for (const auto& line : run.audit_lines())
        if (text_at(line, "tool") == "peer__echo") {
            CHECK(text_at(line["mcp"], "server") == "peer");
            CHECK(text_at(line["sandbox"], "level") == "none");
            CHECK(line["answerSha256"].is_string());
            CHECK(!line.contains("failure"));
        }
}

// That its dryRun changes nothing is the word of a stranger.
TEST_CASE("a tool of a server is not tried before it is approved")
{
    RunWithServers run({server_of_run("peer")});
    run.config.approve = agent::calls::Approve::changes;
    run.first_request();
    run.call("c", "peer__tried", Json::object());
    const Json approval = run.wait_for("ask");
    CHECK(!approval.contains("dryRun"));
    run.say({{"do", "answer"}, {"id", approval.at("id")}, {"verdict", "no"}});
    run.model.on_request();
    run.call("d", "peer__count", Json::object());
    run.say({{"do", "answer"}, {"id", run.wait_for("ask").at("id")}, {"verdict", "yes"}});
    CHECK(text_at(run.model.on_request()["messages"].back(), "content") == "1");
    run.model.answer_text("done");
    run.wait_for("turn");
    CHECK(run.quit() == 0);
}

TEST_CASE("names that are chosen hold for tools of servers, too")
{
    RunWithServers run({server_of_run("peer"), server_of_run("other")});
    run.make_tool("look", "echo '{}'\n", false);
    run.config.tools.only = {{"look", "peer__echo", "peer__die"}};
    run.config.tools.without = {"peer__die"};
    CHECK(names_in(run.first_request()) == std::vector<std::string> {"look", "peer__echo"});
}

TEST_CASE("a server that is pinned is not started for a run that does not call it")
{
    const TemporaryFile starts;
    auto entry = server_of_run("peer");
    entry.command.push_back("--starts=" + starts.path);
    RunWithServers run({entry});
    const auto names = names_in(run.first_request());
    run.model.answer_text("done");
    run.wait_for("turn");
    CHECK(run.quit() == 0);
    RunWithServers again({entry});
    setenv("XDG_STATE_HOME", (run.directory / "state").c_str(), 1); // NOLINT(concurrency-mt-unsafe)
    CHECK(names_in(again.first_request()) == names);
    again.model.answer_text("done");
    again.wait_for("turn");
    CHECK(again.quit() == 0);
    CHECK(starts.numbers().size() == 1);
}

TEST_CASE("a tool that is withheld in a run is not in the next request")
{
    RunWithServers run({server_of_run("peer")});
    CHECK(has_name(names_in(run.first_request()), "peer__echo"));
    run.call("c", "peer__change", {{"description", "returns all keys"}});
    run.model.on_request();
    // The list is asked for again after a second.
    run.call("d", "peer__progress", {{"count", 15}, {"ms", 100}});
    Json request = run.model.on_request();
    for (int step = 0; step < 3 && has_name(names_in(request), "peer__echo"); ++step) {
        run.call("e" + std::to_string(step), "peer__progress",
            {{"count", 4}, {"ms", 100}, {"step", step}});
        request = run.model.on_request();
    }
    CHECK(!has_name(names_in(request), "peer__echo"));
    run.call("f", "peer__echo", Json::object());
    CHECK(text_at(run.model.on_request()["messages"].back(), "content").find("NOT_FOUND")
        != std::string::npos);
    run.model.answer_text("done");
    run.wait_for("turn");
    CHECK(run.quit() == 0);
}

TEST_CASE("instructions of a server reach the model only if its entry says so")
{
    const bool is_shown = GENERATE(true, false);
    auto entry = server_of_run("peer");
    entry.shows_instructions = is_shown;
    RunWithServers run({entry});
    const Json messages = run.first_request()["messages"];
    CHECK((messages.dump().find("be kind") != std::string::npos) == is_shown);
}

TEST_CASE("nothing of a server is left when its run is killed")
{
    const TemporaryFile starts;
    auto entry = server_of_run("peer");
    entry.command.push_back("--starts=" + starts.path);
    entry.command.emplace_back("--ignores-eof");
    entry.command.emplace_back("--ignores-term");
    RunWithServers run({entry});
    run.first_request();
    kill(run.child, SIGKILL);
    CHECK(run.status() == -SIGKILL);
    CHECK(is_gone(starts.numbers().at(0)));
}

TEST_CASE("a required server that can't be started ends the run")
{
    auto entry = server_of_run("peer");
    entry.command.emplace_back("--dies");
    entry.is_required = true;
    RunWithServers run({entry});
    run.start();
    run.say({{"do", "begin"}});
    while (run.next()) { }
    CHECK(run.status() == 1);
}
