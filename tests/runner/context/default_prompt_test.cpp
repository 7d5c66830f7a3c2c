#include "catch.hpp"

#include "runner/start/default_prompt.hpp"

using namespace agent;
using namespace runner::start;

static Environment usual()
{
    return {.directory = "/home/me/work",
        .time = 1'790'000'000, // in UTC at 14:13
        .system = "Debian GNU/Linux 12 (bookworm), x86_64",
        .branch = "main",
        .sandbox = "workspace-write, network off"};
}

TEST_CASE("the environment is a block with a line for each value that is known")
{
    CHECK(text_of(usual())
        == "<env>\ndirectory: /home/me/work\ndate: 2026-09-21\nsystem: Debian GNU/Linux 12 "
           "(bookworm), x86_64\ngit branch: main\nsandbox: workspace-write, network off\n</env>");
    Environment unknown = usual();
    unknown.system = unknown.branch = unknown.sandbox = "";
    CHECK(text_of(unknown) == "<env>\ndirectory: /home/me/work\ndate: 2026-09-21\n</env>");
}

TEST_CASE("the environment is smaller than 300 bytes, whatever its values are")
{
    Environment large = usual();
    large.directory = "/" + std::string(3000, 'a') + "/b";
    large.system = large.branch = large.sandbox = std::string(3000, 'c');
    CHECK(text_of(large).size() < 300);
    CHECK(text_of(large).find("directory: …a") != std::string::npos);
    CHECK(text_of(large).find("a/b\n") != std::string::npos);
    CHECK(text_of(large).find("branch: cccc") != std::string::npos);
    large.directory.clear();
    for (int count = 0; count < 1000; ++count)
        large.directory += "ä";
    CHECK(text_of(large).size() < 300);
}

TEST_CASE("a value that is not printable is left out of the environment")
{
    for (const char* name : {"/a\nsandbox: none", "/a\x7f", "/\xff"}) {
        Environment odd = usual();
        odd.directory = name;
        CHECK(text_of(odd).find("directory") == std::string::npos);
    }
}

TEST_CASE("the default prompt has what is needed for the tools that are offered")
{
    const auto size = [](const std::vector<const calls::OfferedTool*>& tools) {
        return default_prompt(tools).size();
    };
    calls::OfferedTool reads;
    reads.name = "fs_read_file";
    calls::OfferedTool writes;
    writes.name = "fs_edit";
    writes.changes_files = true;
    calls::OfferedTool runs;
    runs.name = "exec";
    runs.changes_files = true;
    runs.effects = {{"policy", "workspace-write"}, {"network", "off"}};
    CHECK(size({}) == 1);
    CHECK(size({&reads}) == 3);
    CHECK(size({&reads, &writes}) == 3);
    CHECK(default_prompt({&writes}).back().text.find("timeoutSec") == std::string::npos);
    CHECK(default_prompt({&runs}).back().text.find("timeoutSec") != std::string::npos);
    CHECK(environment_of({&reads, &runs}).sandbox == "workspace-write, network off");
    CHECK(environment_of({&writes}).sandbox.empty());
    CHECK(environment_of({}).sandbox.empty());
}
