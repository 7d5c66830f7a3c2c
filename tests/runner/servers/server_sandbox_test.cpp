#include "catch.hpp"

#include "runner/servers/server_sandbox.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/error.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>

using namespace runner::servers;
using agent::mcp::ServerEntry;

using Texts = std::vector<std::string>;

namespace {

// A home with a workspace in it, and a program that is installed there.
class ServerPlace {
public:
    explicit ServerPlace(const std::string& parent = "/var/tmp")
        : base(std::filesystem::canonical(parent).string() + "/servers-XXXXXX")
    {
        if (mkdtemp(base.data()) == nullptr)
            throw toolkit::system::system_error("cannot make a directory");
        for (const char* directory :
            {"home/work/data", "home/node/v1/bin", "home/notes", "outside"})
            std::filesystem::create_directories(base + "/" + directory);
        for (const char* program : {"home/node/v1/bin/npx", "home/work/serve"}) {
            std::ofstream(base + "/" + program) << "#!/bin/sh\n";
            chmod((base + "/" + program).c_str(), 0755);
        }
        setenv("XDG_CACHE_HOME", (base + "/cache").c_str(), 1);
    }
    ~ServerPlace()
    {
        std::error_code ignored;
        std::filesystem::remove_all(base, ignored);
        unsetenv("XDG_CACHE_HOME");
    }
    ServerPlace(const ServerPlace&) = delete;
    ServerPlace& operator=(const ServerPlace&) = delete;

    std::string path(const std::string& name) const { return base + "/" + name; }

    ServerFileContext surroundings() const
    {
        return {{{"HOME", path("home")}, {"PATH", path("home/node/v1/bin") + ":/bin"},
                    {"XDG_CACHE_HOME", path("cache")}},
            {}, path("home/work")};
    }

    ServerEntry confined(const std::string& sandbox, Texts command = {"npx", "-y", "server"}) const
    {
        ServerEntry entry;
        entry.name = "files";
        entry.cache = path("cache/agentcli/mcp/files-1");
        entry.hash = std::string(64, 'a');
        entry.command = std::move(command);
        entry.directory = path("home/work");
        entry.environment
            = {{"HOME", path("home")}, {"PATH", path("home/node/v1/bin") + ":/bin"}, {"KEY", "k"}};
        confine(entry, *sandbox_of(toolkit::json::parse_bounded(sandbox), surroundings()),
            {"/opt/exec", "-x"}, surroundings());
        return entry;
    }

private:
    std::string base;
};

// The values of a flag, in order.
Texts values_of(const Texts& argv, const std::string& flag)
{
    Texts values;
    for (std::size_t at = 0; at + 1 < argv.size(); ++at)
        if (argv[at] == flag)
            values.push_back(argv[at + 1]);
    return values;
}

bool has(const Texts& argv, const std::string& word)
{
    return std::find(argv.begin(), argv.end(), word) != argv.end();
}

}

TEST_CASE("by default a server has the network, and sees neither the home nor the workspace")
{
    const ServerPlace place;
    const ServerEntry entry = place.confined("{}");
    const Texts& argv = entry.launcher;
    CHECK(Texts(argv.begin(), argv.begin() + 5)
        == Texts {"/opt/exec", "-x", "--report=3", "--root", place.path("home/work")});
    CHECK(argv.back() == "--");
    CHECK(has(argv, "--policy=read-only"));
    CHECK(has(argv, "--network=on"));
    CHECK(values_of(argv, "--hide") == Texts {place.path("home"), place.path("home/work")});
    CHECK(values_of(argv, "--show") == Texts {place.path("home/node/v1")});
    CHECK(values_of(argv, "--write").empty());
    CHECK(values_of(argv, "--cache") == Texts {place.path("cache/agentcli/mcp/files-1")});
    CHECK(entry.sandbox
        == "read-only, network on, sees neither the home directory nor the workspace");
    CHECK(entry.has_network);
    CHECK(entry.directory == place.path("home/work"));
}

TEST_CASE("a server sees its program in /tmp, of which the sandbox has another one")
{
    const ServerPlace place;
    std::string base = "/tmp/servers-XXXXXX";
    REQUIRE(mkdtemp(base.data()) != nullptr);
    std::filesystem::create_directories(base + "/built/bin");
    for (const std::string program : {"/built/bin/serve", "/alone"}) {
        std::ofstream(base + program) << "#!/bin/sh\n";
        chmod((base + program).c_str(), 0755);
    }
    const std::string installed = base + "/built/bin/serve";
    const auto shown = [&](const char* sandbox, const std::string& program) {
        return values_of(place.confined(sandbox, {program}).launcher, "--show");
    };
    CHECK(shown("{}", installed) == Texts {base + "/built"});
    CHECK(shown(R"({"network":"off"})", installed) == Texts {base + "/built"});
    CHECK(shown("{}", base + "/alone") == Texts {base});
    std::filesystem::remove_all(base);
}

