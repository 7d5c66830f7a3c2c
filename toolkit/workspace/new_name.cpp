#include "toolkit/workspace/new_name.hpp"

#include "toolkit/system/error.hpp"
#include "toolkit/text/characters.hpp"
#include "toolkit/text/path_names.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

namespace toolkit::workspace {

namespace {

// Describes what is odd about a path, and the path that is probably meant; that is empty if it is
// outside the workspace.
struct OddName {
    std::string_view words;
    std::string meant;
};

using FoundOddName = std::optional<OddName>;

bool exists(const Workspace& workspace, const std::string& path)
try {
    return !path.empty() && workspace.find(path).has_value();
} catch (const ToolError&) {
    return false;
}

// Returns true if the directory of the path exists and is not the root.
bool has_directory(const Workspace& workspace, const std::string& path)
{
    const std::size_t slash = path.find_last_of('/');
    return slash != std::string::npos && slash > 0 && path.substr(0, slash) != "."
        && exists(workspace, path.substr(0, slash));
}

// Returns an absolute path relative to the root; empty if it is not beneath the root.
std::string beneath_root(const Workspace& workspace, const std::string& path)
{
    const auto rest = text::strip_root(path, workspace.root_path());
    const text::Names names = text::split_path(rest.value_or(""));
    return names.empty() ? std::string() : text::join_path(names);
}

FoundOddName find_whitespace(const Workspace& /*workspace*/, const std::string& path)
{
    const std::string_view meant = text::stripped(path);
    if (meant.size() == path.size() || meant.empty())
        return {};
    return OddName {"begins or ends with whitespace", std::string(meant)};
}

FoundOddName find_quotes(const Workspace& /*workspace*/, const std::string& path)
{
    if (path.size() < 3 || path.front() != path.back() || !text::is_one_of(path.front(), "\"'`"))
        return {};
    return OddName {"is in quotes", path.substr(1, path.size() - 2)};
}

// Finds "file:///ROOT/a.c" and "https://host/a.c".
FoundOddName find_url(const Workspace& workspace, const std::string& path)
{
    const std::size_t end = path.find("://");
    if (end == std::string::npos || end == 0 || text::name_length(path, "+.-") != end)
        return {};
    std::string meant
        = path.starts_with("file:") ? beneath_root(workspace, path.substr(end + 3)) : std::string();
    return OddName {"is a URL", std::move(meant)};
}

FoundOddName find_home(const Workspace& /*workspace*/, const std::string& path)
{
    static constexpr std::array<std::string_view, 4> homes {
        "~/", "$HOME/", "${HOME}/", "%USERPROFILE%"};
    if (path != "~" && std::none_of(homes.begin(), homes.end(), [&](std::string_view home) {
            return path.starts_with(home);
        }))
        return {};
    return OddName {"begins with a home directory, which is not in the workspace", ""};
}

FoundOddName find_drive(const Workspace& /*workspace*/, const std::string& path)
{
    const bool is_drive = path.size() > 2 && text::is_letter_or_digit(path[0])
        && !text::is_digit(path[0]) && path[1] == ':' && text::is_one_of(path[2], "\\/");
    return is_drive ? FoundOddName({"begins with a drive, of which there is none", ""})
                    : std::nullopt;
}

FoundOddName find_root(const Workspace& workspace, const std::string& path)
{
    if (path.starts_with('/') || workspace.root_path() == "/")
        return {};
    std::string meant = beneath_root(workspace, "/" + path);
    if (meant.empty())
        return {};
    return OddName {"is the path of the workspace without its '/'", std::move(meant)};
}

// Finds "Obsidian\ Vault/a.md".
FoundOddName find_escapes(const Workspace& workspace, const std::string& path)
{
    std::string meant;
    bool has_space = false;
    for (std::size_t at = 0; at < path.size(); ++at) {
        const bool is_escape = path[at] == '\\' && at + 1 < path.size()
            && !text::is_word(path[at + 1]) && path[at + 1] != '\\';
        has_space = has_space || (is_escape && path[at + 1] == ' ');
        meant += path[is_escape ? ++at : at];
    }
    if (meant == path || (!has_space && !has_directory(workspace, meant)))
        return {};
    return OddName {"has a backslash before a character, as in a shell", std::move(meant)};
}

FoundOddName find_separators(const Workspace& workspace, const std::string& path)
{
    std::string meant = path;
    std::replace(meant.begin(), meant.end(), '\\', '/');
    if (meant == path || !has_directory(workspace, meant))
        return {};
    return OddName {"has a backslash where a '/' separates names", std::move(meant)};
}

FoundOddName find_odd_name(const Workspace& workspace, const std::string& path)
{
    for (const auto find : {find_whitespace, find_quotes, find_url, find_home, find_drive,
             find_root, find_escapes, find_separators})
        if (auto found = find(workspace, path))
            return found;
    return {};
}

// Returns true if the path has an existing directory that is odd itself.
bool is_in_odd_directory(const Workspace& workspace, const std::string& path)
{
    for (std::size_t at = path.rfind('/'); at != std::string::npos && at > 0;
         at = path.rfind('/', at - 1)) {
        const std::string directory = path.substr(0, at);
        if (exists(workspace, directory))
            return directory == "~" || find_home(workspace, directory + "/").has_value()
                || find_odd_name(workspace, directory).has_value()
                || text::is_one_of(directory.front(), "\"'` \t");
    }
    return false;
}

}

void refuse_odd_new_name(const Workspace& workspace, const std::string& path)
{
    if (path.starts_with("./") || path.find('\0') != std::string::npos)
        return;
    auto odd = find_odd_name(workspace, path);
    if (!odd || exists(workspace, path) || is_in_odd_directory(workspace, path))
        return;
    std::string meant = odd->meant;
    // The rest may be odd in another way.
    for (auto more = find_odd_name(workspace, meant); more && !more->meant.empty();
         more = find_odd_name(workspace, meant))
        meant = more->meant;
    const std::string literal = path.starts_with('/') ? workspace.relative(path) : path;
    throw ToolError(Code::bad_request,
        text::in_quotes(path) + " does not exist, and is probably not meant as a new name: it "
            + std::string(odd->words),
        (meant.empty() ? std::string("give a path beneath the workspace, such as 'src/main.cpp'")
                       : "give " + text::in_quotes(meant))
            + "; if this very name is meant, give " + text::in_quotes("./" + literal));
}

}
