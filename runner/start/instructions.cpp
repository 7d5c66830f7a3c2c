#include "runner/start/instructions.hpp"

#include "toolkit/system/error.hpp"
#include "toolkit/system/file.hpp"
#include "toolkit/text/invisible.hpp"
#include "toolkit/text/text.hpp"
#include "toolkit/workspace/workspace.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <utility>

namespace runner::start {

using namespace agent;
using namespace toolkit;

static constexpr std::size_t most_bytes = 32 << 10;
static constexpr std::size_t max_of_secret = 64 << 10; // that the end of the first 32 KiB may cut
static const char* const name = "AGENTS.md";

std::string visible_part(std::string text, const std::string& file, model::Trace& trace)
{
    text::Visible visible = text::visible_part(std::move(text), 1);
    if (!visible.left_out.empty())
        trace.note("characters of " + file
            + " that a reader does not see are left out: " + text::in_line(visible.left_out));
    return std::move(visible.text);
}

static std::string read_agents_md(model::Trace& trace)
{
    struct stat status { };
    if (lstat(name, &status) != 0 && errno == ENOENT)
        return {};
    constexpr std::size_t max_read = most_bytes + max_of_secret;
    std::string text = system::read_range(
        Workspace(workspace::WorkspaceOptions()).open_to_read(name), name, 0, max_read);
    const bool is_cut = text.size() > most_bytes;
    if (text.size() == max_read)
        text.resize(text::utf8_boundary(text, max_read - 3));
    // Before redaction: a secret must not escape it by an invisible character inside.
    text = visible_part(std::move(text), name, trace);
    if (is_cut) {
        text = trace.redacted(text);
        text.resize(text::utf8_boundary(text, std::min(most_bytes, text.size())));
        trace.note("AGENTS.md is larger than 32 KiB: the model gets the first 32 KiB");
    }
    if (!text::is_utf8(text))
        throw ToolError(Code::bad_request, "'AGENTS.md' is not UTF-8");
    return std::string(text::stripped(text));
}

PromptParts read_instruction_files(model::Trace& trace)
{
    try {
        const std::string text = read_agents_md(trace);
        if (text.empty())
            return {};
        return {{name, "AGENTS.md of the workspace says:\n\n" + text}};
    } catch (const ToolError& error) {
        throw ToolError(Code::bad_request, error.message, "--no-agents-md goes without it");
    }
}

}
