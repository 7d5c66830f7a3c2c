#include "catch.hpp"

#include "agent/calls/manifest.hpp"
#include "agent/model/chat_completions.hpp"
#include "runner/options/options.hpp"
#include "toolkit/json/json.hpp"

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

using namespace agent::calls;
using namespace agent::model;
using namespace runner::options;
using namespace toolkit::json;

static std::string content_of(const std::filesystem::path& path)
{
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
}

// Those that are named, or all.
static std::vector<ManifestTool> tools_of_manifest(
    const std::set<std::string>& names, const char* name = "tools.json")
{
    const auto root = std::filesystem::path(__FILE__).parent_path() / "../../..";
    const Json manifest = Json::parse(content_of(root / name));
    std::vector<ManifestTool> tools;
    for (const auto& entry : manifest.at("tools")) {
        ManifestTool tool;
        tool.name = entry.at("name");
        tool.description = entry.at("description");
        tool.schema = entry.at("schema");
        if (names.empty() || names.contains(tool.name))
            tools.push_back(std::move(tool));
    }
    return tools;
}

// What is sent before the first word of an answer.
static std::size_t first_body(const std::vector<ManifestTool>& tools)
{
    const Options options = parse_options({"--prompt=What is in notes.txt?"});
    Json body = chat_request({options.model, options.temperature}, specs_of(tools));
    body["messages"] = {{{"role", "system"}, {"content", options.system}},
        {{"role", "user"}, {"content", options.prompt}}};
    return body.dump().size();
}

// Every prompt pays for them.
TEST_CASE("the schemas of all tools, as sent to a model, take at most 10,000 bytes")
{
    const auto tools = tools_of_manifest({});
    const Json sent = chat_request({}, specs_of(tools)).at("tools");
    REQUIRE(sent.size() >= 15);
    for (std::size_t index = 0; index < sent.size(); ++index)
        std::printf("%6zu %s\n", sent[index].dump().size(), tools[index].name.c_str());
    std::printf("%6zu in all\n", sent.dump().size());
    CHECK(sent.dump().size() <= 10'000);
}

TEST_CASE("the eight tools of tools.core.json, as sent to a model, take at most 5,600 bytes")
{
    const Json sent
        = chat_request({}, specs_of(tools_of_manifest({}, "tools.core.json"))).at("tools");
    REQUIRE(sent.size() == 8);
    CHECK(sent.dump().size() <= 5'600);
}

TEST_CASE("the schema of a tool takes less than 1,200 bytes, and of most tools less than 600")
{
    const auto tools = tools_of_manifest({});
    std::size_t small = 0;
    for (const auto& tool : tools) {
        INFO(tool.name);
        const std::size_t size = Json(tool.schema).dump().size();
        CHECK(size < 1'200);
        small += size < 600 ? 1 : 0;
    }
    CHECK(2 * small > tools.size());
}

TEST_CASE(
    "the first request with all tools is under 12,000 bytes, with the six of most work under 5,000")
{
    const auto six = tools_of_manifest(
        {"get_time", "fs_read_file", "fs_write_file", "fs_search", "exec", "apply_patch"});
    REQUIRE(six.size() == 6);
    CHECK(first_body(six) < 5'000);
    CHECK(first_body(tools_of_manifest({})) < 12'000);
}
