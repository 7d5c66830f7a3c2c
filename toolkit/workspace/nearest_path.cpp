#include "toolkit/workspace/nearest_path.hpp"

#include "toolkit/system/directory.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/characters.hpp"
#include "toolkit/text/folding.hpp"
#include "toolkit/text/path_names.hpp"
#include "toolkit/text/text.hpp"
#include "toolkit/workspace/own_directory.hpp"
#include "toolkit/workspace/path.hpp"

#include <fcntl.h>

#include <algorithm>
#include <deque>
#include <optional>
#include <utility>
#include <vector>

namespace toolkit::workspace {

namespace {

constexpr std::size_t max_names = 32; // of a path, for which others are suggested
constexpr std::size_t max_entries_compared = 4000; // in all directories together

bool is_there(const Workspace& workspace, const std::string& path)
try {
    return workspace.find(path).has_value();
} catch (const ToolError&) {
    return false;
}

// Returns "main" for "main.cpp".
std::string_view stem_of(std::string_view name)
{
    const std::size_t dot = name.rfind('.');
    return dot == 0 ? name : name.substr(0, dot);
}

// Returns true if two names have nothing in common but their suffix.
bool has_far_stem(std::string_view name, std::string_view entry)
{
    const std::string_view stem = stem_of(name);
    const std::string_view other = stem_of(entry);
    return stem.size() < name.size() && name.substr(stem.size()) == entry.substr(other.size())
        && !text::nearest(stem, std::vector {other});
}

std::optional<std::string> nearest_name(std::string_view name, text::Names entries)
{
    const auto same = std::find_if(entries.begin(), entries.end(),
        [name](const std::string& entry) { return text::is_equal_but_case(entry, name); });
    if (same != entries.end())
        return *same;
    const auto lacks_suffix = [name](const std::string& entry) {
        return text::is_equal_but_case(entry.substr(0, entry.find('.', 1)), name);
    };
    const auto longer = std::find_if(entries.begin(), entries.end(), lacks_suffix);
    if (longer != entries.end() && std::none_of(longer + 1, entries.end(), lacks_suffix))
        return *longer;
    std::erase_if(entries, [name](const std::string& entry) { return has_far_stem(name, entry); });
    return text::nearest(name, entries);
}

// Walks along a path and takes each name unchanged if it exists, otherwise the nearest entry of the
// directory.
class Walk {
public:
    explicit Walk(const Workspace& workspace)
        : workspace(workspace)
    {
    }

    std::optional<std::string> run(const text::Names& names)
    {
        std::string at = ".";
        for (const auto& name : names) {
            std::string next = text::join_resolved(at, name);
            if (!is_there(workspace, next)) {
                const auto found = nearest_name(name, entries_of(at, name));
                if (!found)
                    return {};
                next = text::join_resolved(at, *found);
            }
            at = std::move(next);
        }
        return is_there(workspace, at) ? std::optional(at) : std::nullopt;
    }

private:
    text::Names entries_of(const std::string& directory, std::string_view missing)
    {
        text::Names names;
        const File opened
            = workspace.open_resolved(workspace.resolve(directory), O_RDONLY | O_DIRECTORY);
        system::for_first_entries(opened, directory, max_entries_compared - entries,
            [&](std::string_view entry, unsigned char) {
                ++entries;
                if (entry != missing && !is_temporary_name(entry))
                    names.emplace_back(entry);
            });
        // Equally near names must always give the same result.
        std::sort(names.begin(), names.end());
        return names;
    }

