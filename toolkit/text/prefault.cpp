#include "toolkit/text/prefault.hpp"

#include <sys/mman.h>

#include <cerrno>
#include <cstdint>

namespace toolkit::text {

#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23 // Linux 5.14
#endif

void prepare_to_fill(char* memory, std::size_t size) noexcept
{
    constexpr std::size_t page = 4096;
    constexpr std::size_t least = 64 * page;
    if (size < least)
        return;
    const int error = errno;
    char* const begin = memory + (page - reinterpret_cast<std::uintptr_t>(memory) % page) % page;
    const std::size_t length = (size - static_cast<std::size_t>(begin - memory)) / page * page;
    // If the kernel refuses one of these, nothing is lost.
    madvise(begin, length, MADV_HUGEPAGE);
    madvise(begin, length, MADV_POPULATE_WRITE);
    errno = error;
}

void reserve_to_fill(std::string& text, std::size_t size)
{
    text.reserve(size);
    prepare_to_fill(text.data() + text.size(), size - text.size());
}

}
