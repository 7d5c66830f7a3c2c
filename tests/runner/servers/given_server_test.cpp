#include "catch.hpp"

#include "runner/servers/given_server.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/hash.hpp"

#include <map>
#include <set>

using namespace runner::servers;

static std::string refusal_of(std::string_view text, ConfigOrigin whose = ConfigOrigin::operators)
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
    CHECK(servers_in("{}", "file", ConfigOrigin::operators).servers.empty());
    CHECK(servers_in(R"({"profiles":{}})", "file", ConfigOrigin::operators).servers.empty());
    CHECK(servers_in(R"({"mcpServers":{}})", "file", ConfigOrigin::anybodys).servers.empty());
}

TEST_CASE("what is malformed is named with its file and server")
{
    const auto [text, expected] = GENERATE(table<std::string, std::string>({
        {"[]",
            "'file': it is not {\"mcpServers\": {NAME: {…}, …}}; servers are in mcpServers, or "},
        {R"({"mcpServers":[]})", "'file': it is not {\"mcpServers\": {NAME: {…}, …}}"},
        {R"({"servers":1})", "'file': it is not {\"servers\": {NAME: {…}, …}}"},
    }));
    CHECK(refusal_of(text).starts_with(expected));
}

TEST_CASE("names are as others write them, and short ones are made of them")
{
    const auto [written, expected] = GENERATE(table<std::string, std::string>({
        {"a-b_C9", "a-b_C9"},
        {"My Server", "My_Server"},
        {"a__b", "a_b"},
        {" a. ", "a"},
        {"@upstash/context7-mcp", "upstash_context7-mcp"},
        {"io.github.somebody/weather-server", "weather-server"},
        {"abcdefghijklmnopqrstuvwxyz", "abcdefghijklmno_00000000"},
        {"", "server_00000000"},
        {"\u6570\u636e", "server_00000000"},
    }));
    const std::string name = short_name(written);
    const bool has_hash = expected.ends_with("_00000000");
    CHECK((has_hash ? name.substr(0, name.size() - 8) + "00000000" : name) == expected);
    CHECK(short_name(name) == name);
}

TEST_CASE("names that are equal in short are made different, whatever their order")
{
    const auto names_in = [](const char* text) {
        std::map<std::string, std::string> names;
        for (const auto& server : servers_in(text, "file", ConfigOrigin::operators).servers)
            names[server.written_name] = server.name;
        return names;
    };
    auto names = names_in(R"({"mcpServers":{"a b":{},"a_b":{},"a.b":{}}})");
    CHECK(names == names_in(R"({"mcpServers":{"a.b":{},"a b":{},"a_b":{}}})"));
    CHECK(names["a_b"] == "a_b");
    CHECK(names["a b"] == short_name_with_hash("a b"));
    CHECK(names["a.b"] == short_name_with_hash("a.b"));
    CHECK(names["a b"] != names["a.b"]);
}

TEST_CASE("an entry that is no object is a problem of its own")
{
    const auto given = servers_in(
        R"({"mcpServers":{"a":1,"b":{"command":"x"}}})", "file", ConfigOrigin::operators);
    REQUIRE(given.servers.size() == 2);
    CHECK(given.servers[0].problem.value().message == "'file': the server 'a' is not an object");
    CHECK(!given.servers[1].problem);
}

TEST_CASE("a name that is given twice is refused")
{
    CHECK(refusal_of(R"({"mcpServers":{"a":{},"a":{}}})").find("'a'") != std::string::npos);
}

TEST_CASE("keys of other clients are named once, and what may have been meant")
{
    const GivenServers given
        = servers_in(R"({"mcpServers":{"a":{"command":"x","icon":[],"readonly":["*"]},
            "b":{"command":"y","icon":[]}}})",
            "file", ConfigOrigin::operators);
    REQUIRE(given.notes.size() == 1);
    CHECK(given.notes[0]
        == "'file': ignored in mcpServers: 'icon' (of 'a'), 'readonly' (of 'a', did you "
           "mean 'readOnly'?)");
    CHECK(given.servers[0].entry.dump() == R"({"command":"x"})");
    CHECK(given.servers[1].ignored == std::vector<std::string> {"icon"});
}

TEST_CASE("a file of anybody's can't say how it is confined, trusted or approved")
{
    const std::string text = R"({"mcpServers":{"a":{"command":"x","sandbox":false,"secrets":"send",
        "readOnly":["*"],"approve":false,"tools":["t"]}}})";
    const GivenServers given = servers_in(text, "file", ConfigOrigin::anybodys);
    CHECK(given.servers[0].entry.dump() == R"({"command":"x","tools":["t"]})");
    CHECK(given.notes[0]
        == "'file': ignored in mcpServers: 'sandbox' (of 'a', only your own config can set it), "
           "'secrets' (of 'a', only your own config can set it), 'readOnly' (of 'a', only your own "
           "config can set it), 'approve' (of 'a', only your own config can set it)");
    CHECK(servers_in(text, "file", ConfigOrigin::operators).servers[0].ignored.empty());
}

TEST_CASE("the hash is of all that is said, in any order")
{
    const auto hash_of = [](const char* entry, const char* name = "a") {
        return servers_in("{\"mcpServers\":{\"" + std::string(name) + "\":" + entry + "}}", "file",
            ConfigOrigin::anybodys)
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

TEST_CASE("the hash depends on the format, in which the same entry has another meaning")
{
    const auto hash_in = [](const std::string& document) {
        return servers_in(document, ".mcp.json", ConfigOrigin::anybodys).servers.at(0).hash;
    };
    const std::string server = R"("a":{"command":"x","args":["$A"],"timeout":5})";
    std::set<std::string> hashes;
    for (const char* top :
        {"mcpServers", "servers", "extensions", "mcp_servers", "mcp", "context_servers"})
        hashes.insert(hash_in("{\"" + std::string(top) + "\":{" + server + "}}"));
    for (const char* sibling : {R"("b":{"trust":true})", R"("b":{"alwaysAllow":[]})"})
        hashes.insert(hash_in("{\"mcpServers\":{" + server + "," + sibling + "}}"));
    CHECK(hashes.size() == 8);
    // In the usual format, it is the hash of only the entry and the name.
    CHECK(hash_in("{\"mcpServers\":{" + server + "}}")
        == toolkit::system::sha256(
            R"({"entry":{"args":["$A"],"command":"x","timeout":5},"name":"a"})"));
}

TEST_CASE("notes name twenty at most")
{
    std::string servers;
    for (int number = 0; number < 25; ++number) {
        const std::string digits = std::to_string(number);
        servers += (number == 0 ? "\"s" : ",\"s") + digits + R"(":{"alwaysAllow":["t"],"k)" + digits
            + "\":1}";
    }
    const GivenServers given
        = servers_in("{\"mcpServers\":{" + servers + "}}", "file", ConfigOrigin::anybodys);
    REQUIRE(given.notes.size() == 2);
    CHECK(given.notes[0].ends_with("'k19' (of 's19') and 5 more"));
    CHECK(given.notes[1].find("'s19' and 5 more; 'agentcli mcp import") != std::string::npos);
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
