#include "spill.hpp"

#include "toolkit/system/error.hpp"
#include "toolkit/system/outputs.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <utility>

namespace exec::output {

using namespace toolkit;

Spill::Spill(const Workspace& workspace, std::string stream, std::int64_t limit)
    : workspace(workspace)
    , stream(std::move(stream))
    , room(limit)
{
}

Spill Spill::none(const Workspace& workspace)
{
    Spill spill(workspace, "", 0);
    spill.cut = true;
    return spill;
}

std::string Spill::path() const { return name.empty() ? "" : ".agentcli/output/" + name; }

void Spill::make()
{
    folder = system::open_outputs(workspace.root());
    const std::string made = system::name_for_output(stream);
    constexpr int flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
    file = File(openat(folder.descriptor(), made.c_str(), flags, S_IRUSR | S_IWUSR));
    if (!file)
        throw system::system_error("cannot make a file for the output");
    flock(
        file.descriptor(), LOCK_EX | LOCK_NB); // where it can't be had, the file is the newest yet
    name = made;
}

void Spill::write(std::string_view bytes)
{
    if (!file)
        make();
    system::write_whole(file, path(), bytes);
}

void Spill::append(std::string_view bytes)
{
    if (!reason.empty() || cut)
        return;
    cut = std::cmp_greater(bytes.size(), room);
    bytes = bytes.substr(0, static_cast<std::size_t>(room));
    room -= static_cast<std::int64_t>(bytes.size());
    try {
        write(bytes);
    } catch (const ToolError& error) {
        reason = error.message;
        if (!name.empty())
            unlinkat(folder.descriptor(), name.c_str(), 0);
        name.clear();
        file.close();
    }
}

}
