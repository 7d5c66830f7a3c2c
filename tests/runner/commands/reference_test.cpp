#include "catch.hpp"

#include "runner/generate/generate.hpp"

using namespace runner::generate;

static std::size_t count_of(const std::string& text, const std::string& part)
{
    std::size_t count = 0;
    for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; at += part.size())
        ++count;
    return count;
}

TEST_CASE("the reference has the flags of the tools, and those of all once")
{
    const ToolFlag root {"root", "DIR", "the workspace", ".", false};
    const ToolFlag protect {"protect", "PATH", "refuse changes of a|b", "", true};
    const std::string page = reference_page({{"one", "", {}, {root, protect}},
        {"two", "", {}, {root}}, {"somebody_elses", "", {}, {}}});
    CHECK(count_of(page, "| `--root DIR` | the workspace | `.` |\n") == 1);
    CHECK(page.find("\n### one\n\n| flag | | default |\n| --- | --- | --- |\n"
                    "| `--protect PATH` | refuse changes of a\\|b; repeatable |  |\n")
        != std::string::npos);
    CHECK(page.find("### two") == std::string::npos);
    CHECK(page.find("### somebody_elses") == std::string::npos);
}

TEST_CASE("without tools the reference has the commands alone")
{
    CHECK(reference_page({}).find("Flags of the tools") == std::string::npos);
}
