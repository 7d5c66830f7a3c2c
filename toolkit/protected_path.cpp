#include "toolkit/protected_path.hpp"

#include "toolkit/error.hpp"
#include "toolkit/opening.hpp"
#include "toolkit/path.hpp"

#include <fcntl.h>
#include <linux/openat2.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <optional>
#include <vector>

namespace {

constexpr std::uint64_t without_links = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS | RESOLVE_NO_SYMLINKS;

// U+200C to U+200F, U+202A to U+202E, U+206A to U+206F and U+FEFF in UTF-8: file systems that fold cases leave
// them out, and git knows names with them for what they are (core.protectHFS).
bool is_ignored(std::string_view bytes)
{
    const auto second = static_cast<unsigned char>(bytes[1]);
    const auto third = static_cast<unsigned char>(bytes[2]);
    const auto is_between = [&](unsigned first, unsigned last) { return third >= first && third <= last; };
    if (bytes[0] == '\xef')
        return second == 0xbb && third == 0xbf;
    return bytes[0] == '\xe2'
        && ((second == 0x80 && (is_between(0x8c, 0x8f) || is_between(0xaa, 0xae)))
            || (second == 0x81 && is_between(0xaa, 0xaf)));
}

std::string folded(std::string_view name)
{
    constexpr std::size_t ignored_length = 3;
    std::string result;
    for (std::size_t at = 0; at < name.size(); ++at) {
        if (at + ignored_length <= name.size() && is_ignored(name.substr(at, ignored_length)))
            at += ignored_length - 1;
        else
            result += name[at] >= 'A' && name[at] <= 'Z' ? static_cast<char>(name[at] - 'A' + 'a') : name[at];
    }
    result.resize(result.find_last_not_of(". ") + 1);
    return result;
}

// What a path is, and where: what is missing has a place too.
struct Spot {
    std::optional<struct stat> status;
    std::optional<struct stat> parent;
    std::string name;
};

std::optional<struct stat> status_at(const Workspace& workspace, const std::string& path)
{
    const File entry = open_beneath(workspace.root(), path, O_PATH | O_NOFOLLOW, without_links);
    if (!entry)
        return std::nullopt;
    return status_of(entry, path);
}

Spot spot_of(const Workspace& workspace, const std::string& path)
{
    return {status_at(workspace, path), status_at(workspace, parent_of(path)), name_of(path)};
}

bool is_same(const std::optional<struct stat>& one, const std::optional<struct stat>& other)
{
    return one && other && one->st_dev == other->st_dev && one->st_ino == other->st_ino;
}

bool is_same(const Spot& one, const Spot& other)
{
    return is_same(one.status, other.status) || (one.name == other.name && is_same(one.parent, other.parent));
}

}

bool is_protected_name(std::string_view name)
{
    // Nearly all names end here.
    if (name.empty()
        || (name[0] != '.' && name[0] != 'g' && name[0] != 'G' && name[0] != 'a' && name[0] != 'A'
            && (static_cast<unsigned char>(name[0]) & 0x80U) == 0))
        return false;
    constexpr std::array<std::string_view, 4> names {".git", "git~1", ".agentcli", "agentc~1"};
    return std::find(names.begin(), names.end(), folded(name)) != names.end();
}

std::string find_git_directory(const Workspace& workspace)
{
    constexpr std::string_view word = "gitdir: ";
    constexpr std::size_t most = 4096;
    std::string usual = ".git";
    const File file
        = open_beneath(workspace.root(), usual, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW, without_links);
    if (!file || !S_ISREG(status_of(file, usual).st_mode))
        return usual;
    std::string text = read_range(file, usual, 0, most);
    text.resize(text.find_last_not_of("\r\n") + 1);
    if (!text.starts_with(word))
        return usual;
    try {
        return workspace.resolve(text.substr(word.size()));
    } catch (const ToolError&) { // it lies outside, for one
        return usual;
    }
}

bool is_mount_of_protected(const Workspace& workspace, const std::string& resolved)
{
    if (open_beneath(workspace.root(), resolved, O_PATH | O_NOFOLLOW, without_links | RESOLVE_NO_XDEV)
        || errno != EXDEV)
        return false;
    std::vector<Spot> spots;
    for (const std::string& path : workspace.protected_by_operator())
        spots.push_back(spot_of(workspace, path));
    for (const std::string& path : {std::string(".git"), std::string(".agentcli"), workspace.git_directory()})
        spots.push_back(spot_of(workspace, path));
    Names names;
    for (const std::string& name : split_path(resolved)) {
        names.push_back(name);
        const Spot here = spot_of(workspace, join_path(names));
        if (std::any_of(spots.begin(), spots.end(), [&](const Spot& spot) { return is_same(here, spot); }))
            return true;
    }
    return false;
}
