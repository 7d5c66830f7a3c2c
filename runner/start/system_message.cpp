#include "runner/start/system_message.hpp"

#include "runner/start/default_prompt.hpp"
#include "runner/start/instructions.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/named_file.hpp"
#include "toolkit/text/text.hpp"

#include <utility>

namespace runner::start {

using namespace agent;
using namespace toolkit;

static constexpr std::size_t max_system_file = 1 << 20;

static std::string read_system_file(const std::string& path, model::Trace& trace)
{
    const std::string text = system::read_named_file(
        path, "the system message", max_system_file, system::LinksOut::refused);
    if (!text::is_utf8(text))
        throw ToolError(
            Code::bad_request, "the system message " + text::in_quotes(path) + " is not UTF-8");
    return std::string(text::stripped(visible_part(text, text::in_quotes(path), trace)));
}

// The environment comes after everything that is the same in other directories and on other days,
// so that a server can reuse its prompt cache.
PromptParts system_parts(const BeginningConfig& config,
    const std::vector<const calls::OfferedTool*>& tools, model::Trace& trace)
{
    const bool is_default = !config.system && config.system_file.empty();
    PromptParts parts;
    if (is_default)
        parts = default_prompt(tools);
    else if (config.system_file.empty())
        parts.push_back({"--system", *config.system});
    else
        parts.push_back({"--system-file", read_system_file(config.system_file, trace)});
    if (config.agents_md)
        for (auto& part : read_instruction_files(trace))
            parts.push_back(std::move(part));
    parts.push_back({"skills", config.skills});
    if (is_default)
        parts.push_back({"environment", text_of(environment_of(tools))});
    parts.push_back({"instructions of the host", config.instructions});
    std::erase_if(parts, [](const PromptPart& part) { return part.text.empty(); });
    return parts;
}

std::string text_of(const PromptParts& parts)
{
    std::string text;
    for (const auto& part : parts)
        text += (text.empty() ? "" : "\n\n") + part.text;
    return text;
}

static std::string size_of(const std::string& text)
{
    return std::to_string(text.size()) + (text.size() == 1 ? " byte" : " bytes");
}

std::string described(const PromptParts& parts, const std::string& system)
{
    if (system != text_of(parts))
        return size_of(system) + ", given in place of the usual one";
    std::string line;
    for (const auto& part : parts)
        line += (line.empty() ? "" : ", ") + size_of(part.text) + " of " + part.name;
    return line.empty() ? "none" : line;
}

}
