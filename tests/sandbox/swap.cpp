// swap A B: exchanges two names without a rest, as an attacker who races against a check does. Ends
// with its parent.

#include <fcntl.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>

int main(int argc, char** argv)
{
    constexpr unsigned longest = 120; // seconds
    alarm(longest);
    if (argc != 3 || prctl(PR_SET_PDEATHSIG, SIGKILL) != 0)
        return 2;
    while (renameat2(AT_FDCWD, argv[1], AT_FDCWD, argv[2], RENAME_EXCHANGE) == 0)
        continue;
    return 1;
}
