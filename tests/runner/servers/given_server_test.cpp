#include "catch.hpp"

#include "runner/servers/given_server.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/error.hpp"

using namespace runner::servers;

static std::string refusal_of(std::string_view text, Whose whose = Whose::operators)
{
    try {
        servers_in(text, "file", whose);
        return "no error";
    } catch (const toolkit::ToolError& error) {
        return error.message + (error.hint.empty() ? "" : "; " + error.hint);
    }
}

TEST_CASE("a file that says nothing of servers has none")
{
    CHECK(servers_in("{}", "file", Whose::operators).servers.empty());
    CHECK(servers_in(R"({"profiles":{}})", "file", Whose::operators).servers.empty());
    CHECK(servers_in(R"({"mcpServers":{}})", "file", Whose::anybodys).servers.empty());
}

TEST_CASE("what is malformed is named with its file and server")
{
    const auto [text, expected] = GENERATE(table<std::string, std::string>({
        {"[]", "'file': it is not {\"mcpServers\": {NAME: {…}, …}}"},
        {R"({"mcpServers":[]})", "'file': it is not {\"mcpServers\": {NAME: {…}, …}}"},
        {R"({"mcpServers":1,"servers":{}})",
            "'file': it is not {\"mcpServers\": {NAME: {…}, …}}; "
            "'servers' is called mcpServers here"},
        {R"({"mcpServers":{"a":1}})", "'file': the server 'a' is not an object"},
        {R"({"mcpServers":{"a b":{}}})",
            "'file': the name 'a b' can't be that of a server; it is 1 to 24 letters, digits, '-' "
            "and '_', without two '_' in a row"},
        {R"({"mcpServers":{"a__b":{}}})",
            "'file': the name 'a__b' can't be that of a server; it is 1 to 24 letters, digits, '-' "
            "and '_', without two '_' in a row"},
        {R"({"mcpServers":{"abcdefghijklmnopqrstuvwxy":{}}})",
            "'file': the name 'abcdefghijklmnopqrstuvwxy' can't be that of a server; it is 1 to 24 "
            "letters, digits, '-' and '_', without two '_' in a row"},
    }));
    CHECK(refusal_of(text) == expected);
}

TEST_CASE("a name that is given twice is refused")
{
    CHECK(refusal_of(R"({"mcpServers":{"a":{},"a":{}}})").find("'a'") != std::string::npos);
}

TEST_CASE("keys of other clients are named once, and what may have been meant")
{
    const GivenServers given
        = servers_in(R"({"mcpServers":{"a":{"command":"x","alwaysAllow":[],"readonly":["*"]},
            "b":{"command":"y","alwaysAllow":[]}}})",
            "file", Whose::operators);
    REQUIRE(given.notes.size() == 1);
    CHECK(given.notes[0]
        == "'file': ignored in mcpServers: 'alwaysAllow' (of 'a'), 'readonly' (of 'a', did you "
           "mean 'readOnly'?)");
    CHECK(given.servers[0].entry.dump() == R"({"command":"x"})");
    CHECK(given.servers[1].ignored == std::vector<std::string> {"alwaysAllow"});
}

TEST_CASE("a file of anybody's can't say how it is confined, trusted or approved")
{
    const std::string text = R"({"mcpServers":{"a":{"command":"x","sandbox":false,"secrets":"send",
        "readOnly":["*"],"approve":false,"tools":["t"]}}})";
    const GivenServers given = servers_in(text, "file", Whose::anybodys);
    CHECK(given.servers[0].entry.dump() == R"({"command":"x","tools":["t"]})");
    CHECK(given.notes[0]
        == "'file': ignored in mcpServers: 'sandbox' (of 'a', only your own config can set it), "
           "'secrets' (of 'a', only your own config can set it), 'readOnly' (of 'a', only your own "
           "config can set it), 'approve' (of 'a', only your own config can set it)");
    CHECK(servers_in(text, "file", Whose::operators).servers[0].ignored.empty());
}

TEST_CASE("the hash is of all that is said, in any order")
{
    const auto hash_of = [](const char* entry, const char* name = "a") {
        return servers_in("{\"mcpServers\":{\"" + std::string(name) + "\":" + entry + "}}", "file",
            Whose::anybodys)
            .servers[0]
            .hash;
    };
    const std::string hash = hash_of(R"({"command":"x","env":{"A":"1","B":"2"}})");
    CHECK(hash.size() == 64);
    CHECK(hash == hash_of(R"({ "env": {"B":"2", "A":"\u0031"}, "command": "x" })"));
    for (const char* other : {R"({"command":"y","env":{"A":"1","B":"2"}})",
             R"({"command":"x","env":{"A":"1","B":"3"}})", R"({"command":"x","env":{"A":"1"}})",
             R"({"command":"x","env":{"A":"1","B":"2"},"sandbox":false})",
             R"({"command":"x","env":{"A":"1","B":"2"},"icon":"z"})"})
        CHECK(hash != hash_of(other));
    CHECK(hash != hash_of(R"({"command":"x","env":{"A":"1","B":"2"}})", "b"));
    CHECK(hash_of(R"({"args":["a","b"]})") != hash_of(R"({"args":["b","a"]})"));
}

TEST_CASE("the config of a workspace can only narrow")
{
    const auto narrowings
        = narrowings_in(R"({"mcpServers":{"a":{"disabled":true},"b":{"without":["x*"]}}})", "file");
    REQUIRE(narrowings.size() == 2);
    CHECK(narrowings[0].is_disabled);
    CHECK(narrowings[1].without == std::vector<std::string> {"x*"});
    for (const char* entry : {R"({"command":"sh"})", R"({"disabled":1})", R"({"without":[1]})",
             R"({"sandbox":false})", R"({"tools":["*"]})", "true"})
        CHECK_THROWS_AS(
            narrowings_in("{\"mcpServers\":{\"a\":" + std::string(entry) + "}}", "file"),
            toolkit::ToolError);
}
