#include "catch.hpp"

#include "frontends/mcp/passed_context.hpp"
#include "toolkit/system/error.hpp"

#include <string>

using namespace frontends::mcp;
using toolkit::Json;
using toolkit::ToolError;

static Json prompt_of(const Json& content, const char* role = "user")
{
    return {{"messages", Json::array({{{"role", role}, {"content", content}}})}};
}

static Json text_block(const std::string& text) { return {{"type", "text"}, {"text", text}}; }

TEST_CASE("a prompt of a server is passed on with prefixed URIs, and without reserved members")
{
    Json result = prompt_of({{"type", "resource_link"}, {"uri", "test://a"}, {"name", "a"}});
    result["resultType"] = "complete";
    result["_meta"]["agentcli/audit"] = 1;
    const Json passed = passed_prompt(result, "one");
    CHECK(passed.size() == 1);
    CHECK(passed["messages"][0]["content"]["uri"] == "mcp://one/test://a");
}

TEST_CASE("a malformed or too large prompt is refused")
{
    const Json result = GENERATE(Json(), Json::array(), Json {{"messages", "none"}},
        prompt_of(text_block("a"), "system"), prompt_of("a"), prompt_of(Json::object()),
        prompt_of(text_block(std::string(70'000, 'a'))));
    CHECK_THROWS_AS(passed_prompt(result, "one"), ToolError);
}

TEST_CASE("the size of a block counts whatever members it has")
{
    const std::string large(5'000'000, 'a');
    Json with_resource = text_block(large);
    with_resource["resource"] = Json::object();
    Json with_list = text_block("a");
    with_list["data"] = Json::array({large});
    CHECK_THROWS_AS(passed_prompt(prompt_of(with_resource), "one"), ToolError);
    CHECK_THROWS_AS(passed_prompt(prompt_of(with_list), "one"), ToolError);
    Json content {{"uri", "a:b"}, {"text", "t"}};
    content["blob"]["large"] = large;
    CHECK_THROWS_AS(passed_contents({{"contents", Json::array({content})}}, "one"), ToolError);
}

TEST_CASE("an image of a prompt does not count as text")
{
    const Json image {
        {"type", "image"}, {"data", std::string(200'000, 'A')}, {"mimeType", "image/png"}};
    CHECK(passed_prompt(prompt_of(image), "one")["messages"].size() == 1);
}

TEST_CASE("contents of a resource are text or data, and have a URI")
{
    const Json good {{"contents",
        Json::array({{{"uri", "a:b"}, {"text", "t"}, {"_meta", {{"agentcli/x", 1}}}},
            {{"uri", "a:c"}, {"blob", "AAAA"}}})}};
    const Json passed = passed_contents(good, "one");
    CHECK(passed["contents"][0] == Json {{"uri", "mcp://one/a:b"}, {"text", "t"}});
    CHECK(passed["contents"][1]["blob"] == "AAAA");
    const Json bad = GENERATE(Json(), Json {{"contents", {1}}},
        Json {{"contents", Json::array({{{"uri", "a:b"}}})}},
        Json {{"contents", Json::array({{{"text", "t"}}})}},
        Json {{"contents", Json::array({{{"uri", "a:b"}, {"text", "t"}, {"blob", "AAAA"}}})}},
        Json {{"contents", Json::array({{{"uri", "a:b"}, {"text", std::string(2 << 20, 'a')}}})}});
    CHECK_THROWS_AS(passed_contents(bad, "one"), ToolError);
}

TEST_CASE("at most a hundred values complete an argument")
{
    Json values = Json::array();
    for (int index = 0; index < 150; ++index)
        values.push_back(std::to_string(index));
    values[1] = 7;
    const Json completion = passed_completion({{"completion", {{"values", values}}}})["completion"];
    CHECK(completion["values"].size() == 100);
    CHECK(completion["values"][1] == "2");
    CHECK(completion["hasMore"] == true);
    CHECK_THROWS_AS(passed_completion(Json::object()), ToolError);
}
