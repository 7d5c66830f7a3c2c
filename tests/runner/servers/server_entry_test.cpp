#include "catch.hpp"

#include "runner/servers/server_entry_of.hpp"
#include "runner/servers/variables.hpp"
#include "toolkit/system/error.hpp"

#include <algorithm>

using namespace runner::servers;
using namespace std::chrono_literals;

using Texts = std::vector<std::string>;

static const ServerFileContext surroundings {
    {{"PATH", "/usr/bin:/bin"}, {"HOME", "/home/me"}, {"LC_ALL", "C"}, {"TERM", "xterm"},
        {"TOKEN", "t0"}, {"OAI_API_KEY", "key"}},
    {"OAI_API_KEY"}, "/work"};

static GivenServer given(const std::string& entry)
{
    return servers_in("{\"mcpServers\":{\"a\":" + entry + "}}", "file", ConfigOrigin::operators)
        .servers[0];
}

static std::string refusal_of(const std::string& entry)
{
    try {
        entry_of(given(entry), surroundings);
        sandbox_of(given(entry), surroundings);
        return "no error";
    } catch (const toolkit::ToolError& error) {
        return error.message + (error.hint.empty() ? "" : "; " + error.hint);
    }
}

TEST_CASE("a server over stdio has a command, arguments, variables and a directory")
{
    const auto entry = entry_of(given(R"({"command":"npx","args":["-y","${TOKEN}","${X:-d}"],
        "env":{"KEY":"k-${env:TOKEN}"},"cwd":"sub/../other"})"),
        surroundings);
    CHECK(entry.name == "a");
    CHECK(entry.hash.size() == 64);
    CHECK(entry.command == Texts {"npx", "-y", "t0", "d"});
    CHECK(entry.directory == "/work/other");
    CHECK(entry.url.empty());
    CHECK(entry.launcher.empty());
    CHECK(entry.environment
        == std::map<std::string, std::string> {
            {"PATH", "/usr/bin:/bin"}, {"HOME", "/home/me"}, {"LC_ALL", "C"}, {"KEY", "k-t0"}});
}

TEST_CASE("a program with a '/' is relative to the workspace, whatever the directory")
{
    CHECK(entry_of(given(R"({"command":"./run","cwd":"/tmp"})"), surroundings).command
        == Texts {"/work/run"});
    CHECK(entry_of(given(R"({"command":"~/bin/run"})"), surroundings).command
        == Texts {"/home/me/bin/run"});
    CHECK(entry_of(given(R"({"command":"/opt/run"})"), surroundings).directory == "/work");
}