TEST_CASE("of a home in /tmp a server sees its program alone")
{
    const ServerPlace place("/tmp");
    std::filesystem::create_directories(place.path("home/.local/bin"));
    const std::string program = place.path("home/.local/bin/serve");
    std::ofstream(program) << "#!/bin/sh\n";
    chmod(program.c_str(), 0755);
    CHECK(values_of(place.confined("{}", {program}).launcher, "--show")
        == Texts {place.path("home/.local/bin")});
    CHECK(values_of(place.confined("{}").launcher, "--show") == Texts {place.path("home/node/v1")});
}

TEST_CASE("without the network it sees both")
{
    const ServerPlace place;
    const ServerEntry entry
        = place.confined(R"({"network":"off","unix":true,"require":"landlock"})");
    CHECK(values_of(entry.launcher, "--hide").empty());
    CHECK(values_of(entry.launcher, "--show").empty());
    CHECK(has(entry.launcher, "--network=off"));
    CHECK(has(entry.launcher, "--unix"));
    CHECK(has(entry.launcher, "--require=landlock"));
    CHECK(!entry.has_network);
    CHECK(entry.sandbox
        == "read-only, network off, Unix sockets, sees the home directory and the workspace, "
           "requires landlock");
}

TEST_CASE("what is shown or written is not hidden, nor what holds it")
{
    const ServerPlace place;
    const auto hidden = [&](const char* sandbox) {
        return values_of(place.confined(sandbox).launcher, "--hide");
    };
    const std::string home = place.path("home");
    const std::string work = place.path("home/work");
    CHECK(hidden(R"({"show":["."]})") == Texts {home});
    CHECK(hidden(R"({"write":["."]})") == Texts {home});
    CHECK(hidden(R"({"write":["data"]})") == Texts {home, work});
    CHECK(hidden(R"({"policy":"workspace-write"})") == Texts {home});
    CHECK(hidden(R"({"show":["~"]})").empty());
    CHECK(values_of(place.confined(R"({"policy":"workspace-write"})").launcher, "--show")
        == Texts {work, home + "/node/v1"});
    CHECK(hidden(R"({"show":["~/notes"],"hide":["~/notes"]})")
        == Texts {home, work, home + "/notes"});
    CHECK(values_of(place.confined(R"({"write":["data","../notes"]})").launcher, "--write")
        == Texts {work + "/data", home + "/notes"});
}

TEST_CASE("variables are named, and those of places come by argv where the entry says otherwise")
{
    const ServerPlace place;
    ServerEntry entry = place.confined("{}");
    CHECK(values_of(entry.launcher, "--env") == Texts {"HOME", "KEY", "PATH"});
    CHECK(entry.environment.at("XDG_CACHE_HOME") == place.path("cache"));
    CHECK(entry.environment.at("KEY") == "k");

    entry.launcher.clear();
    entry.environment["HOME"] = "/other";
    entry.environment["XDG_CACHE_HOME"] = "/c";
    confine(entry, ServerSandbox(), {"/opt/exec"}, place.surroundings());
    CHECK(values_of(entry.launcher, "--env")
        == Texts {"HOME=/other", "XDG_CACHE_HOME=/c", "KEY", "PATH"});
    CHECK(entry.environment.at("HOME") == place.path("home"));
    CHECK(entry.environment.at("XDG_CACHE_HOME") == place.path("cache"));
}

TEST_CASE("a program of the workspace is not shown by itself, and what is hidden is named")
{
    const ServerPlace place;
    const std::string serve = place.path("home/work/serve");
    const ServerEntry entry = place.confined("{}", {serve, "data", "missing", "/bin", "--flag"});
    CHECK(values_of(entry.launcher, "--show").empty());
    const auto access = [&](const ServerSandbox& sandbox, const char* path) {
        return access_to(view_of(entry, sandbox, place.surroundings()), place.path(path));
    };
    CHECK(access({}, "home/work/serve") == PathAccess::hidden);
    CHECK(access({}, "home/notes") == PathAccess::hidden);
    CHECK(access({}, "home/node/v1") == PathAccess::hidden);
    CHECK(access({}, "outside") == PathAccess::read);
    CHECK(access({}, "cache/agentcli/mcp/files-1/x") == PathAccess::write);
    ServerSandbox shown;
    shown.shown = {place.path("home/work")};
    CHECK(access(shown, "home/work/data") == PathAccess::read);
    CHECK(access(shown, "home/work/.env") == PathAccess::hidden);
    shown.written = {place.path("home/work/data")};
    CHECK(access(shown, "home/work/data/x") == PathAccess::write);
}

