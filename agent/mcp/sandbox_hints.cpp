#include "agent/mcp/sandbox_hints.hpp"

#include "toolkit/text/contains.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <system_error>

namespace agent::mcp {

namespace {

// Messages of strerror(3), libuv and SQLite.
constexpr std::array<std::string_view, 6> denied_writes {"EROFS", "Read-only file system",
    "read-only file system", "readonly database", "unable to open database file",
    "Read-only filesystem"};
// Messages of npm and uv when they are offline, and of name resolvers without a network.
constexpr std::array<std::string_view, 7> failed_downloads {"ENOTCACHED", "EAI_AGAIN", "ENOTFOUND",
    "network was disabled", "network is unreachable", "Network is unreachable",
    "Temporary failure in name resolution"};
constexpr std::array<std::string_view, 7> downloading_programs {
    "npx", "uvx", "npm", "uv", "pnpm", "bunx", "pipx"};

template<std::size_t count>
bool has_any(std::string_view text, const std::array<std::string_view, count>& words)
{
    return std::any_of(words.begin(), words.end(),
        [&](std::string_view word) { return text.find(word) != std::string_view::npos; });
}

// `mcp warm` needs an empty cache, and a program leaves some files in it when it fails.
std::string hint_to_download(const ServerEntry& entry)
{
    std::error_code error; // a missing cache is empty
    const bool is_used = !std::filesystem::is_empty(entry.cache, error) && !error;
    return (is_used ? "'agentcli mcp forget " + entry.name + "' empties its cache; then " : "")
        + "'agentcli mcp warm " + entry.name
        + "' starts it once with the network, and keeps what it downloads";
}

bool downloads(const ServerEntry& entry)
{
    const std::string& program = entry.command.front();
    return text::contains(downloading_programs, program.substr(program.rfind('/') + 1));
}

}

bool names_denied_write(std::string_view text) { return has_any(text, denied_writes); }

std::string hint_for_denied_write(const ServerEntry& entry)
{
    return "the sandbox of the MCP server " + text::in_quotes(entry.name)
        + " denies writes; the operator can allow them by \"sandbox\": {\"workspace\": \"write\"} "
          "or {\"write\": [DIRECTORY]}";
}

std::string hint_for_end(const ServerEntry& entry, std::string_view errors, bool was_starting)
{
    if (entry.launcher.empty())
        return {};
    if (names_denied_write(errors))
        return hint_for_denied_write(entry);
    if (was_starting && !entry.has_network && !entry.cache.empty()
        && (downloads(entry) || has_any(errors, failed_downloads)))
        return hint_to_download(entry);
    return {};
}

}
