#include "line_blocks.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstring>

LineBlocks::LineBlocks(const File& file, Pages& memory, std::size_t most)
    : file(file)
    , most(most)
    , block(memory)
{
}

LineBlocks::Step LineBlocks::next()
{
    filled -= end_of_lines;
    std::memmove(block.data(), block.data() + end_of_lines, filled);
    end_of_lines = 0;
    while (end_of_lines == 0) {
        if (filled == block.size())
            block.resize(2 * block.size());
        if (!fill())
            return Step::failed;
        if (offset > most)
            return Step::too_large;
        const void* last = memrchr(block.data(), '\n', filled);
        if (is_at_end)
            end_of_lines = filled;
        else if (last != nullptr)
            end_of_lines = static_cast<std::size_t>(static_cast<const char*>(last) - block.data()) + 1;
        if (is_at_end)
            return filled > 0 ? Step::lines : Step::end;
    }
    return Step::lines;
}

// As far as there is room. Only a read that gives nothing is the end.
bool LineBlocks::fill()
{
    while (filled < block.size() && !is_at_end) {
        const ssize_t count = ::pread(
            file.descriptor(), block.data() + filled, block.size() - filled, static_cast<off_t>(offset));
        if (count < 0 && errno != EINTR)
            return false;
        is_at_end = count == 0;
        filled += count > 0 ? static_cast<std::size_t>(count) : 0;
        offset += count > 0 ? static_cast<std::size_t>(count) : 0;
    }
    return true;
}
