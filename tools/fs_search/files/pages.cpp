#include "pages.hpp"

#include <sys/mman.h>

#include <new>
#include <utility>

namespace fs_search::files {

Pages::Pages(Pages&& other) noexcept
    : begin(std::exchange(other.begin, nullptr))
    , length(std::exchange(other.length, 0))
{
}

Pages& Pages::operator=(Pages&& other) noexcept
{
    std::swap(begin, other.begin);
    std::swap(length, other.length);
    return *this;
}

Pages::~Pages()
{
    if (begin != nullptr)
        munmap(begin, length);
}

void Pages::resize(std::size_t bytes)
{
    if (bytes == length)
        return;
    void* const pages = bytes == 0 ? nullptr
        : begin == nullptr
        ? mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        : mremap(begin, length, bytes, MREMAP_MAYMOVE); // NOLINT(cppcoreguidelines-pro-type-vararg)
    if (pages == MAP_FAILED) // NOLINT: a cast in a macro of the C library
        throw std::bad_alloc();
    if (bytes == 0)
        munmap(begin, length);
    begin = static_cast<char*>(pages);
    length = bytes;
}

}
