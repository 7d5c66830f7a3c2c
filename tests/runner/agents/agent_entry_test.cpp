#include "catch.hpp"

#include "runner/manifest/agent_entry.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace {

namespace manifest = runner::manifest;
using agent::calls::ManifestTool;

bool has(const std::vector<std::string>& words, const std::string& word)
{
    return std::find(words.begin(), words.end(), word) != words.end();
}

bool has_beginning(const std::vector<std::string>& words, const std::string& beginning)
{
    return std::any_of(words.begin(), words.end(),
        [&](const std::string& word) { return word.starts_with(beginning); });
}

TEST_CASE(
    "agents get a key by the variable that it is named for, and forget that of another server")
{
    ManifestTool entry;
    manifest::set_bounds(entry,
        {.base_url = "https://one.example/v1",
            .api_key = "swordfish",
            .key_variable = "ONE_KEY",
            .model = "m"});
    CHECK(has(entry.command, "--env-key=ONE_KEY"));
    CHECK(has(entry.settings, "ONE_KEY=swordfish"));
    CHECK_FALSE(has_beginning(entry.settings, "OAI_API_KEY="));
    manifest::set_bounds(entry, {.base_url = "http://127.0.0.1:9/v1", .api_key = "", .model = "m"});
    CHECK(has(entry.command, "--env-key="));
    CHECK_FALSE(has_beginning(entry.settings, "ONE_KEY="));
    CHECK_FALSE(has_beginning(entry.settings, "OAI_API_KEY="));
    manifest::set_bounds(
        entry, {.base_url = "http://127.0.0.1:9/v1", .api_key = "usual", .model = "m"});
    CHECK(has(entry.settings, "OAI_API_KEY=usual"));
    CHECK(std::count(entry.command.begin(), entry.command.end(), "--env-key=") == 1);
}

TEST_CASE("agents have the limit of the cost of their run, and its other model")
{
    ManifestTool entry;
    manifest::set_bounds(
        entry, {.base_url = "u", .api_key = "", .fallback_model = "spare", .cost = 0.0000001});
    CHECK(has(entry.command, "--fallback-model=spare"));
    CHECK(has(entry.command, "--max-cost=0.0000001"));
    manifest::set_bounds(entry, {.base_url = "u", .api_key = ""});
    CHECK_FALSE(has_beginning(entry.command, "--max-cost"));
    CHECK_FALSE(has_beginning(entry.command, "--fallback-model"));
}

}
