// A test of an agent is read, or refused at a place of it; none of its paths leads out of the
// directory of the test, or of its workspace.
#include "fuzz.hpp"

#include "frontends/test/test_file.hpp"

using namespace frontends::test;

static void check_beneath(const std::string& path)
{
    must(!path.empty() && path.front() != '/' && path.back() != '/');
    const std::string around = "/" + path + "/";
    must(around.find("/../") == std::string::npos && around.find("//") == std::string::npos);
    must(!around.starts_with("/.agentcli/") && path.find('\0') == std::string::npos);
}

void fuzz(std::string_view input)
{
    try {
        const AgentTest test = read_test(input, "t");
        must(test.recording.find('/') == std::string::npos && test.recording.ends_with(".ndjson"));
        must(!test.prompt.empty() || test.system.empty());
        must(test.workflow.empty() || (test.prompt.empty() && test.answer.empty()));
        must(test.parameters.is_object());
        must(test.exit_status >= 0 && test.exit_status < 256);
        for (const auto& file : test.files)
            check_beneath(file.first);
        if (test.files_after)
            for (const auto& file : *test.files_after)
                check_beneath(file.first);
    } catch (const Problem& problem) {
        must(problem.place.line > 0 && !problem.message.empty());
    }
}