TEST_CASE("what a sandbox can't have is an error")
{
    const ServerPlace place;
    for (const char* sandbox : {R"({"write":["missing"]})", R"({"show":["missing"]})",
             R"({"hide":["missing"]})", R"({"write":["/dev/null"]})"})
        CHECK_THROWS_AS(place.confined(sandbox), toolkit::ToolError);
    ServerEntry entry;
    entry.command = {"x"};
    CHECK_THROWS_AS(confine(entry, ServerSandbox(), {}, place.surroundings()), toolkit::ToolError);
}

TEST_CASE("a program that runs containers needs what its sandbox hides")
{
    const ServerPlace place;
    CHECK_THROWS_AS(place.confined("{}", {"docker", "run", "x"}), toolkit::ToolError);
    CHECK_THROWS_AS(place.confined("{}", {"/usr/bin/podman", "run", "x"}), toolkit::ToolError);
    CHECK(has(place.confined(R"({"unix":true})", {"docker", "run", "x"}).launcher, "--unix"));
}

TEST_CASE("a server may write the workspace by its policy, a directory, or a socket")
{
    const ServerPlace place;
    for (const auto& [sandbox, may_write] :
        {std::pair {"{}", false}, {R"({"network":"off"})", false},
            {R"({"write":["../../outside"]})", false}, {R"({"policy":"workspace-write"})", true},
            {R"({"workspace":"write"})", true}, {R"({"workspace":"read"})", false},
            {R"({"write":["data"]})", true}, {R"({"write":["serve"]})", true},
            {R"({"write":["../.."]})", true}, {R"({"unix":true})", true}})
        CHECK(place.confined(sandbox).may_write_workspace == may_write);
}

TEST_CASE("what a server sees of the workspace is a choice")
{
    const ServerPlace place;
    const std::string work = place.path("home/work");
    const auto argv = [&](const char* sandbox) { return place.confined(sandbox).launcher; };
    const auto hides = [&](const char* sandbox) {
        const Texts hidden = values_of(argv(sandbox), "--hide");
        return std::find(hidden.begin(), hidden.end(), work) != hidden.end();
    };
    CHECK(hides("{}"));
    CHECK(!hides(R"({"network":"off"})"));
    CHECK(hides(R"({"network":"off","workspace":"hidden"})"));
    for (const char* seen : {R"({"workspace":"read"})", R"({"workspace":"write"})",
             R"({"policy":"workspace-write"})", R"({"show":["."]})", R"({"write":["."]})"}) {
        CHECK(!hides(seen));
        CHECK(has(argv(seen), "--hide-secrets"));
        CHECK(place.confined(seen).sandbox.find("can read this workspace and send it")
            != std::string::npos);
    }
    CHECK(!has(argv(R"({"network":"off"})"), "--hide-secrets"));
    CHECK(has(argv(R"({"workspace":"read"})"), "--policy=read-only"));
    CHECK(has(argv(R"({"workspace":"write"})"), "--policy=workspace-write"));
    for (const char* wrong : {R"({"workspace":"all"})", R"({"workspace":"hidden","show":["."]})",
             R"({"workspace":"read","policy":"workspace-write"})",
             R"({"workspace":"write","policy":"read-only"})"})
        CHECK_THROWS_AS(place.confined(wrong), toolkit::ToolError);
}

TEST_CASE("without the network, npm and uv work offline")
{
    const ServerPlace place;
    CHECK(place.confined(R"({"network":"off"})").environment.at("npm_config_offline") == "true");
    CHECK(has(place.confined(R"({"network":"off"})").launcher, "UV_OFFLINE"));
    CHECK(!place.confined("{}").environment.contains("UV_OFFLINE"));
}

TEST_CASE("the sandbox for downloads shows no files of the user")
{
    const ServerPlace place;
    const auto sandbox = sandbox_of(
        toolkit::json::parse_bounded(R"({"network":"off","show":["~/notes"],"write":["data"]})"),
        place.surroundings());
    const ServerSandbox downloading = sandbox_to_download(*sandbox);
    CHECK(downloading.has_network);
    CHECK(downloading.shown.empty());
    CHECK(downloading.written.empty());
    CHECK(text_of(downloading, place.surroundings())
        == "read-only, network on, sees neither the home directory nor the workspace");
}

TEST_CASE("false is no sandbox")
{
    const ServerPlace place;
    CHECK(!sandbox_of(toolkit::Json(false), place.surroundings()));
    CHECK(text_of({}, place.surroundings()) == "none");
    CHECK(sandbox_of(toolkit::Json(), place.surroundings()));
}
