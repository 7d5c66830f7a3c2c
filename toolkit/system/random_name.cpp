#include "toolkit/system/random_name.hpp"

#include "toolkit/system/error.hpp"
#include "toolkit/text/hexadecimal.hpp"

#include <sys/random.h>

#include <array>

namespace toolkit::system {

std::string random_name()
{
    std::array<unsigned char, random_name_length / 2> random {};
    if (getrandom(random.data(), random.size(), 0) != static_cast<ssize_t>(random.size()))
        throw system_error("cannot get random bytes for a name");
    return text::hexadecimal(random);
}

}
