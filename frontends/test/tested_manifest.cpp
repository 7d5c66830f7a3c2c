#include "agent/trust/trust.hpp"
#include "frontends/test/tested_files.hpp"
#include "runner/manifest/manifest_choice.hpp"
#include "toolkit/json/members.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/text/text.hpp"

#include <filesystem>
#include <system_error>
#include <utility>

namespace frontends::test {

using namespace runner;

namespace fs = std::filesystem;

// A program with a / is relative to the directory of the manifest.
static void make_absolute(Json& command, const fs::path& directory)
{
    if (!command.is_array() || command.empty() || !command[0].is_string())
        return; // the run says what is wrong with it
    const std::string program = command[0];
    if (program.find('/') != std::string::npos)
        command[0] = (directory / program).lexically_normal().string();
}

static std::string movable(const std::string& manifest, const std::string& directory)
{
    Json document = json::parse_bounded(manifest, json::RepeatedNames::refused);
    if (!document.is_object())
        return manifest;
    for (const char* const list : {"tools", "operator"})
        if (document.contains(list) && document[list].is_array())
            for (auto& tool : document[list])
                if (tool.is_object() && tool.contains("command"))
                    make_absolute(tool["command"], directory);
    if (json::member(json::member(document, "roles"), "launch").is_array())
        make_absolute(document["roles"]["launch"], directory);
    return document.dump();
}

std::string manifest_for(
    const AgentTest& test, const std::string& directory, const TestRun& run, const Scratch& scratch)
{
    if (test.manifest.empty())
        return run.tools;
    const std::string path = (fs::path(directory) / test.manifest).lexically_normal().string();
    std::error_code error;
    if (!run.tools.empty() && fs::equivalent(path, run.tools, error))
        return run.tools;
    const auto refusal = [&] {
        return ToolError(Code::bad_request,
            "the manifest " + text::in_quotes(test.manifest) + " is not trusted",
            "--tools FILE uses it this time, 'agentcli trust FILE' from now on");
    };
    if (fs::path(path).filename() != "tools.json")
        throw refusal();
    const manifest::FoundManifest found = manifest::read_found_manifest(path);
    if (!trust::is_trusted(found.trusted))
        throw refusal();
    return scratch.put("tools.json", movable(found.text, found.trusted.directory));
}

}
