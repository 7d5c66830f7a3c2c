#include "catch.hpp"

#include "agent/calls/manifest.hpp"
#include "agent/model/chat_completions.hpp"
#include "runner/start/default_prompt.hpp"
#include "toolkit/json/json.hpp"

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

using namespace agent::calls;
using namespace agent::model;
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
        tool.changes_files = entry.value("changesFiles", false);
        tool.effects = entry.value("effects", Json());
        if (names.empty() || names.contains(tool.name))
            tools.push_back(std::move(tool));
    }
    return tools;
}

// The default system message for these tools, with the largest environment.
static runner::start::PromptParts system_parts_for(const std::vector<ManifestTool>& tools)
{
    std::vector<const OfferedTool*> offered;
    for (const auto& tool : tools)
        offered.push_back(&tool);
    auto parts = runner::start::default_prompt(offered);
    const std::string text(1000, 'x');
    parts.push_back({"environment",
        runner::start::text_of(runner::start::Environment {text, 0, text, text, text})});
    return parts;
}

static constexpr const char* prompt = "What is in notes.txt?";

static std::size_t first_body(const std::vector<ManifestTool>& tools)
{
    Json body = chat_request({"model"}, specs_of(tools));
    body["messages"]
        = {{{"role", "system"}, {"content", runner::start::text_of(system_parts_for(tools))}},
            {{"role", "user"}, {"content", prompt}}};
    return body.dump().size();
}

static std::size_t size_in_json(const std::string& text) { return Json(text).dump().size() - 2; }

// The rows of the table in docs/system-prompt.md.
static std::vector<std::pair<std::string, std::size_t>> first_request_of(
    const std::vector<ManifestTool>& tools)
{
    std::vector<std::pair<std::string, std::size_t>> rows {
        {"the tools", chat_request({"model"}, specs_of(tools)).at("tools").dump().size()}};
    for (const auto& part : system_parts_for(tools))
        rows.emplace_back(part.name, size_in_json(part.text));
    rows.emplace_back("the prompt", size_in_json(prompt));
    std::size_t sum = 0;
    for (const auto& row : rows)
        sum += row.second;
    rows.emplace_back("names of fields, roles, the model, empty lines", first_body(tools) - sum);
    rows.emplace_back("in all", first_body(tools));
    return rows;
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
    "the first request with all tools is under 12,000 bytes, with the six of most work under 6,000")
{
    const auto six = tools_of_manifest(
        {"get_time", "fs_read_file", "fs_write_file", "fs_search", "exec", "apply_patch"});
    REQUIRE(six.size() == 6);
    CHECK(first_body(six) < 6'000);
    CHECK(first_body(tools_of_manifest({})) < 12'000);
}

TEST_CASE("the first request with tools.core.json is at most 6,500 bytes")
{
    CHECK(first_body(tools_of_manifest({}, "tools.core.json")) <= 6'500);
}

TEST_CASE("docs/system-prompt.md says what the first request has")
{
    const auto core = first_request_of(tools_of_manifest({}, "tools.core.json"));
    const auto all = first_request_of(tools_of_manifest({}));
    REQUIRE(core.size() == all.size());
    std::string table;
    for (std::size_t row = 0; row < core.size(); ++row)
        table += "| " + core[row].first + " | " + std::to_string(core[row].second) + " | "
            + std::to_string(all[row].second) + " |\n";
    const auto root = std::filesystem::path(__FILE__).parent_path() / "../../..";
    INFO("the table has to have these rows:\n" + table);
    CHECK(content_of(root / "docs/system-prompt.md").find(table) != std::string::npos);
}
