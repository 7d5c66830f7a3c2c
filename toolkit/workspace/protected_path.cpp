#include "toolkit/workspace/protected_path.hpp"

#include "toolkit/system/directory.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/path_walk.hpp"
#include "toolkit/text/characters.hpp"
#include "toolkit/text/invisible.hpp"
#include "toolkit/text/text.hpp"
#include "toolkit/workspace/git_directories.hpp"
#include "toolkit/workspace/path.hpp"

#include <fcntl.h>
#include <linux/fs.h>
#include <linux/magic.h>
#include <linux/openat2.h>
#include <sys/ioctl.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <iterator>
#include <optional>
#include <vector>

namespace toolkit::workspace {

namespace {

struct Folding {
    char32_t letter;
    std::string_view ascii;
};

// All letters that fold to ASCII letters (C and F of Unicode's CaseFolding.txt, after its canonical
// decomposition).
constexpr Folding foldings[] {{0xDF, "ss"}, {0x17F, "s"}, {0x37E, ";"}, {0x1E9E, "ss"},
    {0x1FEF, "`"}, {0x212A, "k"}, {0xFB00, "ff"}, {0xFB01, "fi"}, {0xFB02, "fl"}, {0xFB03, "ffi"},
    {0xFB04, "ffl"}, {0xFB05, "st"}, {0xFB06, "st"}};

// Returns the size of the character at the beginning; 1 if it is invalid.
std::size_t length_of_character(std::string_view bytes)
{
    for (std::size_t length = 1; length <= std::min<std::size_t>(4, bytes.size()); ++length)
        if (text::is_utf8(bytes.substr(0, length)))
            return length;
    return 1;
}

char32_t code_point(std::string_view character)
{
    const auto lead = static_cast<unsigned char>(character[0]);
    constexpr std::array<unsigned, 5> bits_of_lead {0, 0x7F, 0x1F, 0x0F, 0x07};
    char32_t value = lead & bits_of_lead.at(character.size());
    for (const char byte : character.substr(1))
        value = value << 6U | (static_cast<unsigned char>(byte) & 0x3FU);
    return value;
}

void append_folded(std::string& result, std::string_view character)
{
    const char32_t point = code_point(character);
    if (character.size() == 1) {
        result += text::in_lower_case(character[0]);
    } else if (
        !text::is_unseen(
            point)) { // file systems that fold cases ignore it, and so does git (core.protectHFS)
        const auto* const found = std::find_if(std::begin(foldings), std::end(foldings),
            [&](const Folding& folding) { return folding.letter == point; });
        result += found == std::end(foldings) ? character : found->ascii;
    }
}

}

std::string folded_name(std::string_view name)
{
    std::string result;
    while (!name.empty()) {
        const std::size_t length = length_of_character(name);
        append_folded(result, name.substr(0, length));
        name.remove_prefix(length);
    }
    result.resize(result.find_last_not_of(". ") + 1);
    return result;
}

namespace {

bool is_ascii(std::string_view text)
{
    return std::all_of(text.begin(), text.end(),
        [](char byte) { return (static_cast<unsigned char>(byte) & 0x80U) == 0; });
}

}

bool is_protected_name(std::string_view name)
{
    // Excludes nearly all names quickly.
    if (name.empty()
        || (name[0] != '.' && name[0] != 'g' && name[0] != 'G' && name[0] != 'a' && name[0] != 'A'
            && (static_cast<unsigned char>(name[0]) & 0x80U) == 0))
        return false;
    constexpr std::array<std::string_view, 4> names {".git", "git~1", ".agentcli", "agentc~1"};
    return std::find(names.begin(), names.end(), folded_name(name)) != names.end();
}

// Returns where the path leads, if that is in the workspace. Adds the links on the way, which are
// protected, too.
static std::optional<std::string> resolve_protected(
    const Workspace& workspace, const std::string& path, std::vector<std::string>& followed)
{
    try {
        return resolve_by_walking(workspace, path, LastLink::followed, &followed);
    } catch (const ToolError&) { // such as OUTSIDE_WORKSPACE
        return std::nullopt;
    }
}

// Adds the directory, and the targets of links in it that replace files which control git. For the
// root itself, adds only the files that control git.
static void add_git_directory(
    const Workspace& workspace, const std::string& directory, std::vector<std::string>& found)
{
    if (directory != "." && directory != ".git")
        found.push_back(directory);
    std::vector<std::string> parts {text::join_resolved(directory, "worktrees")};
    for (const auto& part : git_parts)
        parts.push_back(text::join_resolved(directory, part.name));
    if (directory == ".")
        found.insert(found.end(), parts.begin(), parts.end());
    for (const auto& part : parts) {
        std::array<char, 1> byte {};
        if (readlinkat(workspace.root().descriptor(), part.c_str(), byte.data(), byte.size()) > 0)
            if (const auto target = resolve_protected(workspace, part, found);
                target && *target != ".")
                found.push_back(*target);
    }
}

std::vector<std::string> find_repository(const Workspace& workspace)
{
    std::vector<std::string> found;
    if (const auto ours = resolve_protected(workspace, ".agentcli", found);
        ours && *ours != ".agentcli" && *ours != ".")
        found.push_back(*ours);
    for (const auto& directory : find_git_directories(workspace, ".", found))
        add_git_directory(workspace, directory, found);
    return found;
}

bool may_be_one_name(std::string_view one, std::string_view other)
{
    const std::string left = folded_name(one);
    const std::string right = folded_name(other);
    return left == right || (!is_ascii(left) && !is_ascii(right));
}

namespace {

constexpr std::uint64_t by_no_link = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS | RESOLVE_NO_SYMLINKS;

bool is_one(const struct stat& one, const struct stat& other)
{
    return one.st_dev == other.st_dev && one.st_ino == other.st_ino;
}

// A path with the status of its existing part.
struct Way {
    std::vector<struct stat> there; // of the root and of what each existing name leads to
    text::Names names; // all names of the path
    bool crosses_mount = false;

