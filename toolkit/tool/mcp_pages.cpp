#include "toolkit/tool/mcp_pages.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <memory>

// The linker's.
// NOLINTBEGIN(readability-identifier-naming)
extern "C" const char __executable_start;
extern "C" char __data_start;
extern "C" char _end;
// NOLINTEND(readability-identifier-naming)

namespace toolkit::tool {

namespace {

#ifndef MADV_POPULATE_READ
constexpr int populate_read = 22; // Linux 5.14
constexpr int populate_write = 23;
#else
constexpr int populate_read = MADV_POPULATE_READ;
constexpr int populate_write = MADV_POPULATE_WRITE;
#endif

constexpr std::uintptr_t page = 4096;

std::uintptr_t address_of(const void* place) { return reinterpret_cast<std::uintptr_t>(place); }

// Below it the C++ library keeps 72 KiB for exceptions when memory is short.
const std::uintptr_t heap_begin = address_of(std::make_unique<char>().get());

// A kernel that refuses takes the faults later.
void populate(std::uintptr_t begin, std::uintptr_t end, int advice)
{
    begin -= begin % page;
    end += (page - end % page) % page;
    madvise(reinterpret_cast<void*>(begin), end - begin, advice); // NOLINT: of the process itself
}

}

void unshare_pages()
{
    constexpr std::uintptr_t max_heap = 64 * page;
    constexpr std::uintptr_t depth_of_call = 6 * page;
    populate(address_of(&__data_start), address_of(&_end), populate_write);
    const std::uintptr_t heap_end = address_of(sbrk(0));
    populate(heap_begin, std::min(heap_end, heap_begin + max_heap), populate_write);
    const std::uintptr_t here = address_of(__builtin_frame_address(0));
    populate(here - depth_of_call, here + page, populate_write);
}

// A fault maps what is in memory of the 64 KiB around it and of the same segment: to ask for each
// page would take longer.
void map_program(const std::function<bool()>& is_wanted)
{
    constexpr std::uintptr_t around = 16 * page;
    const std::uintptr_t end = address_of(&__data_start);
    for (std::uintptr_t place = address_of(&__executable_start); place < end && !is_wanted();
         place += around - place % around) {
        populate(place, place + 1, populate_read);
        const std::uintptr_t last = place + around - place % around - page;
        if (last > place && last < end)
            populate(last, last + 1, populate_read);
    }
}

}
