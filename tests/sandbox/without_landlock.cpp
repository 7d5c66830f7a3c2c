// without_landlock PROGRAM [ARGUMENT …]: runs it as on a kernel without Landlock, whose calls fail
// with ENOSYS.

#include "toolkit/sandbox/seccomp.hpp"

#include <sys/prctl.h>
#include <unistd.h>

#include <cerrno>

using namespace toolkit::sandbox;

int main(int argc, char** argv)
{
    constexpr int landlock_calls[] = {444, 445, 446};
    if (argc < 2 || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
        return 126;
    std::vector<seccomp::Rule> rules;
    for (const int call : landlock_calls)
        rules.push_back({call, seccomp::fail(ENOSYS)});
    seccomp::install(std::move(rules), seccomp::allow());
    execv(argv[1], argv + 1);
    return 127;
}
