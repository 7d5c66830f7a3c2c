#include "runner/start/instructions.hpp"

#include "toolkit/system/error.hpp"
#include "toolkit/system/named_file.hpp"
#include "toolkit/text/text.hpp"
#include "toolkit/workspace/workspace.hpp"

#include <sys/stat.h>

#include <algorithm>

namespace runner::start {

using namespace agent;
using namespace toolkit;

static constexpr std::size_t most_bytes = 32 << 10;
static constexpr std::size_t max_of_secret = 64 << 10; // that the end of the first 32 KiB may cut
static constexpr std::size_t max_system_file = 1 << 20;
static const char* const name = "AGENTS.md";

static std::string read_agents_md(model::Trace& trace)
{
    struct stat status { };
    if (lstat(name, &status) != 0 && errno == ENOENT)
        return {};
    std::string text
        = system::read_range(Workspace(workspace::WorkspaceOptions()).open_to_read(name), name, 0,
            most_bytes + max_of_secret);
    if (text.size() > most_bytes) {
        text = trace.redacted(text);
        text.resize(text::utf8_boundary(text, std::min(most_bytes, text.size())));
        trace.note("AGENTS.md is larger than 32 KiB: the model gets the first 32 KiB");
    }
    if (!text::is_utf8(text))
        throw ToolError(Code::bad_request, "'AGENTS.md' is not UTF-8");
    return std::string(text::stripped(text));
}

static std::string read_system(const BeginningConfig& config)
{
    const std::string& path = config.system_file;
    if (path.empty())
        return config.system;
    const std::string text = system::read_named_file(
        path, "the system message", max_system_file, system::LinksOut::refused);
    if (!text::is_utf8(text))
        throw ToolError(
            Code::bad_request, "the system message " + text::in_quotes(path) + " is not UTF-8");
    return std::string(text::stripped(text));
}

std::string read_instructions(const BeginningConfig& config, model::Trace& trace)
{
    std::string system = read_system(config);
    if (!config.agents_md)
        return system;
    try {
        const std::string text = read_agents_md(trace);
        if (text.empty())
            return system;
        return (system.empty() ? "" : system + "\n\n") + "AGENTS.md of the workspace says:\n\n"
            + text;
    } catch (const ToolError& error) {
        throw ToolError(Code::bad_request, error.message, "--no-agents-md goes without it");
    }
}

}
