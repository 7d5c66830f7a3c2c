#include "line_block.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace fs_search::files {

using namespace toolkit;

namespace {

// So much is read at first behind a block, where its last line most often ends.
constexpr std::size_t rest_of_a_line = 4096;

}

bool LineBlock::read(const File& file, const BlockRange& range, std::size_t longest)
{
    // The byte before tells whether a line begins with the range.
    const std::size_t before = range.begin > 0 ? 1 : 0;
    begin = range.begin - before;
    filled = first = end = 0;
    is_at_end = cut = false;
    const std::size_t size = range.end - begin;
    if (!fill(file, size + rest_of_a_line))
        return false;
    const auto behind_line_break = [&](std::size_t from) {
        const void* found
            = from < filled ? std::memchr(bytes() + from, '\n', filled - from) : nullptr;
        return found == nullptr
            ? filled
            : static_cast<std::size_t>(static_cast<const char*>(found) - bytes()) + 1;
    };
    first = before > 0 ? behind_line_break(0) : 0;
    if (first >= std::min(size, filled)) { // no line begins here
        end = first;
        return true;
    }
    for (std::size_t from = size - 1;; from = end) {
        end = behind_line_break(from);
        if (end < filled || is_at_end || (end > from && bytes()[end - 1] == '\n'))
            return true;
        cut = filled > size + longest;
        if (cut)
            return true;
        if (!fill(file, 2 * filled))
            return false;
    }
}

// To so many bytes in memory, or to the end of the file: only a read that gives nothing is that.
bool LineBlock::fill(const File& file, std::size_t wanted)
{
    if (memory.size() < page + wanted)
        memory.resize(page + wanted);
    while (filled < wanted && !is_at_end) {
        const ssize_t count = ::pread(file.descriptor(), bytes() + filled, wanted - filled,
            static_cast<off_t>(begin + filled));
        if (count < 0 && errno != EINTR)
            return false;
        is_at_end = count == 0;
        filled += count > 0 ? static_cast<std::size_t>(count) : 0;
    }
    return true;
}

}
