#include "catch.hpp"

#include "agent/mcp/definitions.hpp"
#include "agent/mcp/pins.hpp"
#include "toolkit/system/error.hpp"

#include <algorithm>
#include <string>
#include <vector>

using namespace agent::mcp;
using namespace toolkit;

using Words = std::vector<std::string>;

static ServerEntry web_entry() { return {"web", std::string(64, '0')}; }

static Json sent_tool(const std::string& name, Json schema = {{"type", "object"}})
{
    return {{"name", name}, {"inputSchema", std::move(schema)}};
}

static Words model_names_of(const Definitions& definitions)
{
    Words names;
    for (const auto& one : definitions.tools)
        names.push_back(one.name);
    return names;
}

static ServerTool only_tool(Json definition, const ServerEntry& entry = web_entry())
{
    const Definitions all = definitions_of(Json::array({std::move(definition)}), entry, {});
    for (const auto& lost : all.lost)
        UNSCOPED_INFO(lost.name << ": " << lost.why);
    REQUIRE(all.tools.size() == 1);
    return all.tools.front();
}

static std::string why_tool_is_lost(Json definition)
{
    const Definitions all = definitions_of(Json::array({std::move(definition)}), web_entry(), {});
    REQUIRE(all.tools.empty());
    REQUIRE(all.lost.size() == 1);
    return all.lost.front().why;
}

TEST_CASE("C21, C22: what the entry selects is offered, and changes files unless it says otherwise")
{
    ServerEntry entry = web_entry();
    entry.tools = {"get*", "list/*", "put"};
    entry.without = {"*_all"};
    entry.read_only = {"get*"};
    const Json list = Json::array({sent_tool("get"), sent_tool("get_all"), sent_tool("list/a/b"),
        sent_tool("put"), sent_tool("rm")});
    const Definitions offered = definitions_of(list, entry, {"web__put"});
    CHECK(offered.lost.empty());
    REQUIRE(offered.tools.size() == 3);
    CHECK(offered.tools[0].name == "web__get");
    CHECK_FALSE(offered.tools[0].changes_files);
    CHECK(offered.tools[1].name == "web__list_a_b");
    CHECK(offered.tools[1].own_name == "list/a/b");
    CHECK(offered.tools[1].changes_files);
    CHECK(offered.tools[2].name.starts_with("web__put_"));
    CHECK_FALSE(offered.tools[2].needs_approval);
    entry.needs_approval = true;
    CHECK(only_tool(sent_tool("get"), entry).needs_approval);
    entry.needs_approval = false;
    entry.asked_tools = {"pu*"};
    entry.allowed_tools = {"get*"};
    CHECK(only_tool(sent_tool("get"), entry).is_allowed);
    CHECK_FALSE(only_tool(sent_tool("get"), entry).needs_approval);
    CHECK(only_tool(sent_tool("put"), entry).needs_approval);
    CHECK_FALSE(only_tool(sent_tool("put"), entry).is_allowed);
    CHECK(model_names_of(definitions_of(list, web_entry(), {})).size() == 5);
}

TEST_CASE("C21: hints of a server are kept, and decide nothing")
{
    Json given = sent_tool("x");
    given["annotations"] = {{"readOnlyHint", true}, {"destructiveHint", false}};
    const ServerTool read = only_tool(given);
    CHECK(read.annotations == given["annotations"]);
    CHECK(read.changes_files);
}

TEST_CASE("C23: texts are cleaned, cut and marked")
{
    Json given = sent_tool("x",
        {{"type", "object"},
            {"properties",
                {{"a",
                     {{"type", "string"}, {"title", "A\u200b"},
                         {"description", "x\u202ey\U000e0041z"}}},
                    {"b", {{"description", std::string(600, 'd')}, {"default", "q\x07r"}}},
                    {"c",
                        {{"type", "array"},
                            {"items", {{"description", 7}, {"title", "\u2066t"}}}}}}}});
    given["description"] = "Gets a page.\n\u200bAnd\x1b more.";
    given["title"] = "Ge\u00adt";
    const ServerTool read = only_tool(given);
    CHECK(read.description == "(from the MCP server web) Gets a page.\nAnd more.");
    CHECK(read.title == "Get");
    const Json& properties = read.schema["properties"];
    CHECK(properties["a"] == Json {{"type", "string"}, {"title", "A"}, {"description", "xyz"}});
    CHECK(properties["b"]["description"] == std::string(509, 'd') + "…");
    CHECK(properties["b"]["default"] == "qr");
    CHECK(properties["c"]["items"] == Json {{"title", "t"}});

    given["description"] = std::string(5000, 'd');
    CHECK(only_tool(given).description.size() == 2048);
    CHECK(only_tool(given).description.ends_with("d…"));
    given.erase("description");
    CHECK(only_tool(given).description == "(from the MCP server web) Get");
}

