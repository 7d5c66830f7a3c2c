#include "catch.hpp"

#include "runner/model/chat.hpp"
#include "toolkit/whole_json.hpp"

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>

static std::string content_of(const std::filesystem::path& path)
{
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
}

// Every prompt pays for them.
TEST_CASE("the schemas of all tools, as sent to a model, are under 9,000 bytes")
{
    const auto root = std::filesystem::path(__FILE__).parent_path() / "../..";
    const Json manifest = Json::parse(content_of(root / "tools.json"));
    std::vector<ManifestTool> tools;
    for (const auto& entry : manifest.at("tools")) {
        ManifestTool tool;
        tool.name = entry.at("name");
        tool.description = entry.at("description");
        tool.schema = entry.at("schema");
        tools.push_back(std::move(tool));
    }
    const Json sent = chat_request({}, tools).at("tools");
    REQUIRE(sent.size() >= 15);
    for (std::size_t index = 0; index < sent.size(); ++index)
        std::printf("%6zu %s\n", sent[index].dump().size(), tools[index].name.c_str());
    std::printf("%6zu in all\n", sent.dump().size());
    CHECK(sent.dump().size() < 9'000);
}
