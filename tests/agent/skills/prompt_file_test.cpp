#include "agent/skills/prompt_file.hpp"

#include "catch.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>

using namespace agent::skills;

namespace {

// A configuration of the user of its own.
class Config {
public:
    Config()
    {
        std::string name = (std::filesystem::temp_directory_path() / "prompts.XXXXXX").string();
        path = mkdtemp(name.data());
        std::filesystem::create_directories(path / "agentcli/prompts");
        setenv("XDG_CONFIG_HOME", path.c_str(), 1);
    }
    ~Config()
    {
        unsetenv("XDG_CONFIG_HOME");
        std::filesystem::remove_all(path);
    }
    Config(const Config&) = delete;
    Config& operator=(const Config&) = delete;

    std::filesystem::path file(const std::string& name) const
    {
        return path / "agentcli/prompts" / name;
    }
    void write(const std::string& name, const std::string& text) const
    {
        std::ofstream(file(name)) << text;
    }

private:
    std::filesystem::path path;
};

}

static std::string told(PromptFileList& list)
{
    std::string text;
    for (const auto& prompt : list.usable())
        text += prompt.name + ": " + prompt.description + "\n";
    return text;
}

TEST_CASE("a list of prompt files follows what is added, changed and removed")
{
    const Config config;
    PromptFileList list;
    CHECK(told(list).empty());
    config.write("a.md", "First");
    config.write("b.md", "");
    CHECK(told(list) == "a: First\n");
    config.write("b.md", "Second");
    CHECK(told(list) == "a: First\nb: Second\n");
    CHECK(told(list) == "a: First\nb: Second\n");
    config.write("a.md", "The first one");
    std::filesystem::remove(config.file("b.md"));
    CHECK(told(list) == "a: The first one\n");
    std::filesystem::rename(config.file("a.md"), config.file("c.md"));
    CHECK(told(list) == "c: The first one\n");
}
