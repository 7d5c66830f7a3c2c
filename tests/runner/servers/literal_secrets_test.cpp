#include "catch.hpp"

#include "frontends/servers/literal_secrets.hpp"
#include "toolkit/json/parse.hpp"

using namespace frontends::servers;
using toolkit::Json;
using toolkit::json::parse_bounded;

static std::string without_secrets(const char* text, ChosenVariables chosen = {})
{
    Json entry = parse_bounded(text);
    take_literal_secrets(entry, "my server", chosen);
    return entry.dump();
}

TEST_CASE("what looks like a secret becomes a variable")
{
    const auto [text, expected] = GENERATE(table<std::string, std::string>({
        {R"({"env":{"API_KEY":"k3y-of-somebody","MODE":"fast"}})",
            R"({"env":{"API_KEY":"${API_KEY}","MODE":"fast"}})"},
        {R"({"env":{"DB":"postgres://u:hunter2hunter2@h/d"}})", R"({"env":{"DB":"${DB}"}})"},
        {R"({"headers":{"Authorization":"Bearer k3y-of-somebody","X-Api-Key":"k3y-2-of-them"}})",
            R"({"headers":{"Authorization":"Bearer ${MY_SERVER_TOKEN}",)"
            R"("X-Api-Key":"${MY_SERVER_X_API_KEY}"}})"},
        {R"({"args":["--api-key","k3y-of-somebody","--verbose","x"]})",
            R"({"args":["--api-key","${MY_SERVER_API_KEY}","--verbose","x"]})"},
        {R"({"args":["--token","--api-key"]})", R"({"args":["--token","--api-key"]})"},
        {R"({"args":["--api-key=k3y-0f-s0mebody-314159"]})",
            R"({"args":["--api-key=${MY_SERVER_SECRET}"]})"},
        {R"({"args":["-e","GITHUB_TOKEN=ghp_0123456789abcdefghijABCDEFGHIJ012345"]})",
            R"({"args":["-e","GITHUB_TOKEN=${MY_SERVER_SECRET}"]})"},
        {R"({"args":["--header","Authorization: Bearer k3y-0f-s0mebody-314159"]})",
            R"({"args":["--header","Authorization: Bearer ${MY_SERVER_SECRET}"]})"},
        {R"({"url":"https://h/mcp?key=k3y-of-somebody"})",
            R"({"url":"https://h/mcp?key=${MY_SERVER_URL_SECRET}"})"},
        {R"({"httpUrl":"https://h/mcp?a=1&access_token=k3y-of-somebody#x"})",
            R"({"httpUrl":"https://h/mcp?a=1&access_token=${MY_SERVER_URL_SECRET}#x"})"},
        {R"({"url":"https://me:k3y@h:1/k3y?apiKey=mcp&x=mcp"})",
            R"({"url":"https://me:${MY_SERVER_URL_SECRET}@h:1/k3y)"
            R"(?apiKey=${MY_SERVER_URL_SECRET_2}&x=mcp"})"},
        {R"({"url":"https://h/?tokenizer=large&keyword=a&design=b&api-version=1"})",
            R"({"url":"https://h/?tokenizer=large&keyword=a&design=b&api-version=1"})"},
        {R"({"url":"https://h/a:b@c?sig=1"})",
            R"({"url":"https://h/a:b@c?sig=${MY_SERVER_URL_SECRET}"})"},
        {R"({"oauth":{"clientId":"a","clientSecret":"b"}})",
            R"({"oauth":{"clientId":"a","clientSecret":"${MY_SERVER_CLIENT_SECRET}"}})"},
    }));
    CHECK(without_secrets(text.c_str()) == expected);
}

TEST_CASE("variables and values of other types stay")
{
    for (const char* text : {R"({"env":{"API_KEY":"${OTHER}"}})", R"({"env":{"API_KEY":""}})",
             R"({"headers":{"Authorization":"Bearer ${TOKEN}"}})", R"({"env":{"API_KEY":1}})",
             R"({"env":[],"headers":1,"args":{},"url":null,"oauth":false})",
             R"({"args":["run",1,null],"command":"x"})", "{}"})
        CHECK(without_secrets(text) == text);
}

TEST_CASE("two different values never get the same variable")
{
    const char* text = R"({"env":{"API_KEY":"k3y-of-somebody"}})";
    CHECK(without_secrets(text, {{"API_KEY", "k3y-of-somebody"}})
        == R"({"env":{"API_KEY":"${API_KEY}"}})");
    CHECK(without_secrets(text, {{"API_KEY", "another"}})
        == R"({"env":{"API_KEY":"${MY_SERVER_API_KEY}"}})");
    CHECK(without_secrets(text, {{"API_KEY", "another"}, {"MY_SERVER_API_KEY", "third"}})
        == R"({"env":{"API_KEY":"${API_KEY_2}"}})");
}