TEST_CASE("C23, C28: instructions are cleaned and cut, and say whose they are")
{
    CHECK(instructions_for_model("web", "Be\u200b kind.\n")
        == "(from the MCP server web) Be kind.\n");
    CHECK(instructions_for_model("web", std::string(9'000, 'x')).size() == 8'192);
}

TEST_CASE("C24: a model is told no $schema, $id, x-… and no combining keyword at the root")
{
    const Json given {{"$schema", "http://json-schema.org/draft-07/schema#"}, {"$id", "urn:x"},
        {"x-y", 1}, {"anyOf", Json::array({{{"required", {"a"}}}})}, {"oneOf", Json::array({true})},
        {"if", false}, {"then", Json::object()}, {"else", true},
        {"properties",
            {{"a", {{"x-mcp-header", "A"}, {"$comment", "c"}, {"anyOf", Json::array({true})}}},
                {"$id", {{"type", "string"}}}, {"x-a", true}}},
        {"required", Json::array({"a"})}};
    const ServerTool read = only_tool(sent_tool("x", given));
    CHECK(read.schema.dump()
        == R"({"properties":{"a":{"anyOf":[true]},"$id":{"type":"string"},"x-a":true},)"
           R"("required":["a"],"type":"object"})");
    // They are still checked.
    REQUIRE(read.checked_schema);
    CHECK_THROWS_AS(read.checked_schema->check(Json::object()), ToolError);
    CHECK(only_tool(sent_tool("x")).schema
        == Json {{"type", "object"}, {"properties", Json::object()}});
}

TEST_CASE(
    "C20: arguments are checked by a schema that our keywords suffice for, else by the server")
{
    const ServerTool checked = only_tool(sent_tool("x",
        {{"properties", {{"a", {{"$ref", "#/$defs/a"}}}}},
            {"$defs", {{"a", {{"pattern", "^b+$"}}}}}}));
    CHECK(checked.unchecked.empty());
    REQUIRE(checked.checked_schema);
    CHECK_NOTHROW(checked.checked_schema->check({{"a", "bb"}}));
    CHECK_THROWS_AS(checked.checked_schema->check({{"a", "c"}}), ToolError);
    for (const Json& schema : {Json {{"properties", {{"a", {{"pattern", "(?=a)"}}}}}},
             Json {{"unevaluatedProperties", false}},
             Json {{"properties", {{"a", {{"$ref", "#a"}}}}}}}) {
        const ServerTool read = only_tool(sent_tool("x", schema));
        CHECK_FALSE(read.checked_schema);
        CHECK_FALSE(read.unchecked.empty());
    }
}

static Json nested_schema(std::size_t depth)
{
    Json schema = {{"type", "object"}};
    for (std::size_t level = 0; level < depth; ++level)
        schema = {{"not", std::move(schema)}};
    return {{"type", "object"}, {"not", std::move(schema)}};
}

TEST_CASE("C20: a schema beyond a limit loses its tool, and no other")
{
    Json many = Json::object();
    for (int number = 0; number < 2001; ++number)
        many["p" + std::to_string(number)] = true;
    const struct {
        Json schema;
        std::string why;
    } rows[] = {
        {nested_schema(200), "its inputSchema: it nests deeper than 32"},
        {nested_schema(31), "its inputSchema: it nests deeper than 32"},
        {{{"description", std::string(65'536, 'x')}}, "its inputSchema: it has more than 64 KiB"},
        {{{"properties", many}}, "its inputSchema: it has more than 2000 subschemas"},
        {{{"properties", {{"a", {{"$ref", "https://x/y"}}}}}},
            "its inputSchema: a '$ref' in it leads out of it"},
        {{{"dependencies", {{"a", {{"$ref", "y"}}}}}},
            "its inputSchema: a '$ref' in it leads out of it"},
        {{{"$ref", "file:///etc/passwd"}}, "its inputSchema: a '$ref' in it leads out of it"},
        {{{"items", {{"$dynamicRef", "y"}}}},
            "its inputSchema: a '$dynamicRef' in it leads out of it"},
        {{{"type", "array"}}, "its inputSchema: it is not that of an object"},
        {Json(), "its inputSchema: it is not an object"},
        {Json::array(), "its inputSchema: it is not an object"},
        {{{"properties", 7}}, "its inputSchema: 'properties' in it is not an object"},
        {{{"properties", {{"a", 7}}}},
            "its inputSchema: a schema in it is neither an object nor true or false"},
        {{{"properties", {{"a", {{"type", 7}}}}}},
            "its inputSchema: a 'type' in it is neither a string nor a list of strings"},
        {{{"properties", {{"a", {{"required", true}}}}}},
            "its inputSchema: a 'required' in it is not a list of names"},
        {{{"properties", {{"a", {{"enum", "x"}}}}}},
            "its inputSchema: an 'enum' in it is not a list"},
        {{{"properties", {{"a\U000e0041", true}}}},
            "its inputSchema: a name or value in it has characters that are not seen"},
        {{{"properties", {{"a", {{"enum", {"b\u200b"}}}}}}},
            "its inputSchema: a name or value in it has characters that are not seen"},
    };
    for (const auto& row : rows)
        CHECK(why_tool_is_lost(sent_tool("x", row.schema)) == row.why);
    CHECK_NOTHROW(only_tool(sent_tool("x", nested_schema(30))));
    CHECK_NOTHROW(only_tool(sent_tool("x",
        {{"properties", {{"eol", {{"enum", {"\n", "\r\n"}}}}}},
            {"dependencies", {{"a", {"b"}}}}})));

    Json output = sent_tool("x");
    output["outputSchema"] = nested_schema(40);
    CHECK(why_tool_is_lost(output) == "its outputSchema: it nests deeper than 32");
    const Definitions mixed = definitions_of(
        Json::array({sent_tool("a", nested_schema(40)), sent_tool("b")}), web_entry(), {});
    CHECK(model_names_of(mixed) == Words {"web__b"});
    CHECK(mixed.lost.front().name == "a");
}

TEST_CASE("the patterns of a server take bounded memory")
{
    Json list = Json::array();
    for (int number = 0; number < 3; ++number) {
        Json properties = Json::object();
        for (int pattern = 0; pattern < 200; ++pattern)
            properties["p" + std::to_string(pattern)]
                = {{"pattern", "a{2}" + std::to_string(pattern)}};
        list.push_back(
            sent_tool("t" + std::to_string(number), {{"properties", std::move(properties)}}));
    }
    const Definitions all = definitions_of(list, web_entry(), {});
    REQUIRE(all.tools.size() == 3);
    CHECK(all.tools[1].checked_schema);
    CHECK_FALSE(all.tools[2].checked_schema);
    CHECK(all.tools[2].unchecked == "the server has more than 500 patterns");
}

TEST_CASE("what is no tool is named by its place, and a list is cut at 512")
{
    Json list = Json::array({7, Json::object(), {{"name", 3}}, sent_tool("a"), sent_tool("a"),
        sent_tool("b\u200b"), {{"name", "c"}}});
    const Definitions odd = definitions_of(list, web_entry(), {});
    CHECK(model_names_of(odd) == Words {"web__a"});
    Words lost;
    for (const auto& one : odd.lost)
        lost.push_back(one.name + ": " + one.why);
    CHECK(lost
        == Words {"tool 1: it has no name", "tool 2: it has no name", "tool 3: it has no name",
            "a: another tool of the server has the same name",
            "b: its name has characters that are not seen",
            "c: its inputSchema: it is not an object"});

    list = Json::array();
    for (int number = 0; number < 10'000; ++number)
        list.push_back(sent_tool("t" + std::to_string(number)));
    const Definitions many = definitions_of(list, web_entry(), {});
    CHECK(many.tools.size() == 512);
    REQUIRE(many.lost.size() == 9'488);
    CHECK(many.lost.front().name == "t512");
    CHECK(many.lost.front().why == "it comes after the first 512");
    CHECK_THROWS_AS(definitions_of(Json::object(), web_entry(), {}), ToolError);
    CHECK_THROWS_AS(definitions_of(Json(), web_entry(), {}), ToolError);

    Json large = sent_tool("x");
    large["description"] = std::string(300'000, 'x');
    CHECK(why_tool_is_lost(large) == "its definition has more than 256 KiB");
    CHECK(why_tool_is_lost(sent_tool(std::string(1'001, 'x')))
        == "its name has more than 1000 bytes");
    CHECK(only_tool(sent_tool(std::string(1'000, 'x'))).name.size() == 64);
}

TEST_CASE("an output schema is read if ours suffices, and known to be there if not")
{
    Json given = sent_tool("x");
    CHECK_FALSE(only_tool(given).declares_output);
    given["outputSchema"] = {{"type", "object"}, {"required", {"a"}}};
    CHECK(only_tool(given).declares_output);
    REQUIRE(only_tool(given).output_schema);
    given["outputSchema"] = {{"unevaluatedItems", false}};
    CHECK(only_tool(given).declares_output);
    CHECK_FALSE(only_tool(given).output_schema);
    CHECK(only_tool(given).definition_sha256 == definition_sha256(pinned_definition(given)));
}
