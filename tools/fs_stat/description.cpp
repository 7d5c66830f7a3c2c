#include "description.hpp"

#include "toolkit/system/directory.hpp"
#include "toolkit/system/hash.hpp"
#include "toolkit/text/text.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

namespace fs_stat {

using namespace toolkit;

static Description describe_entry(
    const Workspace& workspace, const std::string& path, const Wanted& wanted)
{
    const bool names_directory = path.ends_with('/');
    const bool keeps_link = wanted.last_link == workspace::LastLink::kept && !names_directory;
    const std::string resolved
        = keeps_link ? workspace.resolve_entry(path) : workspace.resolve(path);
    const File entry = system::open_in(workspace.root(), resolved, O_PATH);
    if (!entry)
        throw workspace::cannot_open(path, errno);
    Description description {system::status_of(entry, path), {}, {}};
    if (names_directory && !S_ISDIR(description.status.st_mode))
        throw workspace::cannot_open(path, ENOTDIR);
    if (S_ISLNK(description.status.st_mode))
        description.link_target = system::target_of(entry, path);
    if (wanted.hash == Hash::sha256 && S_ISREG(description.status.st_mode)) {
        const File file = workspace.open_to_read(resolved);
        description.status = system::status_of(file, path);
        description.sha256
            = system::sha256(file, path, {wanted.max_hashed_bytes, "hash", "leave out 'hash'"});
    }
    return description;
}

std::optional<Description> describe(
    const Workspace& workspace, const std::string& path, const Wanted& wanted)
{
    try {
        return describe_entry(workspace, path, wanted);
    } catch (const ToolError& error) {
        if (error.code == Code::not_found || error.code == Code::not_a_directory)
            return std::nullopt;
        throw;
    }
}

}
