#include "runner/servers/server_paths.hpp"

#include "toolkit/text/contains.hpp"
#include "toolkit/text/path_names.hpp"
#include "toolkit/text/text.hpp"
#include "toolkit/workspace/secret_files.hpp"

#include <algorithm>
#include <array>
#include <climits>
#include <filesystem>
#include <optional>
#include <system_error>

namespace runner::servers {

using namespace toolkit;

namespace fs = std::filesystem;

namespace {

// Variables that name directories of the system or the user, not data of this server.
constexpr std::array<std::string_view, 10> variables_without_data {"PATH", "HOME", "TMPDIR",
    "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_RUNTIME_DIR",
    "NODE_PATH", "PYTHONPATH"};
constexpr std::array<std::string_view, 2> container_programs {"docker", "podman"};
constexpr std::array<std::string_view, 5> ends_of_databases {
    ".db", ".sqlite", ".sqlite3", ".duckdb", ".log"};

bool looks_like_path(std::string_view word)
{
    return word == "." || word == ".."
        || ((word.starts_with('/') && !word.starts_with("//")) || word.starts_with("./")
            || word.starts_with("../") || word.starts_with("~/"));
}

// Returns "./a" for "--repo=./a" and "file:./a"; an empty text for an option without '='.
std::string_view without_prefix(std::string_view word)
{
    if (const std::size_t equals = word.find('='); word.starts_with('-'))
        word = equals == std::string_view::npos ? std::string_view() : word.substr(equals + 1);
    for (const std::string_view prefix : {"sqlite:///", "file://", "file:"})
        if (word.starts_with(prefix))
            return word.substr(prefix.size());
    return word;
}

// Returns the source of a volume: "./data" for "./data:/data:ro".
std::string_view source_of_volume(std::string_view value)
{
    return value.substr(0, value.find(':'));
}

std::optional<NamedPath> named_path(
    std::string_view word, const EntryWords& entry, const FindPath& find)
{
    const std::string path(without_prefix(word));
    const bool is_certain = looks_like_path(path);
    if (path.empty() || path.size() >= PATH_MAX || path.find_first_of({"\0\n", 2}) != path.npos
        || (path.starts_with("~/") && entry.home.empty()))
        return {};
    FoundPath found = find(normal_path(path, entry.directory, entry.home));
    if (!is_certain && found.kind == FoundPath::Kind::missing)
        return {};
    return NamedPath {path, std::move(found), is_certain};
}

bool is_volume_option(std::string_view word) { return word == "-v" || word == "--volume"; }

std::vector<std::string_view> words_with_paths(const EntryWords& entry)
{
    const bool is_container
        = text::contains(container_programs, fs::path(entry.program).filename().string());
    constexpr std::string_view volume = "--volume=";
    std::vector<std::string_view> words;
    words.reserve(entry.arguments.size() + entry.variables.size());
    for (std::size_t at = 0; at < entry.arguments.size(); ++at) {
        const std::string_view word = entry.arguments[at];
        if (word.starts_with(volume))
            words.push_back(source_of_volume(word.substr(volume.size())));
        else if (at > 0 && is_volume_option(entry.arguments[at - 1]))
            words.push_back(source_of_volume(word));
        else if (!is_container)
            words.push_back(word);
    }
    for (const auto& [name, value] : entry.variables)
        if (!is_container && !text::contains(variables_without_data, name))
            words.push_back(value);
    return words;
}

bool is_at_or_beneath(std::string_view path, std::string_view place)
{
    return text::strip_root(path, place).has_value();
}

bool is_in_workspace(const ServerView& view, const NamedPath& path)
{
    return is_at_or_beneath(path.found.real, view.workspace);
}

std::string directory_of(const std::string& path)
{
    const std::string directory = fs::path(path).parent_path().string();
    return directory.empty() ? "." : directory;
}

std::string quoted(const std::string& path) { return text::in_quotes(text::printable(path)); }

PathFinding hidden_finding(const NamedPath& path, const ServerView& view)
{
    const std::string show = "\"show\": [\"" + text::printable(path.written) + "\"]";
    const bool is_inside = is_in_workspace(view, path);
    if (path.found.real == view.workspace)
        return {PathFinding::Kind::note,
            quoted(path.written)
                + " is the workspace, in which it sees nothing; \"workspace\": "
                  "\"read\" in its sandbox shows it"};
    const std::string name
        = path.is_directory_to_run_in ? "'cwd' (" + path.written + ")" : quoted(path.written);
    const bool is_secret = workspace::is_secret_name(fs::path(path.found.real).filename().string());
    return {path.is_certain ? PathFinding::Kind::error : PathFinding::Kind::warning,
        name + " is hidden from it; "
            + (is_inside && !is_secret ? "\"workspace\": \"read\" or " : std::string()) + show
            + " in its sandbox shows it"};
}

bool is_written_usually(const std::string& path)
{
    return std::any_of(ends_of_databases.begin(), ends_of_databases.end(),
        [&](std::string_view end) { return path.ends_with(end); });
}

PathFinding not_writable(const NamedPath& path)
{
    return {PathFinding::Kind::warning,
        "it cannot write " + quoted(path.written) + "; \"write\": [\""
            + text::printable(directory_of(path.written))
            + "\"] in its sandbox allows its directory"};
}

std::optional<PathFinding> finding_about(const NamedPath& path, const ServerView& view)
{
    using Kind = FoundPath::Kind;
    const PathAccess access = access_to(view, path.found.real);
    const bool is_missing = path.found.kind == Kind::missing;
    if (access == PathAccess::own_copy)
        return PathFinding {path.is_certain ? PathFinding::Kind::error : PathFinding::Kind::warning,
            quoted(path.written)
                + " is not seen: the server has a /tmp of its own; \"show\" or "
                  "\"write\" in its sandbox names what it uses there"};
    if (access == PathAccess::hidden && !is_missing)
        return hidden_finding(path, view);
    if (access == PathAccess::write)
        return {};
    const bool is_in_root = directory_of(path.found.real) == "/";
    if (path.found.kind != Kind::directory && is_written_usually(path.written)
        && (path.found.has_parent || !is_missing))
        return not_writable(path);
    if (is_missing)
        return path.found.has_parent && !is_in_root ? std::optional(not_writable(path))
                                                    : std::nullopt;
    if (path.found.kind == Kind::directory && is_in_workspace(view, path)
        && !path.is_directory_to_run_in)
        return PathFinding {PathFinding::Kind::note,
            "it can read " + quoted(path.written)
                + ", not change it; \"workspace\": \"write\" in its sandbox allows that"};
    return {};
}

}

FoundPath found_path(const std::string& absolute)
{
    std::error_code error;
    const fs::path real = fs::weakly_canonical(absolute, error);
    if (error)
        return {FoundPath::Kind::missing, absolute, false};
    const fs::file_status status = fs::status(real, error);
    FoundPath found {FoundPath::Kind::missing, real.string(), true};
    if (fs::exists(status))
        found.kind = fs::is_directory(status) ? FoundPath::Kind::directory : FoundPath::Kind::file;
    else
        found.has_parent = fs::is_directory(real.parent_path(), error);
    return found;
}

std::string normal_path(
    const std::string& path, const std::string& directory, const std::string& home)
{
    const bool begins_at_home = !home.empty() && (path == "~" || path.starts_with("~/"));
    const fs::path whole = begins_at_home ? home + path.substr(1) : path;
    std::string normal = (fs::path(directory) / whole).lexically_normal().string();
    while (normal.size() > 1 && normal.ends_with('/'))
        normal.pop_back();
    return normal;
}

std::vector<NamedPath> named_paths(const EntryWords& entry, const FindPath& find)
{
    std::vector<NamedPath> paths;
    if (entry.program.find('/') != std::string::npos)
        paths.push_back({entry.written_program, find(entry.program)});
    if (!entry.written_directory.empty())
        paths.push_back({entry.written_directory, find(entry.directory), true, true});
    for (const std::string_view word : words_with_paths(entry))
        if (auto path = named_path(word, entry, find))
            paths.push_back(*std::move(path));
    return paths;
}

PathAccess access_to(const ServerView& view, std::string_view path)
{
    PathAccess access = PathAccess::read;
    std::size_t longest = 0;
    for (const auto& place : view.places)
        if (is_at_or_beneath(path, place.path) && place.path.size() >= longest) {
            access = place.access;
            longest = place.path.size();
        }
    const auto is_named = [&](const ServerView::Place& place) {
        return place.path == path && place.access != PathAccess::hidden;
    };
    const bool is_secret = view.hides_secrets && is_at_or_beneath(path, view.workspace)
        && workspace::is_secret_name(path.substr(path.rfind('/') + 1))
        && std::none_of(view.places.begin(), view.places.end(), is_named);
    return is_secret ? PathAccess::hidden : access;
}

std::vector<PathFinding> path_findings(const std::vector<NamedPath>& paths, const ServerView& view)
{
    std::vector<PathFinding> findings;
    findings.reserve(paths.size());
    for (const NamedPath& path : paths)
        if (auto finding = finding_about(path, view))
            findings.push_back(*std::move(finding));
    return findings;
}

}
