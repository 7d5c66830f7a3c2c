#include "catch.hpp"

#include "runner/options/config_text.hpp"
#include "runner/options/options.hpp"
#include "toolkit/system/error.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

using namespace runner::options;

// The variable that has the key (--env-key), by profiles and flags.

namespace {

// The environment of a user: a config and variables, which are gone at the end.
class Environment {
public:
    Environment(const std::string& config, const std::map<std::string, std::string>& variables)
    {
        std::string name = std::filesystem::temp_directory_path() / "config.XXXXXX";
        REQUIRE(mkdtemp(name.data()) != nullptr);
        own = name;
        std::filesystem::create_directory(own / "agentcli");
        std::ofstream(own / "agentcli" / "config.json") << config;
        set("XDG_CONFIG_HOME", own);
        for (const auto& [variable, value] : variables)
            set(variable, value);
    }
    Environment(const Environment&) = delete;
    Environment& operator=(const Environment&) = delete;
    ~Environment()
    {
        for (const auto& variable : names)
            unsetenv(variable.c_str()); // NOLINT(concurrency-mt-unsafe): one thread here
        std::filesystem::remove_all(own);
    }

private:
    void set(const std::string& variable, const std::string& value)
    {
        setenv(variable.c_str(), value.c_str(), 1); // NOLINT(concurrency-mt-unsafe)
        names.push_back(variable);
    }

    std::filesystem::path own;
    std::vector<std::string> names;
};

const char* const config
    = R"({"profiles":{"far":{"base-url":"http://far/v1","env-key":"FAR"},"near":{
        "base-url":"http://near/v1"},"named":{"env-key":"NAMED"}},"defaults":{"run":"far"}})";

}

TEST_CASE("the variable of a profile has the key, and no usual one")
{
    const Environment environment(config, {{"FAR", "f"}, {"OAI_API_KEY", "o"}});
    const Options options = parse_options({"--prompt=x"});
    CHECK(options.api_key == "f");
    CHECK(options.env_key == "FAR");
    CHECK(options.key_variables == std::vector<std::string> {"FAR", "NAMED", "FAR"});
    CHECK(parse_options({"--prompt=x", "--env-key="}).api_key == "o");
    CHECK(parse_options({"--prompt=x", "--api-key=k"}).api_key == "k");
}

TEST_CASE("a variable that is not set leaves no key, and is known")
{
    const Environment environment(config, {{"OAI_API_KEY", "o"}});
    const Options options = parse_options({"--prompt=x"});
    CHECK(options.api_key.empty());
    CHECK(options.env_key == "FAR");
}

TEST_CASE("the key of a profile is sent to the server of that profile only")
{
    const Environment environment(
        config, {{"FAR", "f"}, {"OAI_API_KEY", "o"}, {"OAI_BASE_URL", "http://other/v1"}});
    CHECK(parse_options({"--prompt=x"}).api_key == "o");
    CHECK(parse_options({"--prompt=x"}).env_key.empty());
    CHECK(parse_options({"--prompt=x", "--base-url=http://flag/v1"}).api_key == "o");
    CHECK(parse_options({"--prompt=x", "--env-key=FAR"}).api_key == "f");
}

TEST_CASE("a profile without a server of its own names the variable for any")
{
    const Environment environment(config, {{"NAMED", "n"}, {"OAI_BASE_URL", "http://other/v1"}});
    CHECK(parse_options({"--prompt=x", "--profile=named"}).api_key == "n");
}

TEST_CASE("an agent of a workflow has the key of its own profile, and no other server's")
{
    const Environment environment(config, {{"FAR", "f"}, {"OAI_API_KEY", "o"}, {"NAMED", "n"}});
    const Options run = parse_options({"--prompt=x"});
    CHECK(with_profile(run, "near").options.api_key == "o");
    CHECK(with_profile(run, "near").options.env_key.empty());
    CHECK(with_profile(run, "named").options.api_key == "n");
    const Options near = parse_options({"--prompt=x", "--profile=near"});
    CHECK(near.api_key == "o");
    CHECK(with_profile(near, "far").options.api_key == "f");
}

TEST_CASE("an agent with another server has no header, certificate or fallback of the run")
{
    const Environment environment(config, {{"FAR", "f"}});
    const Options run = parse_options({"--prompt=x", "--profile=near", "--header=api-key: KEY",
        "--no-verify", "--ca-file=ca.pem", "--fallback-model=other"});
    const Options same = with_profile(run, "named").options;
    CHECK(same.headers == run.headers);
    CHECK_FALSE(same.verify);
    CHECK(same.ca_file == "ca.pem");
    CHECK(same.fallback_model == "other");
    const Options far = with_profile(run, "far").options;
    CHECK(far.headers.empty());
    CHECK(far.verify);
    CHECK(far.ca_file.empty());
    CHECK(far.fallback_model.empty());
}

TEST_CASE("--env-key and --api-key cannot be combined")
{
    CHECK_THROWS_AS(
        parse_options({"--prompt=x", "--env-key=A", "--api-key=b"}), toolkit::system::ToolError);
}

TEST_CASE("texts that end a reply are a list of a profile, to which flags add")
{
    const Environment environment(
        R"({"profiles":{"p":{"stop":["a,b","c"],"seed":7,"top-p":0.5},"q":{"stop":"z"}}})", {});
    using List = std::vector<std::string>;
    const Options options = parse_options({"--prompt=x", "--profile=p"});
    CHECK(options.stops == List {"a,b", "c"});
    CHECK(options.seed == 7);
    CHECK(options.top_p == 0.5);
    CHECK(parse_options({"--prompt=x", "--profile=p", "--stop=d"}).stops == List {"a,b", "c", "d"});
    CHECK(parse_options({"--prompt=x", "--profile=p", "--stop=", "--stop=d"}).stops == List {"d"});
    CHECK(with_profile(options, "q").options.stops == List {"z"});
    CHECK_THROWS_AS(
        parse_options({"--prompt=x", "--profile=p", "--stop=1", "--stop=2", "--stop=3"}),
        toolkit::system::ToolError);
}

TEST_CASE("what may be the key itself in place of the name of a variable is not shown")
{
    const auto shown = [](const char* name) {
        const Options options = parse_options({"config", std::string("--env-key=") + name});
        return config_text(options, agent::redaction::Redaction({}), {}).find(name)
            != std::string::npos;
    };
    CHECK(shown("MY_PROVIDER"));
    CHECK_FALSE(shown("key4711abc"));
    CHECK_FALSE(shown("A23456789012345678901234567890"));
    const Environment environment("{}", {{"my_provider", "o"}});
    CHECK(shown("my_provider"));
}
