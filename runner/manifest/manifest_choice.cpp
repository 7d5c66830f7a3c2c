#include "runner/manifest/manifest_choice.hpp"

#include "agent/calls/manifest.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/file.hpp"
#include "toolkit/system/hash.hpp"
#include "toolkit/system/named_file.hpp"
#include "toolkit/system/private_directory.hpp"
#include "toolkit/text/text.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include <cerrno>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

namespace runner::manifest {

using namespace agent;
using namespace toolkit;

namespace fs = std::filesystem;

static const char* const usual_manifest = "tools.json";
static const char* const no_manifest = "none";
static const char* const servers_of_workspace = ".mcp.json";

std::string absolute_path(const std::string& path)
{
    std::error_code error;
    const fs::path whole = fs::absolute(path, error);
    return error ? path : whole.string();
}

std::string absolute_manifest(const std::string& named)
{
    return named.empty() || named == no_manifest ? named : absolute_path(named);
}

Trusted place_of_manifest(const std::string& path)
{
    const fs::path whole = absolute_path(path);
    if (whole.filename() != usual_manifest)
        throw ToolError(Code::bad_request, text::in_quotes(path) + " is not called tools.json",
            "only ./tools.json is looked for; any other file is named by --tools, and needs no "
            "trust");
    std::error_code error;
    const fs::path directory = fs::canonical(whole.parent_path(), error);
    return {"manifest",
        error ? whole.parent_path().lexically_normal().string() : directory.string(),
        usual_manifest, {}};
}

FoundManifest read_found_manifest(const std::string& path)
{
    FoundManifest found {{}, place_of_manifest(path)};
    const File file(open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
    if (!file)
        throw system::system_error("cannot read " + text::in_quotes(path));
    if (!S_ISREG(system::status_of(file, path).st_mode))
        throw ToolError(Code::not_a_file, text::in_quotes(path) + " is not a regular file");
    found.text = system::read_whole(file, path, calls::max_manifest);
    found.trusted.sha256 = system::sha256(found.text);
    return found;
}

std::vector<std::string> files_named_by(const std::vector<std::string>& command, Missing missing)
{
    std::vector<std::string> files;
    for (std::size_t index = 1; index < command.size(); ++index) {
        const std::string& word = command[index];
        const std::string value = word.starts_with('-') ? word.substr(word.find('=') + 1) : word;
        std::error_code error;
        const fs::path directory = fs::path(value).parent_path();
        const bool may_be_made = missing == Missing::added && !directory.empty()
            && fs::path(value).has_filename() && !fs::exists(value, error)
            && fs::is_directory(directory, error);
        if (may_be_made || fs::is_regular_file(value, error))
            files.push_back(absolute_path(value));
    }
    return files;
}

static void add_files_of(const calls::ManifestTool& tool, std::vector<std::string>& files)
{
    files.push_back(tool.program);
    for (std::string& file : files_named_by(tool.command, Missing::left_out))
        files.push_back(std::move(file));
}

static bool is_there(const char* path)
{
    struct stat status { };
    return stat(path, &status) == 0 || errno != ENOENT;
}

static ManifestChoice obeying(
    const std::string& manifest, const std::string& path, const std::string& directory)
{
    calls::ManifestTools tools = calls::parse_all_of_manifest(manifest, path, directory);
    ManifestChoice choice {std::move(tools.offered), {absolute_path(path)}, {}};
    choice.for_operator = std::move(tools.for_operator);
    choice.undo = std::move(tools.undo);
    choice.read = std::move(tools.read);
    choice.list = std::move(tools.list);
    choice.run = std::move(tools.run);
    for (const auto* list : {&choice.tools, &choice.for_operator})
        for (const auto& tool : *list)
            add_files_of(tool, choice.obeyed);
    if (is_there(servers_of_workspace))
        choice.obeyed.push_back(absolute_path(servers_of_workspace));
    choice.launcher = std::move(tools.launcher);
    if (!choice.launcher.empty())
        choice.obeyed.push_back(choice.launcher.front());
    return choice;
}

static ManifestChoice obeying_named(const std::string& path)
{
    return obeying(system::read_named_file(path, "the manifest", calls::max_manifest), path,
        fs::absolute(path).parent_path().string());
}

// Returns false also for a manifest that cannot be read.
static std::optional<FoundManifest> find_trusted_manifest()
{
    std::optional<FoundManifest> found;
    try {
        found = read_found_manifest(usual_manifest);
    } catch (const ToolError&) { // 'agentcli trust' reports the error
        return {};
    }
    return is_trusted(found->trusted) ? std::move(found) : std::nullopt;
}

static std::string note_about(bool is_untrusted, bool has_installed)
{
    if (is_untrusted)
        return std::string("./tools.json is not trusted, so ")
            + (has_installed ? "the installed tools are used" : "there are no tools")
            + "; --tools ./tools.json uses it this time, 'agentcli trust' from now on";
    return has_installed ? ""
                         : "there is no manifest, so there are no tools; --tools FILE names one";
}

ManifestChoice choose_manifest(const std::string& named)
{
    if (named == no_manifest) {
        ManifestChoice none;
        none.obeyed.push_back(absolute_path(usual_manifest));
        return none;
    }
    if (!named.empty())
        return obeying_named(named);
    if (const auto found = find_trusted_manifest())
        return obeying(found->text, usual_manifest, found->trusted.directory);
    const std::string installed = system::installed_manifest();
    const bool has_installed = !installed.empty() && is_there(installed.c_str());
    ManifestChoice choice = has_installed ? obeying_named(installed) : ManifestChoice();
    choice.obeyed.push_back(absolute_path(usual_manifest));
    choice.note = note_about(is_there(usual_manifest), has_installed);
    return choice;
}

}
