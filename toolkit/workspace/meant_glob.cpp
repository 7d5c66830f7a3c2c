#include "toolkit/workspace/meant_glob.hpp"

#include "toolkit/glob/glob.hpp"
#include "toolkit/glob/patterns.hpp"
#include "toolkit/system/directory.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/path_names.hpp"
#include "toolkit/text/text.hpp"
#include "toolkit/workspace/changed_file.hpp"
#include "toolkit/workspace/nearest_path.hpp"

#include <fcntl.h>

#include <algorithm>
#include <deque>
#include <optional>
#include <utility>

namespace toolkit::workspace {

namespace {

constexpr std::size_t max_entries_of_globs = 4000;

std::string directory_prefix(const std::string& path) { return path == "." ? "" : path + "/"; }

// Returns the part of an absolute glob after the directory `path`, with its '/'.
std::optional<std::string> rest_of_absolute(
    const Workspace& workspace, const std::string& path, const std::string& glob)
{
    const std::string& root = workspace.root_path();
    if (root == "/" || !glob.starts_with(root + "/"))
        return std::nullopt;
    std::string rest = glob.substr(root.size());
    const std::string prefix = "/" + directory_prefix(path);
    if (!rest.starts_with(prefix))
        return std::nullopt;
    return rest.substr(prefix.size() - 1);
}

std::size_t first_wildcard(std::string_view glob)
{
    return std::min(glob.find_first_of("*?[{\\@+!("), glob.size());
}

// Returns the size of the directories without wildcards at the beginning.
std::size_t size_of_literal_directories(std::string_view glob)
{
    const std::size_t slash = glob.substr(0, first_wildcard(glob)).rfind('/');
    return slash == std::string_view::npos ? 0 : slash;
}

// Returns the glob with its leading directories spelled as on the disk. A glob without a '/' before
// its end matches at any depth, and is returned unchanged.
std::string with_names_on_disk(
    const Workspace& workspace, const std::string& path, const std::string& glob)
{
    if (glob.find('/') >= glob.size() - 1)
        return glob;
    const bool is_path = first_wildcard(glob) == glob.size() && !glob.ends_with('/');
    const std::size_t size = is_path ? glob.size() : size_of_literal_directories(glob);
    const std::string start = directory_prefix(workspace.resolve(path));
    const std::string named = start + text::join_path(text::split_path(glob.substr(0, size)));
    const std::string spelled = spelled_as_on_disk(workspace, named);
    if (spelled == named || !spelled.starts_with(start))
        return glob;
    return "/" + spelled.substr(start.size()) + glob.substr(size);
}

std::string through_links(
    const Workspace& workspace, const std::string& path, const std::string& glob)
{
    const std::size_t size = size_of_literal_directories(glob);
    const std::string named = text::join_path(text::split_path(glob.substr(0, size)));
    if (size == 0 || size + 1 == glob.size() || named == ".")
        return glob;
    const std::string start = directory_prefix(workspace.resolve(path));
    const auto found = workspace.find(start + named);
    if (!found || *found == start + named || !found->starts_with(start))
        return glob;
    return "/" + found->substr(start.size()) + glob.substr(size);
}

bool matches_others(const File& directory, const std::string& path, const std::string& name)
try {
    bool is_found = false;
    const std::vector<std::string> patterns = glob::patterns_of(name);
    const std::vector<glob::Glob> globs(patterns.begin(), patterns.end());
    system::for_first_entries(
        directory, path, max_entries_of_globs, [&](std::string_view entry, unsigned char) {
            is_found = is_found
                || (entry != name
                    && std::any_of(globs.begin(), globs.end(),
                        [&](const glob::Glob& glob) { return glob.matches(entry); }));
        });
    return is_found;
} catch (const ToolError&) { // not a valid pattern
    return false;
}

std::string escaped(std::string_view name)
{
    std::string result;
    for (const char character : name) {
        if (std::string_view("[{}").find(character) != std::string_view::npos)
            result += '\\';
        result += character;
    }
    return result;
}

// Escapes names with brackets that exist, up to the first name that is missing or has one of
// '*', '?', ',' and the backslash.
std::string with_literal_names(
    const Workspace& workspace, const std::string& path, const std::string& glob)
{
    if (glob.find_first_of("[{") == std::string::npos)
        return glob;
    std::string directory = workspace.resolve(path);
    std::string result;
    for (std::string_view rest = glob; !rest.empty();) {
        const std::string name(rest.substr(0, rest.find('/')));
        if (!name.empty() && name != ".") {
            const bool is_plain = name != ".." && name.find_first_of("*?\\,") == std::string::npos;
            const auto found = is_plain ? workspace.find(text::join_resolved(directory, name))
                                        : std::optional<std::string>();
            if (!found)
                return result.append(rest);
            const std::string literal = escaped(name);
            if (literal != name
                && matches_others(workspace.open_directory(directory), directory, name))
                notes_of_call().literal_names.insert(name);
            result += literal;
            directory = *found;
        }
        rest.remove_prefix(name.size());
        result += rest.substr(0, 1);
        rest.remove_prefix(rest.empty() ? 0 : 1);
    }
    return result;
}

}

std::string meant_glob(const Workspace& workspace, const std::string& path, const std::string& glob)
try {
    if (glob.starts_with('!'))
        return "!" + meant_glob(workspace, path, glob.substr(1));
    const auto rest = rest_of_absolute(workspace, path, glob);
    const std::string spelled = with_names_on_disk(workspace, path, rest.value_or(glob));
    return with_literal_names(workspace, path, through_links(workspace, path, spelled));
} catch (const ToolError&) {
    return glob;
}

std::string note_on_literal_names()
{
    std::string names;
    for (const std::string& name : notes_of_call().literal_names)
        names += (names.empty() ? "" : ", ") + text::in_quotes(name);
    return names.empty() ? names
                         : names
            + " in 'globs': a file or directory has this name, so only that is meant, although it "
              "matches other names as a pattern; to match these, write {a,b} for [ab]";
}

std::vector<std::string> linked_directories(const Workspace& workspace, const std::string& path)
try {
    constexpr std::size_t max_links = 16;
    std::vector<std::string> links;
    std::deque<std::string> directories {path};
    for (std::size_t left = max_entries_of_globs; !directories.empty() && left > 0;
         directories.pop_front()) {
        const std::string at = directories.front();
        const File opened
            = system::open_in(workspace.root(), workspace.resolve(at), O_RDONLY | O_DIRECTORY);
        if (!opened)
            continue;
        system::for_first_entries(
            opened, at, left, [&](std::string_view entry, unsigned char type) {
                left -= left > 0 ? 1 : 0;
                if (entry.starts_with('.') || entry == "node_modules")
                    return;
                std::string name = text::join_resolved(at, std::string(entry));
                if (type == DT_LNK && links.size() < max_links)
                    links.push_back(std::move(name));
                else if (type == DT_DIR)
                    directories.push_back(std::move(name));
            });
    }
    std::erase_if(links, [&](const std::string& link) {
        try {
            return !workspace.open_directory(link);
        } catch (const ToolError&) {
            return true;
        }
    });
    std::sort(links.begin(), links.end());
    return links;
} catch (const ToolError&) {
    return {};
}

}
