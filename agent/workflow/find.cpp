#include "agent/workflow/find.hpp"

#include "toolkit/system/error.hpp"
#include "toolkit/system/hash.hpp"
#include "toolkit/system/named_file.hpp"
#include "toolkit/system/private_directory.hpp"
#include "toolkit/text/suggestion.hpp"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

namespace agent::workflow {

namespace fs = std::filesystem;

static const char* const workspace_directory = ".agentcli/workflows";

static std::string users_directory()
{
    const std::string config = system::config_directory();
    return config.empty() ? "" : config + "/workflows";
}

std::string_view name_of(Source source)
{
    return source == Source::path ? "path" : source == Source::user ? "user" : "workspace";
}

static std::string read_text(const std::string& path)
{
    return system::read_named_file(path, "the workflow", max_yaml_bytes);
}

static std::string read_regular_text(const std::string& path)
{
    return system::read_found_file(
        path, "the workflow", max_yaml_bytes, system::LinksOut::followed);
}

void judge_as_found(FoundFile& file)
{
    const fs::path path(file.path);
    std::error_code error;
    const fs::path directory
        = fs::canonical(path.parent_path().empty() ? fs::path(".") : path.parent_path(), error);
    file.trusted = {"workflow", error ? "" : directory.string(), path.filename().string(),
        system::sha256(file.text)};
    file.is_trusted = !error && trust::is_trusted(file.trusted);
}

FoundFile read_workspace_file(const std::string& path)
{
    FoundFile found {
        path, Source::workspace, system::read_found_file(path, "the workflow", max_yaml_bytes)};
    judge_as_found(found);
    return found;
}

// Returns the path of the file with this name in a directory, empty if there is none. Throws if
// there are two.
static std::string file_in(const std::string& directory, const std::string& name)
{
    std::string path;
    for (const char* ending : {".yaml", ".yml"}) {
        const std::string candidate = directory + "/" + name + ending;
        std::error_code error;
        if (directory.empty() || !fs::exists(fs::symlink_status(candidate, error)))
            continue;
        if (!path.empty())
            throw ToolError(Code::bad_request,
                "there are both " + text::in_quotes(path) + " and " + text::in_quotes(candidate),
                "remove one of them");
        path = candidate;
    }
    return path;
}

static std::vector<std::string> files_of(const std::string& directory)
{
    std::vector<std::string> files;
    std::error_code error;
    for (fs::directory_iterator entry(directory, error), end; !error && entry != end;
         entry.increment(error)) {
        const std::string name = entry->path().filename().string();
        if (is_workflow_name(name_of_file(name))
            && (name.ends_with(".yaml") || name.ends_with(".yml")))
            files.push_back(directory + "/" + name);
    }
    std::sort(files.begin(), files.end());
    return files;
}

static ToolError unknown_workflow(const std::string& name)
{
    std::vector<std::string> names;
    for (const auto& directory : {std::string(workspace_directory), users_directory()})
        for (const auto& file : files_of(directory))
            names.push_back(name_of_file(file));
    const bool is_file = name.ends_with(".yaml") || name.ends_with(".yml");
    return {Code::bad_request, "there is no workflow " + text::in_quotes(name),
        is_file ? "'./" + name + "' names a file of the current directory"
                : text::did_you_mean(name, names, "'agentcli workflow list' lists them")};
}

static FoundFile find_by_name(const std::string& name)
{
    if (!is_workflow_name(name))
        throw unknown_workflow(name);
    const std::string own = file_in(workspace_directory, name);
    const std::string users = file_in(users_directory(), name);
    if (own.empty() && users.empty())
        throw unknown_workflow(name);
    if (own.empty())
        return {users, Source::user, read_regular_text(users)};
    FoundFile found = read_workspace_file(own);
    if (!found.is_trusted && !users.empty())
        throw ToolError(Code::bad_request,
            text::in_quotes(own) + ", which is not trusted, has the name of "
                + text::in_quotes(users),
            "name one by its path: -w ./" + own + ", or -w " + users);
    return found;
}

// Removes the name after the last colon, and returns it. Returns an empty text if there is none, or
// if a file has the whole name.
static std::string split_inner_name(std::string& name)
{
    const auto colon = name.rfind(':');
    std::error_code error;
    if (colon == std::string::npos || !is_workflow_name(std::string_view(name).substr(colon + 1))
        || (name.find('/') != std::string::npos && fs::exists(name, error)))
        return {};
    std::string inner = name.substr(colon + 1);
    name.erase(colon);
    return inner;
}

NamedWorkflow find_workflow(const std::string& name, NamedBy by)
{
    std::string file = name;
    std::string inner = split_inner_name(file);
    if (file.find('/') == std::string::npos)
        return {find_by_name(file), std::move(inner)};
    return {{file, Source::path, by == NamedBy::file ? read_regular_text(file) : read_text(file)},
        std::move(inner)};
}

NamedWorkflow find_beside(const FileOfStep& from, const std::string& name)
{
    const std::string_view relative = without_inner_name(name);
    const std::string path = (fs::path(from.directory) / relative).lexically_normal().string();
    const std::string inner = name.substr(std::min(relative.size() + 1, name.size()));
    if (from.source == Source::workspace)
        return {read_workspace_file(path), inner};
    return {{path, from.source, read_regular_text(path)}, inner};
}

static FoundFile listed(const std::string& path, Source source)
try {
    return source == Source::workspace ? read_workspace_file(path)
                                       : FoundFile {path, source, read_regular_text(path)};
} catch (const ToolError&) {
    return {path, source, {}, source != Source::workspace};
}

std::vector<FoundFile> list_workflow_files()
{
    std::vector<FoundFile> all;
    for (const auto& path : files_of(workspace_directory))
        all.push_back(listed(path, Source::workspace));
    for (const auto& path : files_of(users_directory()))
        all.push_back(listed(path, Source::user));
    return all;
}

CheckedFile read_workflows(const FoundFile& found)
{
    const auto slash = found.path.rfind('/');
    return read_workflows(found.text,
        {found.path, slash == std::string::npos ? "." : found.path.substr(0, slash),
            found.is_trusted});
}

}
