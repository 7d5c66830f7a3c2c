#include "catch.hpp"

#include "runner/options/options.hpp"
#include "runner/servers/choose_servers.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

// The flags of a run and its servers are those of one text of config.json, also if somebody writes
// the file meanwhile: a server of a later text would run without the redaction rules beside it.

namespace {

struct ConfigPlace {
    ConfigPlace()
        : own(std::filesystem::path(new_directory()))
    {
        // NOLINTNEXTLINE(concurrency-mt-unsafe): one thread here
        setenv("XDG_CONFIG_HOME", own.c_str(), 1);
        std::filesystem::create_directory(own / "agentcli");
    }
    ConfigPlace(const ConfigPlace&) = delete;
    ConfigPlace& operator=(const ConfigPlace&) = delete;
    ~ConfigPlace()
    {
        unsetenv("XDG_CONFIG_HOME"); // NOLINT(concurrency-mt-unsafe)
        std::filesystem::remove_all(own);
    }

    void write(const std::string& text) const
    {
        std::ofstream(own / "agentcli" / "config.json") << text;
    }

private:
    static std::string new_directory()
    {
        std::string name = std::filesystem::temp_directory_path() / "config.XXXXXX";
        REQUIRE(mkdtemp(name.data()) != nullptr);
        return name;
    }

    std::filesystem::path own;
};

}

TEST_CASE("servers are those of the text that the flags were read from")
{
    const ConfigPlace config;
    config.write(R"({"redact":{"keys":["badge"]},"mcpServers":{"one":{"command":"true"}}})");
    const auto options = runner::options::parse_options({"mcp", "servers"});
    CHECK(options.redact.keys == std::vector<std::string> {"badge"});
    config.write(R"({"mcpServers":{"two":{"command":"true"}}})");
    const auto found
        = runner::servers::find_servers(options, [] { return std::vector<std::string>(); });
    REQUIRE(found.servers.size() == 1);
    CHECK(found.servers.front().given.name == "one");
}
