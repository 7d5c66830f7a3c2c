#include "frontends/workflow/run_group.hpp"

#include "toolkit/system/error.hpp"
#include "toolkit/system/hash.hpp"
#include "toolkit/system/private_directory.hpp"
#include "toolkit/text/text.hpp"

#include <fcntl.h>
#include <sys/types.h>

#include <chrono>
#include <csignal>

namespace frontends::workflow {

// The lock belongs to this process: its forks do not have it, and it ends when the file is closed.
static struct flock whole_file()
{
    struct flock lock { };
    lock.l_type = F_WRLCK;
    lock.l_whence = SEEK_SET;
    return lock;
}

static File open_group(const std::string& name)
{
    const std::string state = system::state_directory();
    if (state.empty())
        throw ToolError(Code::bad_request,
            "a workflow with 'concurrency' has a lock in the home directory, and there is none",
            "set XDG_STATE_HOME");
    (void)system::PrivateDirectory::make(state + "/groups"); // throws if others can change it
    const std::string path = state + "/groups/" + system::sha256(name);
    File file(open(path.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600));
    if (!file)
        throw system::system_error("cannot open the lock of the group " + text::in_quotes(name));
    return file;
}

// Takes the place. Returns the process that has it; 0 if it is ours now, or free again.
static pid_t holder_of(const File& file, bool& is_ours)
{
    struct flock lock = whole_file();
    is_ours = fcntl(file.descriptor(), F_SETLK, &lock) == 0;
    if (is_ours)
        return 0;
    if (errno != EACCES && errno != EAGAIN)
        throw system::system_error("cannot lock the group");
    lock = whole_file();
    return fcntl(file.descriptor(), F_GETLK, &lock) == 0 && lock.l_type != F_UNLCK ? lock.l_pid : 0;
}

RunGroup::RunGroup(
    const Wanted& wanted, system::Cancel& cancel, const std::function<void(std::string_view)>& note)
    : held(open_group(wanted.name))
{
    constexpr std::chrono::milliseconds pause {100};
    pid_t told = 0;
    for (bool is_ours = false;;) {
        const pid_t holder = holder_of(held, is_ours);
        if (is_ours)
            return;
        if (holder > 1 && holder != told) {
            told = holder;
            note("the process " + std::to_string(holder) + " has the group "
                + text::in_quotes(wanted.name)
                + (wanted.cancels ? ", and is ended" : ": this run begins after it"));
            if (wanted.cancels)
                kill(holder, SIGTERM);
        }
        cancel.wait(pause);
        cancel.check();
    }
}

}
