#include "agent/calls/result_files.hpp"

#include "toolkit/system/error.hpp"
#include "toolkit/system/outputs.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cstdint>
#include <utility>

namespace agent::calls {

ResultFiles::ResultFiles(std::string workspace)
    : workspace(std::move(workspace))
{
}

ResultFiles::Kept ResultFiles::keep(std::string_view bytes, const std::string& ending)
{
    try {
        return {make(bytes, ending)};
    } catch (const ToolError& error) {
        return {{}, error.message};
    }
}

std::string ResultFiles::make(std::string_view bytes, const std::string& ending)
{
    constexpr std::int64_t max_kept = std::int64_t {4} << 30;
    const File root(open(workspace.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    if (!root)
        throw system::system_error("cannot open the workspace");
    const File directory = system::open_outputs(root);
    const std::string name = system::name_for_output(ending);
    std::string path = ".agentcli/output/" + name;
    const File file(openat(directory.descriptor(), name.c_str(),
        O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
    if (!file)
        throw system::system_error("cannot make a file for the result");
    try {
        system::write_whole(file, path, bytes);
    } catch (const ToolError&) {
        unlinkat(directory.descriptor(), name.c_str(), 0);
        throw;
    }
    kept.push_back(name);
    system::remove_old_outputs(directory, max_kept, kept);
    return path;
}

}
