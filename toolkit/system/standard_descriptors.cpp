#include "toolkit/system/standard_descriptors.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

namespace toolkit::system {

void hold_standard_descriptors()
{
    for (int descriptor = STDIN_FILENO; descriptor <= STDERR_FILENO; ++descriptor) {
        if (fcntl(descriptor, F_GETFD) >= 0)
            continue;
        const int access = descriptor == STDOUT_FILENO ? O_RDONLY : O_RDWR;
        if (open("/dev/null", access) < 0) // NOLINT(cppcoreguidelines-pro-type-vararg)
            memfd_create("closed", 0);
    }
}

}
