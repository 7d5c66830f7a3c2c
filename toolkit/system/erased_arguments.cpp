#include "toolkit/system/erased_arguments.hpp"

#include <unistd.h>

#include <array>
#include <cstring>

namespace toolkit::system {

static void erase_texts(char** texts)
{
    for (; texts != nullptr && *texts != nullptr; ++texts)
        explicit_bzero(*texts, std::strlen(*texts));
}

void erase_arguments_and_environment(char** argv)
{
    if (argv != nullptr && *argv != nullptr)
        erase_texts(argv + 1);
    erase_texts(environ);
    static std::array<char*, 1> none {};
    environ = none.data();
}

}
