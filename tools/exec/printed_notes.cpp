#include "printed_notes.hpp"

#include "toolkit/json/json.hpp"
#include "toolkit/text/path_names.hpp"
#include "toolkit/text/text.hpp"
#include "tools/exec/git/repository.hpp"

#include <cstdlib>
#include <string_view>
#include <vector>

namespace exec {

static bool has_line_with(std::string_view text, std::string_view first, std::string_view second)
{
    for (std::size_t at = 0; (at = text.find(first, at)) != std::string_view::npos;
         at += first.size()) {
        const std::size_t begin = text.rfind('\n', at) + 1; // 0 if there is no newline before
        if (text.substr(begin, text.find('\n', at) - begin).find(second) != std::string_view::npos)
            return true;
    }
    return false;
}

// Returns the note about localhost, or an empty string if `printed` does not call for it.
static std::string note_about_localhost(const Request& request, const std::string& printed)
{
    const auto has = [&](const char* words) { return printed.find(words) != std::string::npos; };
    const bool is_refused = has("onnection refused") || has("ECONNREFUSED")
        || has("ouldn't connect to server") || has("ould not connect to server");
    return request.network == sandbox::Network::off && is_refused
        ? "each command has a localhost of its own: start server and client in one command"
        : "";
}

// Returns the directory of the repository of the root if the root is a linked working tree and the
// repository is outside it; otherwise returns an empty string. The directory is read from `.git`,
// which commands cannot change, not from the output of the command.
static std::string repository_outside(const Workspace& workspace)
{
    constexpr std::string_view first = "gitdir: ";
    const std::string text = git::text_of(workspace, ".git");
    const std::string place = text.substr(0, text.find('\n'));
    const std::size_t end = place.rfind("/worktrees/");
    if (!place.starts_with(first) || end == std::string::npos || end <= first.size())
        return {};
    const std::string directory = place.substr(first.size(), end - first.size());
    const bool is_outside = directory.starts_with('/')
        && !text::strip_root(directory, workspace.root_path()).has_value();
    return is_outside ? directory : "";
}

static std::string note_about_git(const Workspace& workspace, const std::string& printed)
{
    const std::string outside = repository_outside(workspace);
    for (const char* refusal : {"Read-only file system", "Permission denied"})
        if (!outside.empty() && has_line_with(printed, outside + "/", refusal))
            return "the repository of this working tree is in '" + text::printable(outside)
                + "', outside the root, where commands cannot write: the operator can grant it "
                  "with --write="
                + text::printable(outside);
    if (has_line_with(printed, ".git/config", "Device or resource busy")
        || has_line_with(printed, ".git", "Read-only file system"))
        return "commands cannot change .git/config, hooks, info and modules, since git runs what "
               "they name: set values for one call with git -c, and leave git remote add, git "
               "submodule add and the like to the user";
    return {};
}

void add_note(
    Json& answer, const Request& request, const Workspace& workspace, const std::string& printed)
{
    const sandbox::Enclosure& enclosure = *request.enclosed.enclosure;
    if (enclosure.level() != sandbox::Level::namespaces)
        return;
    std::vector<std::string> notes {
        note_about_localhost(request, printed), note_about_git(workspace, printed)};
    if (enclosure.temporary_path() == "/tmp" && has_line_with(printed, "o such file", "/tmp/"))
        notes.emplace_back(
            "each command has a new /tmp: keep files for later commands in the workspace");
    std::string all;
    for (const std::string& note : notes)
        if (!note.empty())
            all += (all.empty() ? "" : "; ") + note;
    if (!all.empty())
        answer["note"] = all;
}

static bool is_refused_at_home(const std::string& text)
{
    const char* home = std::getenv("HOME"); // NOLINT(concurrency-mt-unsafe): one thread here
    const bool is_refused = text.find("Read-only file system") != std::string::npos
        || text.find("read-only file system") != std::string::npos
        || text.find("EROFS") != std::string::npos;
    return is_refused && home != nullptr && *home == '/'
        && text.find(std::string(home) + "/") != std::string::npos;
}

void add_place_for_caches(Json& answer, const std::string& printed, const std::string& place)
{
    if (answer.at("exitCode") == 0 || place.empty() || !is_refused_at_home(printed))
        return;
    const Json cache {{"XDG_CACHE_HOME", place}, {"npm_config_cache", place + "/npm"},
        {"GOCACHE", place + "/go"}};
    answer["hint"] = "the home directory is read-only here; set 'env' so that programs keep their "
                     "caches elsewhere: "
        + cache.dump();
}

}