TEST_CASE("a server over HTTP has a URL and headers")
{
    for (const char* key : {"url", "httpUrl"}) {
        const auto entry = entry_of(
            given("{\"" + std::string(key)
                + R"(":"https://h/${TOKEN}","headers":{"Authorization":"Bearer ${TOKEN}"}})"),
            surroundings);
        CHECK(entry.url == "https://h/t0");
        CHECK(entry.headers.at("Authorization") == "Bearer t0");
        CHECK(entry.command.empty());
    }
    CHECK(transport_of(given(R"({"type":"sse","url":"http://h"})")) == "http");
    CHECK(transport_of(given(R"({"command":"x","type":"stdio"})")) == "stdio");
}

TEST_CASE("what the operator allows a server")
{
    const auto usual = entry_of(given(R"({"command":"x"})"), surroundings);
    CHECK(usual.tools.empty());
    CHECK(!usual.needs_approval);
    CHECK(!usual.sends_secrets);
    CHECK(!usual.shows_instructions);
    CHECK(usual.offers_resources);
    CHECK(!usual.is_required);
    CHECK(!usual.roots);
    CHECK(usual.timeout == 60s);
    CHECK(usual.start_timeout == 30s);
    const auto entry
        = entry_of(given(R"({"command":"x","tools":["get_*"],"without":["get_all"],"readOnly":["*"],
        "approve":true,"allow":["get_*"],"secrets":"send","roots":["src","/data/"],
        "instructions":true,
        "resources":false,"required":true,"timeout":1500,"startSec":0.5})"),
            surroundings);
    CHECK(entry.tools == Texts {"get_*"});
    CHECK(entry.without == Texts {"get_all"});
    CHECK(entry.read_only == Texts {"*"});
    CHECK(entry.needs_approval);
    CHECK(entry.allowed_tools == Texts {"get_*"});
    CHECK(entry.sends_secrets);
    CHECK(entry.roots == Texts {"/work/src", "/data"});
    CHECK(entry.shows_instructions);
    CHECK(!entry.offers_resources);
    CHECK(entry.is_required);
    CHECK(entry.timeout == 1500ms);
    CHECK(entry.start_timeout == 500ms);
}

TEST_CASE("approval can be for some tools")
{
    const auto entry = entry_of(given(R"({"command":"x","approve":["delete_*"]})"), surroundings);
    CHECK(entry.asked_tools == Texts {"delete_*"});
    CHECK(!entry.needs_approval);
    CHECK(entry.allowed_tools.empty());
}

TEST_CASE("the secrets of an entry are known")
{
    const auto secrets = secrets_of(
        entry_of(given(R"({"command":"x","env":{"API_TOKEN":"value-of-a-token","MODE":"fast"}})"),
            surroundings));
    CHECK(secrets == Texts {"value-of-a-token"});
    const auto of_http = secrets_of(entry_of(
        given(
            R"({"url":"https://h/?key=passw0rd-x","headers":{"Authorization":"Bearer b34r3r-x"}})"),
        surroundings));
    CHECK(std::count(of_http.begin(), of_http.end(), "passw0rd-x") >= 1);
    CHECK(std::count(of_http.begin(), of_http.end(), "b34r3r-x") == 1);
}

TEST_CASE("what an entry can't be is named")
{
    const auto [entry, expected] = GENERATE(table<std::string, std::string>({
        {"{}",
            "it has neither 'command' nor 'url'; a server is started by {\"command\": …, "
            "\"args\": […]}, or reached by {\"url\": …}"},
        {R"({"command":"x","url":"http://h"})",
            "it has both a command and a URL; leave out one of the two"},
        {R"({"url":"http://h","httpUrl":"http://h"})",
            "it has both 'url' and 'httpUrl'; leave out one of the two"},
        {R"({"command":"x","type":"ws"})", "'type' is 'ws'; it is stdio, http or sse"},
        {R"({"command":["x"]})", "'command' is not a text"},
        {R"({"command":""})", "'command' is empty"},
        {R"({"command":"a\u0000b"})", "'command' has a NUL byte"},
        {R"({"command":"x","args":"-y"})", "'args' is not a list of texts"},
        {R"({"command":"x","args":[1]})", "'args' is not a list of texts"},
        {R"({"command":"x","args":["${NO}"]})",
            "'args': the variable 'NO' is not set; set it, or write ${NO:-default}"},
        {R"({"command":"x","env":["A=b"]})", "'env' is not an object of texts"},
        {R"({"command":"x","env":{"A":1}})", "'env' is not an object of texts"},
        {R"({"command":"x","env":{"A=B":"c"}})",
            "'env' has 'A=B', which is not the name of a variable"},
        {R"({"command":"x","env":{"A":"${OAI_API_KEY}"}})",
            "'env.A': '${OAI_API_KEY}' is the key of the model, which no server gets; give the "
            "server a key of its own, in a variable of another name"},
        {R"({"url":"ftp://h"})",
            "its URL can't be used: 'ftp://h' does not begin with http:// or https://"},
        {R"({"url":"https://me:passw0rd-x@h/"})",
            "its URL can't be used: it has a user name, a fragment, or a character that must be "
            "escaped"},
        {R"({"url":"http://h","headers":{"mcp-session-id":"x"}})",
            "'headers' has 'mcp-session-id', which agentcli sets itself"},
        {R"({"url":"http://h","headers":{"A: b":"c"}})",
            "'headers' has 'A: b', which is not a header; a header is one line, and its name has "
            "neither ':' nor whitespace"},
        {R"({"url":"http://h","headers":{"A":"b\nc"}})",
            "'headers' has 'A', which is not a header; a header is one line, and its name has "
            "neither ':' nor whitespace"},
        {R"({"command":"x","timeout":0})",
            "'timeout' is not a time of at least 1 ms and at most 24 hours; it is in milliseconds"},
        {R"({"command":"x","startSec":"5"})",
            "'startSec' is not a time of at least 1 ms and at most 24 hours; it is in seconds"},
        {R"({"command":"x","tools":[]})",
            "'tools' names no tool; leave it out: then all are offered; \"disabled\": true offers "
            "none"},
        {R"({"command":"x","tools":null})",
            "'tools' names no tool; leave it out: then all are offered; \"disabled\": true offers "
            "none"},
        {R"({"command":"x","tools":{"a":true}})", "'tools' is not a list of texts"},
        {R"({"command":"x","approve":"always"})", "'approve' is not true or false"},
        {R"({"command":"x","disabled":"no"})", "'disabled' is not true or false"},
        {R"({"command":"x","secrets":"keep"})",
            "'secrets' is 'keep'; \"send\" lets them be sent; without it they are not"},
        {R"({"command":"x","sandbox":true})", "'sandbox' is neither false nor an object"},
        {R"({"command":"x","sandbox":{"netwrok":"on"}})",
            "'sandbox' has 'netwrok', which is not known; did you mean 'network'?"},
        {R"({"command":"x","sandbox":{"network":true}})", "'sandbox.network' is not a text"},
        {R"({"command":"x","sandbox":{"network":"maybe"}})",
            "'sandbox.network' is 'maybe'; it is on or off"},
        {R"({"command":"x","sandbox":{"policy":"unrestricted"}})",
            "'sandbox.policy' is 'unrestricted'; it is read-only or workspace-write; "
            "\"sandbox\": false confines nothing"},
        {R"({"command":"x","sandbox":{"write":"dir"}})", "'sandbox.write' is not a list of texts"},
        {R"({"command":"x","sandbox":{"show":[""]}})", "'sandbox.show' has an empty path"},
        {R"({"command":"x","sandbox":{"require":"all"}})",
            "'sandbox.require' is 'all'; it is landlock or namespaces"},
    }));
    CHECK(refusal_of(entry) == "'file': the server 'a': " + expected);
}