    const Workspace& workspace;
    std::size_t entries = 0;
};

// Returns the only file of this name in any directory, if all directories can be searched.
std::optional<std::string> only_file_called(const Workspace& workspace, const std::string& name)
{
    std::optional<std::string> found;
    std::deque<std::string> directories {"."};
    for (std::size_t left = max_entries_compared; !directories.empty(); directories.pop_front()) {
        const std::string& at = directories.front();
        const File opened = system::open_in(workspace.root(), at, O_RDONLY | O_DIRECTORY);
        bool is_ambiguous = false;
        const auto look = [&](std::string_view entry, unsigned char type) {
            left -= left > 0 ? 1 : 0;
            if (type == DT_DIR && !entry.starts_with('.') && entry != "node_modules")
                directories.push_back(text::join_resolved(at, std::string(entry)));
            if (type != DT_REG || entry != name || at == ".")
                return;
            is_ambiguous = found.has_value();
            found = text::join_resolved(at, name);
        };
        if (opened)
            system::for_first_entries(opened, at, left, look);
        if (is_ambiguous || left == 0)
            return {};
    }
    return found;
}

// Returns the path without a prefix that a diff has added, or the name of the workspace. Removing
// more than all but one of three names would be too vague.
std::optional<std::string> without_prefix(const Workspace& workspace, const text::Names& names)
{
    for (std::size_t first = 1; first < names.size(); ++first) {
        const std::string rest = text::join_path(
            text::Names(names.begin() + static_cast<std::ptrdiff_t>(first), names.end()));
        if ((names.size() == 2 || first + 1 < names.size()) && is_there(workspace, rest))
            return rest;
    }
    return {};
}

}

std::optional<std::string> nearest_path(const Workspace& workspace, std::string_view path)
try {
    std::string plain(path);
    std::replace(plain.begin(), plain.end(), '\\', '/');
    const text::Names names = text::split_path(workspace.relative(plain));
    if (names.empty() || names.size() > max_names
        || std::find(names.begin(), names.end(), "..") != names.end())
        return {};
    if (plain != path && is_there(workspace, text::join_path(names)))
        return text::join_path(names);
    // If the first name exists, it cannot be a superfluous prefix such as "a/": search below it
    // before dropping it.
    if (is_there(workspace, names.front()))
        if (auto near = Walk(workspace).run(names))
            return near;
    if (auto rest = without_prefix(workspace, names))
        return rest;
    if (auto near = Walk(workspace).run(names))
        return near;
    const auto elsewhere = only_file_called(workspace, names.back());
    return elsewhere && is_there(workspace, *elsewhere) ? elsewhere : std::nullopt;
} catch (const ToolError&) {
    return {};
}

ToolError with_nearest_path(const Workspace& workspace, std::string_view path, ToolError error)
{
    if (error.code != Code::not_found)
        return error;
    if (const auto near = nearest_path(workspace, path))
        error.hint = "the nearest path is " + text::in_quotes(*near);
    return error;
}

namespace {

constexpr std::size_t max_entries_looked_at = 4000; // per directory

// Most names contain no character that can be spelled in two ways.
bool has_two_spellings(std::string_view path)
{
    return std::any_of(path.begin(), path.end(), [](char letter) {
        // There are other kinds of spaces, quotes and dashes.
        constexpr std::string_view typeset = " '\"-";
        return static_cast<unsigned char>(letter) >= 0x80 || typeset.find(letter) != typeset.npos;
    });
}

std::string look_of(std::string_view name)
{
    return text::with_plain_typography(text::decomposed(name));
}

// Returns the entry that a name means: the name itself if it exists.
std::optional<std::string> entry_like(
    const Workspace& workspace, const std::string& directory, std::string_view name)
{
    const File opened = workspace.open_directory(directory);
    const std::string look = look_of(name);
    std::optional<std::string> found;
    bool is_there = false;
    std::size_t alike = 0;
    system::for_first_entries(
        opened, directory, max_entries_looked_at, [&](std::string_view entry, unsigned char) {
            is_there = is_there || entry == name;
            if (is_temporary_name(entry) || !has_two_spellings(entry) || look_of(entry) != look)
                return;
            ++alike;
            found = entry;
        });
    return is_there || alike != 1 ? std::nullopt : found;
}

}

std::string spelled_as_on_disk(const Workspace& workspace, const std::string& path)
try {
    if (!has_two_spellings(path) || workspace.find(path))
        return path;
    const std::string relative = workspace.relative(path);
    std::string at = ".";
    bool is_there = true;
    bool is_other = false; // differs from the path
    for (const auto& name : text::split_path(relative)) {
        if (name == "..")
            return path;
        std::string next = text::join_resolved(at, name);
        if (is_there && !workspace.find(next))
            if (const auto entry = entry_like(workspace, at, name)) {
                next = text::join_resolved(at, *entry);
                is_other = true;
            }
        is_there = is_there && workspace.find(next).has_value();
        at = std::move(next);
    }
    return is_other ? at + (relative.ends_with('/') ? "/" : "") : path;
} catch (const ToolError&) {
    return path;
}

std::string with_directory_as_on_disk(const Workspace& workspace, const std::string& path)
{
    const std::size_t end = path.find_last_not_of('/');
    const std::size_t slash = end == std::string::npos ? end : path.rfind('/', end);
    if (slash == std::string::npos || slash == 0)
        return path;
    return spelled_as_on_disk(workspace, path.substr(0, slash)) + path.substr(slash);
}

}
