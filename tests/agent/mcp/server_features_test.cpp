#include "catch.hpp"

#include "agent/calls/prepared_call.hpp"
#include "agent/mcp/server_source.hpp"
#include "agent/mcp/server_uris.hpp"
#include "peer.hpp"
#include "toolkit/system/hash.hpp"

#include <filesystem>
#include <stdexcept>

using namespace agent;
using namespace agent::mcp;
using namespace std::chrono_literals;
using toolkit::Json;

namespace {

// A source with one or two peers, and a directory of its own.
class FeatureRun {
public:
    explicit FeatureRun(const std::vector<std::vector<std::string>>& flags)
    {
        signal(SIGPIPE, SIG_IGN);
        std::vector<ServerEntry> entries;
        for (const auto& its : flags) {
            entries.push_back(entry_of_peer(its));
            entries.back().name = entries.size() == 1 ? "one" : "two";
            entries.back().hash = toolkit::system::sha256(entries.back().name);
        }
        ServerSource::Settings settings;
        settings.workspace = path;
        settings.pins = PinStore(path + "/state");
        settings.failures = FailedStarts(path + "/state");
        settings.patience = {.end = 20s, .list = 1ms, .respawn = 1ms};
        audit.emplace(
            redaction, [](const std::string&) {}, audit::AuditPolicy::required, path);
        source.emplace(entries, std::move(settings),
            ServerSource::Dependencies {redaction, *audit,
                [this](std::string_view text) { notes += std::string(text) + "\n"; }});
        source->start(cancel);
    }
    FeatureRun(const FeatureRun&) = delete;
    FeatureRun& operator=(const FeatureRun&) = delete;
    ~FeatureRun()
    {
        source.reset();
        std::filesystem::remove_all(path);
    }

    ServerFeatures& features() { return source->features(); }

    template<class Condition>
    void run_until(Condition condition)
    {
        const auto end = std::chrono::steady_clock::now() + 20s;
        for (source->step(); !condition(); source->step()) {
            if (std::chrono::steady_clock::now() > end)
                throw std::runtime_error("it never happens");
            toolkit::system::Watch watch;
            source->watch(watch);
            watch.until(std::chrono::steady_clock::now() + 10ms);
            watch.wait();
        }
    }

    ServerOutcome request(const std::string& method, const Json& params)
    {
        const auto number = features().begin("one", method, params);
        std::optional<ServerOutcome> outcome;
        run_until([&] { return (outcome = features().take(number)).has_value(); });
        return *std::move(outcome);
    }

    std::string call(const std::string& tool, const Json& arguments = Json::object())
    {
        for (const auto* const one : source->tools())
            if (one->name == "one__" + tool)
                return calls::run_alone(*source, *one, {arguments, arguments.dump()}, cancel)
                    .answer.content;
        throw std::runtime_error("there is no such tool");
    }

    void list(ServerList which)
    {
        features().want(which);
        run_until([&] { return !features().is_pending(which); });
    }

    std::string notes;

private:
    static std::string made_directory()
    {
        std::array<char, 32> name {"/tmp/mcp-features.XXXXXX"};
        return mkdtemp(name.data());
    }

    std::string path = made_directory();
    toolkit::system::Cancel cancel;
    redaction::Redaction redaction {redaction::Secrets {}};
    std::optional<audit::Audit> audit;
    std::optional<ServerSource> source;
};

std::vector<std::string> flags_in(bool is_modern, std::vector<std::string> flags)
{
    if (is_modern)
        flags.emplace_back("--modern");
    return flags;
}

Code code_of_begin(FeatureRun& run, const std::string& server, const Json& params)
{
    try {
        run.features().begin(server, "resources/read", params);
    } catch (const ToolError& error) {
        return error.code;
    }
    return Code::internal;
}

}

TEST_CASE("prompts, resources and templates are listed, page by page")
{
    const bool is_modern = GENERATE(true, false);
    FeatureRun run({flags_in(is_modern, {"--prompts=3", "--resources", "--templates"}), {}});
    for (const ServerList which : all_server_lists)
        run.list(which);
    const auto prompts = run.features().lists(ServerList::prompts);
    REQUIRE(prompts.size() == 2);
    CHECK(prompts[0].server == "one");
    CHECK(prompts[0].entries.size() == 3);
    CHECK(prompts[0].entries[2]["name"] == "greet2");
    CHECK(prompts[1].entries.empty());
    REQUIRE(run.features().lists(ServerList::resources).size() == 1);
    CHECK(run.features().lists(ServerList::resources)[0].entries[0]["uri"] == "test://one");
    CHECK(run.features().lists(ServerList::templates)[0].entries[0]["uriTemplate"]
        == "test://{+path}");
    CHECK(run.notes.empty());
}

TEST_CASE("a list of prompts ends after a hundred pages")
{
    FeatureRun run({{"--prompts=110"}});
    run.list(ServerList::prompts);
    CHECK(run.features().lists(ServerList::prompts)[0].entries.size() == 100);
}