    std::size_t found() const { return there.size() - 1; } // number of existing names
    bool is_whole() const { return found() == names.size(); }
};

bool crosses_mount(const Workspace& workspace, const std::string& path)
{
    return !system::open_beneath(
               workspace.root(), path, O_PATH | O_NOFOLLOW, by_no_link | RESOLVE_NO_XDEV)
        && errno == EXDEV;
}

Way way_of(const Workspace& workspace, const std::string& path)
{
    Way way {{system::status_of(workspace.root(), path)}, text::split_path(path),
        crosses_mount(workspace, path)};
    File here;
    for (const std::string& name : way.names) {
        File next = system::open_beneath(
            here ? here : workspace.root(), name, O_PATH | O_NOFOLLOW, by_no_link);
        if (!next)
            break;
        way.there.push_back(system::status_of(next, path));
        here = std::move(next);
    }
    return way;
}

std::set<std::string> protected_paths_of(const Workspace& workspace)
{
    const std::vector<std::string>& named = workspace.protected_by_operator();
    std::set<std::string> paths(named.begin(), named.end());
    paths.insert({".git", ".agentcli"});
    paths.insert(workspace.repository().begin(), workspace.repository().end());
    return paths;
}

bool is_listed(const Workspace& workspace, const text::Names& directory, const std::string& name)
{
    const std::string path = text::join_path(directory);
    bool found = false;
    system::for_each_entry(workspace.open_resolved(path, O_RDONLY | O_DIRECTORY), path,
        [&](std::string_view entry, unsigned char) { found = found || entry == name; });
    return found;
}

// Returns true if the first `count` names of `way` lead to the entry of `what`. A hard link to its
// file does not count, because a change makes it a separate file.
bool leads_to(const Workspace& workspace, const Way& way, std::size_t count, const Way& what)
{
    const struct stat& here = way.there[count];
    if (!is_one(here, what.there.back()))
        return false;
    if (S_ISDIR(here.st_mode) || here.st_nlink == 1 || way.crosses_mount)
        return true;
    const std::string& name = way.names[count - 1];
    const text::Names directory(
        way.names.begin(), way.names.begin() + static_cast<std::ptrdiff_t>(count) - 1);
    return is_one(way.there[count - 1], what.there[what.found() - 1])
        && (name == what.names.back() || !is_listed(workspace, directory, name));
}

// Returns true if the missing names of `outer` are the first missing names of `inner`, in the same
// directory.
bool misses_beginning_of(const Way& outer, const Way& inner)
{
    const auto first_missing = [](const Way& way) {
        return way.names.begin() + static_cast<std::ptrdiff_t>(way.found());
    };
    return is_one(outer.there.back(), inner.there.back())
        && outer.names.size() - outer.found() <= inner.names.size() - inner.found()
        && std::equal(
            first_missing(outer), outer.names.end(), first_missing(inner), may_be_one_name);
}

bool is_at_or_beneath(const Workspace& workspace, const Way& way, const Way& what)
{
    if (!what.is_whole())
        return !way.is_whole() && misses_beginning_of(what, way);
    for (std::size_t count = 1; count <= way.found(); ++count)
        if (leads_to(workspace, way, count, what))
            return true;
    return false;
}

bool is_holder(const Way& way, const Way& what)
{
    if (!way.is_whole())
        return !what.is_whole() && misses_beginning_of(way, what);
    return std::any_of(what.there.begin(), what.there.end(), [&](const struct stat& outer) {
        return S_ISDIR(outer.st_mode) && is_one(outer, way.there.back());
    });
}

bool are_names_enough(const Workspace& workspace, const std::string& resolved)
{
    return !workspace.has_other_names() && !crosses_mount(workspace, resolved);
}

template<class Test>
bool is_any_protected(const Workspace& workspace, const std::string& resolved, Test test)
{
    if (are_names_enough(workspace, resolved))
        return false;
    const Way way = way_of(workspace, resolved);
    const std::set<std::string> paths = protected_paths_of(workspace);
    return std::any_of(paths.begin(), paths.end(),
        [&](const std::string& path) { return test(way, way_of(workspace, path)); });
}

// Returns true if the file system compares names byte by byte, and the directory has no flag to the
// contrary.
bool compares_bytes(const File& directory)
{
    constexpr std::array<unsigned, 6> kinds {EXT4_SUPER_MAGIC, F2FS_SUPER_MAGIC, BTRFS_SUPER_MAGIC,
        TMPFS_MAGIC, RAMFS_MAGIC, OVERLAYFS_SUPER_MAGIC};
    struct statfs system { };
    if (fstatfs(directory.descriptor(), &system) != 0
        || std::find(kinds.begin(), kinds.end(), static_cast<unsigned>(system.f_type))
            == kinds.end())
        return false;
    constexpr unsigned folds_cases = 0x40000000; // FS_CASEFOLD_FL
    unsigned flags = 0;
    return ioctl(directory.descriptor(), FS_IOC_GETFLAGS, &flags)
        != 0 // NOLINT(cppcoreguidelines-pro-type-vararg)
        || (flags & folds_cases) == 0;
}

bool may_fold(const Workspace& workspace, const std::string& path)
{
    const File directory = system::open_beneath(
        workspace.root(), path, O_RDONLY | O_DIRECTORY | O_NONBLOCK | O_NOCTTY, by_no_link);
    if (!directory)
        return errno == EACCES;
    return !compares_bytes(directory);
}

}

// .git and .agentcli are recognised by name in every spelling.
bool find_other_names(const Workspace& workspace)
{
    std::set<std::string> directories;
    for (const std::string& path : protected_paths_of(workspace)) {
        if (crosses_mount(workspace, path))
            return true;
        for (std::string at = path; !is_protected_name(path) && at != ".";)
            directories.insert(at = text::parent_of(at));
    }
    return std::any_of(directories.begin(), directories.end(),
        [&](const std::string& path) { return may_fold(workspace, path); });
}

bool is_other_name_of_protected(const Workspace& workspace, const std::string& resolved)
{
    return is_any_protected(workspace, resolved,
        [&](const Way& way, const Way& what) { return is_at_or_beneath(workspace, way, what); });
}

bool is_other_name_of_holder(const Workspace& workspace, const std::string& resolved)
{
    return is_any_protected(workspace, resolved, is_holder);
}

HeldDirectories::HeldDirectories(const Workspace& workspace, const std::string& resolved)
{
    if (are_names_enough(workspace, resolved))
        return;
    for (const std::string& path : protected_paths_of(workspace))
        for (const struct stat& status : way_of(workspace, path).there)
            if (S_ISDIR(status.st_mode))
                held.emplace(status.st_dev, status.st_ino);
}

bool HeldDirectories::has(const struct stat& status) const
{
    return held.contains({status.st_dev, status.st_ino});
}

}
