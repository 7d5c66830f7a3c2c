#include "frontends/chat/history.hpp"

#include "toolkit/json/json.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/hash.hpp"
#include "toolkit/system/places.hpp"
#include "toolkit/system/private_directory.hpp"

#include <cstddef>
#include <sstream>

namespace frontends::chat {

using namespace toolkit;

static constexpr std::size_t max_lines = 1000;
static constexpr std::size_t max_line_bytes = 64 << 10;
static constexpr std::size_t max_file_bytes = 16 << 20;

static std::string file_of(const std::string& workspace)
{
    return system::sha256(workspace) + ".ndjson";
}

static std::string place() { return system::state_folder() + "/history"; }

// A line that is damaged is passed over.
static std::vector<std::string> read_lines(
    const system::PrivateDirectory& directory, const std::string& name)
{
    std::vector<std::string> lines;
    std::istringstream text(directory.read(name, max_file_bytes).value_or(""));
    for (std::string line; std::getline(text, line);) {
        try {
            if (const Json value = json::parse_bounded(line); value.is_string())
                lines.push_back(value);
        } catch (const ToolError&) {
            continue;
        }
    }
    return lines;
}

std::vector<std::string> History::lines() const
{
    if (system::state_folder().empty())
        return {};
    try {
        const auto directory = system::PrivateDirectory::find(place());
        return directory ? read_lines(directory, file_of(workspace)) : std::vector<std::string>();
    } catch (const ToolError&) {
        return {};
    }
}

void History::add(const std::string& said) const
{
    if (said.empty() || said.front() == ' ' || said.size() > max_line_bytes
        || system::state_folder().empty())
        return;
    try {
        const auto directory = system::PrivateDirectory::make(place());
        const File lock = directory.lock(); // other chats of this directory
        const std::string line = redaction.redact(said);
        std::vector<std::string> lines = read_lines(directory, file_of(workspace));
        if (!lines.empty() && lines.back() == line)
            return;
        lines.push_back(line);
        std::string text;
        for (std::size_t at = lines.size() > max_lines ? lines.size() - max_lines : 0;
             at < lines.size(); ++at)
            text += Json(lines[at]).dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
        directory.write(file_of(workspace), text);
    } catch (const ToolError&) {
        return;
    }
}

}
