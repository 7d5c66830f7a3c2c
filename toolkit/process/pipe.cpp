#include "toolkit/process/pipe.hpp"

#include "toolkit/system/error.hpp"
#include "toolkit/system/watch.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>

namespace toolkit::process {

Pipe make_pipe()
{
    std::array<int, 2> ends {};
    if (pipe2(ends.data(), O_CLOEXEC) != 0)
        throw system::system_error("cannot make a pipe");
    return {File(ends[0]), File(ends[1])};
}

bool can_read_any(std::initializer_list<const File*> files)
{
    system::Watch watch;
    for (const File* file : files)
        watch.readable(file->descriptor()); // -1 is left out
    watch.until(system::Watch::Clock::now());
    watch.wait();
    return std::any_of(watch.descriptors.begin(), watch.descriptors.end(),
        [](const pollfd& one) { return one.revents != 0; });
}

void never_block(const File& file)
{
    fcntl(file.descriptor(), F_SETFL,
        fcntl(file.descriptor(), F_GETFL)
            | O_NONBLOCK); // NOLINT(cppcoreguidelines-pro-type-vararg)
}

}
