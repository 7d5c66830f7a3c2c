#include "catch.hpp"

#include "runner/commands/providers.hpp"
#include "runner/options/options.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

using namespace runner::commands;

TEST_CASE("each profile in the help of providers is one of a config, as it is printed")
{
    const std::string help = help_of_providers();
    std::string own = std::filesystem::temp_directory_path() / "config.XXXXXX";
    REQUIRE(mkdtemp(own.data()) != nullptr);
    std::filesystem::create_directory(own + "/agentcli");
    setenv("XDG_CONFIG_HOME", own.c_str(), 1); // NOLINT(concurrency-mt-unsafe): one thread here
    for (const Provider& provider : providers()) {
        const std::size_t begin = help.find("\"" + std::string(provider.profile) + "\": {");
        REQUIRE(begin != std::string::npos);
        std::ofstream(own + "/agentcli/config.json")
            << R"({"profiles":{)" + help.substr(begin, help.find('\n', begin) - begin) + "}}";
        const auto options = runner::options::parse_options(
            {"--prompt=x", "--profile=" + std::string(provider.profile)});
        CHECK(options.base_url == provider.base_url);
        CHECK(options.model == provider.model);
        CHECK(options.env_key == provider.key_variable);
        CHECK(help.find(std::string(provider.name)) < begin);
    }
    unsetenv("XDG_CONFIG_HOME"); // NOLINT(concurrency-mt-unsafe)
    std::filesystem::remove_all(own);
}
