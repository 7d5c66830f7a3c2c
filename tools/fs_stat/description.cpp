#include "description.hpp"

#include "toolkit/directory.hpp"
#include "toolkit/hash.hpp"
#include "toolkit/text.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

static Description describe_entry(
    const Workspace& workspace, const std::string& path, LastLink last_link, Hash hash)
{
    const bool names_directory = path.ends_with('/');
    const bool keeps_link = last_link == LastLink::kept && !names_directory;
    const std::string resolved = keeps_link ? workspace.resolve_entry(path) : workspace.resolve(path);
    const File entry = open_in(workspace.root(), resolved, O_PATH);
    if (!entry)
        throw cannot_open(path, errno);
    Description description {status_of(entry, path), {}, {}};
    if (names_directory && !S_ISDIR(description.status.st_mode))
        throw cannot_open(path, ENOTDIR);
    if (S_ISLNK(description.status.st_mode))
        description.link_target = target_of(entry, path);
    if (hash == Hash::sha256 && S_ISREG(description.status.st_mode)) {
        const File file = workspace.open_to_read(resolved);
        description.status = status_of(file, path);
        description.sha256 = sha256(file, path);
    }
    return description;
}

std::optional<Description> describe(
    const Workspace& workspace, const std::string& path, LastLink last_link, Hash hash)
{
    try {
        return describe_entry(workspace, path, last_link, hash);
    } catch (const ToolError& error) {
        if (error.code == Code::not_found || error.code == Code::not_a_directory)
            return std::nullopt;
        throw;
    }
}
