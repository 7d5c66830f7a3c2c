#include "fuzz.hpp"

#include "runner/servers/server_entry_of.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/system/error.hpp"

using namespace runner::servers;
using namespace toolkit;

static const ServerFileContext surroundings {
    {{"PATH", "/bin"}, {"HOME", "/nonexistent"}, {"TOKEN", "t"}, {"OAI_API_KEY", "the model's"}},
    {"OAI_API_KEY"}, "/nonexistent/work"};

static bool has_key(const std::string& text)
{
    return text.find("the model's") != std::string::npos;
}

// Half of all paths exist.
static FoundPath found_path_of_fuzz(const std::string& path)
{
    must(path.starts_with('/') && path.find('\0') == std::string::npos);
    return {path.size() % 2 == 0 ? FoundPath::Kind::file : FoundPath::Kind::missing, path, true};
}

static void check_paths(const GivenServer& given, const agent::mcp::ServerEntry& entry)
{
    const ServerView view {.places = {{"/nonexistent", PathAccess::hidden}},
        .workspace = "/nonexistent/work",
        .hides_secrets = true};
    const auto paths = named_paths(words_of(given, entry, surroundings), found_path_of_fuzz);
    must(path_findings(paths, view).size() <= paths.size());
}

static void check_entry(const GivenServer& given)
{
    const agent::mcp::ServerEntry entry = entry_of(given, surroundings);
    must(entry.command.empty() != entry.url.empty());
    for (const auto& word : entry.command)
        must(!has_key(word) && word.find('\0') == std::string::npos);
    for (const auto& texts : {entry.environment, entry.headers})
        for (const auto& [name, value] : texts)
            must(!has_key(value) && !name.empty() && value.find('\0') == std::string::npos);
    must(entry.command.empty() || entry.directory.starts_with('/'));
    must(given.whose == ConfigOrigin::operators
        || (entry.read_only.empty() && !entry.needs_approval && entry.allowed_tools.empty()
            && !entry.sends_secrets));
    const auto sandbox = sandbox_of(given, surroundings);
    must(given.whose == ConfigOrigin::operators || (sandbox && !sandbox->workspace));
    (void)text_of(sandbox, surroundings);
    if (!entry.command.empty())
        check_paths(given, entry);
}

static void check_server(const GivenServer& given)
{
    must(given.hash.size() == 64 && given.name.size() <= 24);
    try {
        check_entry(given);
    } catch (const ToolError& error) {
        must(!has_key(error.message));
    }
}

// A file with MCP servers, which a clone may have brought: whatever it says, no server of it has
// the key of the model, and one of anybody's says nothing about its sandbox or its rights.
void fuzz(std::string_view input)
{
    for (const ConfigOrigin whose : {ConfigOrigin::anybodys, ConfigOrigin::operators}) {
        for (const char* path : {"file", "file.toml", "file.yaml"}) {
            try {
                for (const auto& given : servers_in(input, path, whose).servers)
                    check_server(given);
            } catch (const ToolError&) { // most are none
            }
        }
    }
    try {
        (void)narrowings_in(input, "file");
    } catch (const ToolError&) { // most are none
    }
}
