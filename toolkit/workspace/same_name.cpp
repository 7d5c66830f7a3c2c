#include "toolkit/workspace/same_name.hpp"

#include "toolkit/system/directory.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/decomposed.hpp"
#include "toolkit/text/folding.hpp"
#include "toolkit/text/path_names.hpp"
#include "toolkit/workspace/temporary_name.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace toolkit::workspace {

namespace {

constexpr std::size_t max_entries_looked_at = 4000; // of a directory

// Most names have none of what may be spelled in two ways.
bool has_two_spellings(std::string_view path)
{
    return std::any_of(path.begin(), path.end(), [](char letter) {
        constexpr std::string_view typeset = " '\"-"; // also as other spaces, quotes and dashes
        return static_cast<unsigned char>(letter) >= 0x80 || typeset.find(letter) != typeset.npos;
    });
}

std::string look_of(std::string_view name)
{
    return text::with_plain_typography(text::decomposed(name));
}

// Returns the entry that a name means, which is the name itself if there is one of it.
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
    bool is_other = false; // than the path
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
