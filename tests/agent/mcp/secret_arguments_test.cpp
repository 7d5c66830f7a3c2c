#include "catch.hpp"

#include "agent/mcp/secret_arguments.hpp"
#include "toolkit/json/json.hpp"

#include <string>
#include <vector>

using namespace agent::mcp;
using namespace agent::redaction;
using namespace toolkit;

using Kinds = std::vector<std::string>;

static const std::string github_token
    = "ghp_" + std::string("16C7e42F292c6912E7710c838347Ae178B4a");
static const std::string own_token = "ghp_" + std::string("99C7e42F292c6912E7710c838347Ae178B4a");

static ServerEntry entry_with_secrets()
{
    ServerEntry entry {"github", std::string(64, '0')};
    entry.environment = {{"GITHUB_TOKEN", own_token}, {"HOME", "/home/ada"}, {"DEBUG", "1"}};
    entry.headers = {{"Authorization", "Bearer s3cr3t-of-the-header-0001"}};
    entry.command = {"/usr/bin/server", "--api-key=k3y-of-the-argument-0002"};
    return entry;
}

TEST_CASE("C26: arguments with a secret are known, and which kind it is")
{
    const Redaction redaction({{"hunter22hunter22"}, {"X-[0-9]{4}"}, Shapes::known, {"pin"}});
    const SecretArguments guard(redaction, entry_with_secrets());
    const Kinds known {"value that is known to be secret"};
    const struct {
        Json arguments;
        Kinds kinds;
    } rows[] = {
        {Json::object(), {}},
        {{{"q", "ordinary words"}, {"n", 7}, {"l", {true, nullptr}}}, {}},
        {{{"q", "look at " + github_token}}, {"GitHub token"}},
        {{{"deep", {{{"er", Json::array({github_token})}}}}}, {"GitHub token"}},
        {{{github_token, 1}}, {"GitHub token"}},
        {{{"q", "{\"a\":\"" + github_token + "\"}"}}, {"GitHub token"}},
        {{{"q", "hunter22hunter22"}}, known},
        {{{"q", "aHVudGVyMjJodW50ZXIyMg=="}}, known}, // in base64
        {{{"q", "hunter22%68unter22"}}, known},
        {{{"q", "X-1234"}}, known},
        {{{"pin", "0000"}}, known},
        {{{"q", "pin=0000"}}, known},
    };
    for (const auto& row : rows) {
        INFO(row.arguments.dump());
        CHECK(guard.kinds_in(row.arguments) == row.kinds);
    }
}

TEST_CASE("C26: what the entry itself has is the server's, as a whole and nowhere else")
{
    const Redaction redaction({{own_token, "s3cr3t-of-the-header-0001", "k3y-of-the-argument-0002"},
        {}, Shapes::known, {"pin"}});
    const SecretArguments guard(redaction, entry_with_secrets());
    for (const Json& arguments :
        {Json {{"token", own_token}}, Json {{"pin", own_token}},
            Json {{"q", "use " + own_token + " please"}}, Json {{"q", "GITHUB_TOKEN=" + own_token}},
            Json {{"auth", "Bearer s3cr3t-of-the-header-0001"}},
            Json {{"a", "s3cr3t-of-the-header-0001"}}, Json {{"a", "k3y-of-the-argument-0002"}}}) {
        INFO(arguments.dump());
        CHECK(guard.kinds_in(arguments).empty());
    }
    // Beside another secret, or in one.
    CHECK(guard.kinds_in({{"a", own_token}, {"b", github_token}}) == Kinds {"GitHub token"});
    CHECK(guard.kinds_in({{"a", own_token + " " + github_token}}) == Kinds {"GitHub token"});
    CHECK_FALSE(guard.kinds_in({{"a", own_token + "a"}}).empty());
    // A short value of the environment takes nothing out of a secret.
    CHECK(guard.kinds_in({{"a", github_token}}) == Kinds {"GitHub token"});
}

TEST_CASE("C26: nothing is found that redaction is told not to look for")
{
    const Redaction none({{}, {}, Shapes::none, {}});
    CHECK(SecretArguments(none, entry_with_secrets()).kinds_in({{"a", github_token}}).empty());
}

TEST_CASE("C26: the refusal names the kind and not the secret")
{
    const ToolError error = refused_for_secrets("github", {"GitHub token", "private key"});
    CHECK(error.code == Code::permission_denied);
    CHECK(error.message
        == "the arguments have a secret (GitHub token, private key), which is not sent to the MCP "
           "server 'github'");
}