TEST_CASE("requests about prompts and resources are answered, or refused as the server says")
{
    const bool is_modern = GENERATE(true, false);
    FeatureRun run({flags_in(is_modern, {"--prompts=1", "--resources"}), {}});
    const auto prompt
        = run.request("prompts/get", {{"name", "greet0"}, {"arguments", {{"who", "Ann"}}}});
    CHECK(prompt.result["messages"][0]["content"]["text"] == "Greet Ann!");
    const auto read = run.request("resources/read", {{"uri", "test://one"}});
    CHECK(read.result["contents"][0]["text"] == "the text of test://one");
    const auto missing = run.request("resources/read", {{"uri", "test://missing"}});
    REQUIRE(missing.error);
    CHECK(missing.error->code == (is_modern ? Code::bad_request : Code::not_found));
    const auto completed = run.request("completion/complete",
        {{"ref", {{"type", "ref/prompt"}, {"name", "greet0"}}},
            {"argument", {{"name", "who"}, {"value", "A"}}}});
    CHECK(completed.result["completion"]["values"][0] == "A1");

    CHECK(code_of_begin(run, "three", {{"uri", "test://one"}}) == Code::not_found);
    CHECK(code_of_begin(run, "two", {{"uri", "test://one"}}) == Code::unsupported);
    const std::string token = "ghp_0123456789abcdefghijklmnopqrstuvwxyz";
    CHECK(code_of_begin(run, "one", {{"uri", "test://" + token}}) == Code::permission_denied);
    const auto given_up = run.features().begin("one", "resources/read", {{"uri", "test://one"}});
    run.features().give_up(given_up);
    CHECK(!run.features().take(given_up));
    CHECK(run.call("echo", {{"text", "on"}}) == "on");
}

TEST_CASE("a list is fetched again after the server has announced another one")
{
    const bool is_modern = GENERATE(true, false);
    FeatureRun run({flags_in(is_modern, {"--prompts=1", "--subscriptions"})});
    run.list(ServerList::prompts);
    const auto version = run.features().version(ServerList::prompts);
    run.features().want(ServerList::prompts);
    CHECK(!run.features().is_pending(ServerList::prompts)); // it is current
    run.call("notify", {{"method", "notifications/prompts/list_changed"}});
    run.run_until([&] { return run.features().version(ServerList::prompts) != version; });
    run.features().want(ServerList::prompts);
    CHECK(run.features().is_pending(ServerList::prompts));
    run.run_until([&] { return !run.features().is_pending(ServerList::prompts); });
}

TEST_CASE("a list of a server that announces no changes is fetched each time it is wanted")
{
    FeatureRun run({{"--prompts=1"}});
    run.list(ServerList::prompts);
    run.features().want(ServerList::prompts);
    CHECK(run.features().is_pending(ServerList::prompts));
}

TEST_CASE("updates of subscribed resources are reported, and of no others")
{
    const bool is_modern = GENERATE(true, false);
    FeatureRun run({flags_in(is_modern, {"--subscriptions"}), {"--resources"}});
    CHECK_THROWS_AS(run.features().subscribe("two", "test://one"), ToolError);
    run.features().subscribe("one", "test://one");
    run.features().subscribe("one", "test://one");
    const auto subscribed = [&](const std::string& uris) {
        run.run_until([&] { return run.call("subscribed") == uris; });
    };
    subscribed(R"(["test://one"])");
    const std::string updated = "notifications/resources/updated";
    run.call("notify", {{"method", updated}, {"params", {{"uri", "test://two"}}}});
    run.call("notify", {{"method", updated}, {"params", {{"uri", "test://one/a"}}}});
    CHECK(run.features().take_updated() == ServerFeatures::Updated {{"one", "test://one"}});
    run.features().unsubscribe("one", "test://one");
    subscribed(R"(["test://one"])"); // one of two is left
    run.features().subscribe("one", "test://b");
    subscribed(R"(["test://b","test://one"])");
    run.features().unsubscribe("one", "test://one");
    subscribed(R"(["test://b"])");
}

TEST_CASE("subscriptions outlive the connection to the server")
{
    FeatureRun run({{"--subscriptions"}});
    run.features().subscribe("one", "test://one");
    run.call("die");
    run.run_until([&] { return run.call("subscribed") == R"(["test://one"])"; });
}

TEST_CASE("a URI at the gateway leads back to the server and its URI")
{
    for (const std::string uri : {"test://one", "file:///a%20b", "test://{+path}", "/", "a"}) {
        const auto parts = server_uri_in(uri_at_gateway("one", uri));
        REQUIRE(parts);
        CHECK(parts->server == "one");
        CHECK(parts->uri == uri);
    }
    for (const char* const text : {"", "mcp://", "mcp:///a", "mcp://one", "mcp://one/",
             "MCP://one/a", "test://one", " mcp://one/a"})
        CHECK(!server_uri_in(text));
}
