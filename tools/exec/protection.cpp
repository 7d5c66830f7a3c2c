#include "protection.hpp"

#include "mounts.hpp"
#include "toolkit/opening.hpp"
#include "unavailable.hpp"

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/stat.h>

#include <array>
#include <cerrno>
#include <map>
#include <string>

namespace {

using namespace mounts;

// A mount of its own can't be moved or removed.
enum class Treatment { pinned, closed };

constexpr const char* what = "a protected path";
constexpr std::array parts_of_git {"config", "config.worktree", "commondir", "hooks", "info", "modules"};

// By path beneath the root; what holds another comes before it.
using Treatments = std::map<std::string, Treatment>;

// With all directories above it pinned: one that could be moved away would make room for another.
void close(Treatments& treatments, const std::string& path)
{
    for (std::size_t end = path.find('/'); end != std::string::npos; end = path.find('/', end + 1))
        treatments.emplace(path.substr(0, end), Treatment::pinned);
    treatments[path] = Treatment::closed;
}

// Nothing where it does not exist, or where a link is on the way.
File find(const File& root, const std::string& path)
{
    File place
        = open_beneath(root, path, O_PATH, RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS | RESOLVE_NO_SYMLINKS);
    if (!place && errno != ENOENT && errno != ENOTDIR && errno != ELOOP)
        throw unavailable(std::string(what) + ", open");
    return place;
}

Treatments treatments_of(const Workspace& workspace, const File& root)
{
    Treatments treatments;
    const std::string& repository = workspace.git_directory();
    const File git = find(root, repository);
    const bool is_directory = git && S_ISDIR(status_of(git, what).st_mode);
    if (is_directory)
        for (const char* part : parts_of_git)
            close(treatments, repository + "/" + part);
    if (!is_directory || repository != ".git")
        close(treatments, ".git");
    close(treatments, ".agentcli");
    for (const std::string& path : workspace.protected_by_operator())
        close(treatments, path);
    return treatments;
}

}

void protect(const Workspace& workspace)
{
    const File root(open(workspace.root_path().c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    if (!root)
        throw unavailable("the workspace, open");
    for (const auto& [path, treatment] : treatments_of(workspace, root)) {
        const File place = find(root, path);
        if (!place)
            continue;
        const File copy = copy_of(place, Depth::with_mounts_beneath, what);
        if (treatment == Treatment::closed)
            restrict_copy(copy, read_only, what);
        attach(copy, place, what);
    }
}
