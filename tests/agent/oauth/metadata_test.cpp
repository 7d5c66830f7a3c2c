#include "agent/oauth/metadata.hpp"
#include "catch.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/system/error.hpp"

#include <string>
#include <vector>

using namespace agent::oauth;

using Urls = std::vector<std::string>;

TEST_CASE("the metadata of a server is looked for at its path, then at its root")
{
    const std::string root = "https://a.example/.well-known/oauth-protected-resource";
    CHECK(resource_metadata_urls("https://a.example/mcp", "") == Urls {root + "/mcp", root});
    CHECK(resource_metadata_urls("https://A.example:443/", "") == Urls {root});
    CHECK(resource_metadata_urls("https://a.example/mcp", "https://b/c") == Urls {"https://b/c"});
}

TEST_CASE("the metadata of an authorization server is looked for in the order of the protocol")
{
    const std::string at = "https://a.example:8443";
    CHECK(server_metadata_urls(at + "/t/1")
        == Urls {at + "/.well-known/oauth-authorization-server/t/1",
            at + "/.well-known/openid-configuration/t/1",
            at + "/t/1/.well-known/openid-configuration"});
    CHECK(server_metadata_urls(at + "/")
        == Urls {at + "/.well-known/oauth-authorization-server",
            at + "/.well-known/openid-configuration"});
    CHECK_THROWS_AS(server_metadata_urls("urn:issuer"), ToolError);
}

TEST_CASE("a resource is that of a server if it has its origin and the beginning of its path")
{
    const auto [resource, server, expected] = GENERATE(table<std::string, std::string, bool>({
        {"https://a.example/mcp", "https://a.example/mcp", true},
        {"https://A.EXAMPLE:443/mcp/", "https://a.example/mcp", true},
        {"https://a.example", "https://a.example/mcp", true},
        {"https://a.example/", "https://a.example/mcp?x=1", true},
        {"https://a.example/m", "https://a.example/mcp", false},
        {"https://a.example/mcp/deep", "https://a.example/mcp", false},
        {"https://a.example/mcp?x=2", "https://a.example/mcp?x=1", false},
        {"http://a.example/mcp", "https://a.example/mcp", false},
        {"https://b.example/mcp", "https://a.example/mcp", false},
        {"https://a.example:444/mcp", "https://a.example/mcp", false},
        {"https://user@a.example/mcp", "https://a.example/mcp", false},
        {"https://a.example/mcp#f", "https://a.example/mcp", false},
        {"", "https://a.example/mcp", false},
    }));
    INFO(resource << " of " << server);
    CHECK(is_resource_of(resource, server) == expected);
}

TEST_CASE("the metadata of a server must be about it, and name an authorization server")
{
    const std::string server = "https://a.example/mcp";
    const auto found = resource_metadata_in(
        R"({"resource":"https://a.example/mcp/","authorization_servers":["https://b","https://b",7],
            "scopes_supported":["x"]})",
        server);
    CHECK(found.resource == "https://a.example/mcp/");
    CHECK(found.servers == Urls {"https://b"});
    CHECK(found.scopes == Urls {"x"});
    for (const char* text :
        {R"({"resource":"https://evil.example/mcp","authorization_servers":["https://b"]})",
            R"({"resource":"https://a.example/mcp"})", "[]", "<html>", ""})
        CHECK_THROWS_AS(resource_metadata_in(text, server), ToolError);
}

TEST_CASE("the issuer of metadata is compared byte for byte")
{
    const std::string text = R"({"issuer":"https://a.example/","token_endpoint":"https://a/t"})";
    CHECK(server_metadata_in(text, "https://a.example/").token_endpoint == "https://a/t");
    CHECK_THROWS_AS(server_metadata_in(text, "https://a.example"), ToolError);
    CHECK_THROWS_AS(
        server_metadata_in(R"({"issuer":"https://a.example/"})", "https://a.example/"), ToolError);
    CHECK(server_metadata_at(text, "https://a.example/x").issuer == "https://a.example/");
    CHECK_THROWS_AS(server_metadata_at(text, "https://b.example/x"), ToolError);
    CHECK(server_metadata_of_origin(text, "https://a.example").issuer == "https://a.example/");
}

TEST_CASE("a code is asked for only with S256")
{
    ServerMetadata server {"https://a.example"};
    server.authorization_endpoint = "https://a.example/authorize";
    CHECK_THROWS_AS(server.check_code_grant(), ToolError);
    server.challenge_methods = {"plain"};
    CHECK_THROWS_AS(server.check_code_grant(), ToolError);
    server.challenge_methods = {"plain", "S256"};
    CHECK_NOTHROW(server.check_code_grant());
}
