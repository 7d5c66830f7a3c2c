#include "agent/permissions/edited_paths.hpp"

#include "agent/calls/approver.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/text/text.hpp"

#include <filesystem>
#include <optional>
#include <system_error>

namespace fs = std::filesystem;

namespace agent::permissions {

using namespace toolkit;

// Returns the path relative to the workspace; nullopt if a rule cannot apply to the path.
static std::optional<std::string> path_in_workspace(const std::string& given)
{
    std::error_code error;
    const fs::path workspace = fs::canonical(".", error);
    const fs::path normal = (workspace / fs::path(given)).lexically_normal();
    const fs::path real = fs::weakly_canonical(normal, error);
    const std::string relative = real.lexically_relative(workspace).string();
    if (error || given.empty() || !text::is_utf8(given) || real != normal || relative.empty()
        || relative == "." || relative == ".." || relative.starts_with("../"))
        return std::nullopt;
    return relative;
}

std::vector<std::string> edited_paths(const calls::PreparedCall& call)
{
    if (call.tool == nullptr || !calls::may_be_plain_edit(call))
        return {};
    const Json& known = json::member(call.tool->schema, "properties");
    std::vector<std::string> paths;
    for (const auto& [name, value] : call.arguments.json.items()) {
        if (!known.contains(name)) // the tool may take it for an alias of a path
            return {};
        if (name != "path" && name != "from" && name != "to")
            continue;
        const auto path = value.is_string() ? path_in_workspace(value) : std::nullopt;
        if (!path)
            return {};
        paths.push_back(*path);
    }
    return paths;
}

bool is_below(const std::string& path, const std::string& directory)
{
    return path.size() > directory.size() + 1 && path.starts_with(directory)
        && path[directory.size()] == '/';
}

}
