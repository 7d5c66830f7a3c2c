#include "toolkit/system/random.hpp"

#include "toolkit/system/error.hpp"

#include <sys/random.h>

#include <string>

namespace toolkit::system {

void fill_randomly(std::span<unsigned char> bytes, const char* purpose)
{
    if (getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size()))
        throw system_error(std::string("cannot get random bytes for ") + purpose);
}

}
