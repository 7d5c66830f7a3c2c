#include "file_text.hpp"
#include "toolkit/text/utf16.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace fs_search::files {

using namespace toolkit;

namespace {

constexpr std::size_t first_capacity = 256 << 10;

// Where a page can't be read, the kernel gives what comes before it, and the error when it is asked
// for the next byte.
constexpr std::size_t smallest_page = 4096;

// Of more, the kernel gives somewhat less than 2 GiB.
constexpr std::size_t most_in_a_read = 1 << 30;

// Moves the text together, in place; answers its new size.
std::size_t remove_returns(char* text, std::size_t size)
{
    char* const end = text + size;
    char* to = nullptr; // null until there is something to move
    char* from = text;
    while (auto* line_end
        = static_cast<char*>(std::memchr(from, '\n', static_cast<std::size_t>(end - from)))) {
        const bool has_return = line_end > from && line_end[-1] == '\r';
        if (to != nullptr)
            to = std::copy(from, line_end - (has_return ? 1 : 0), to);
        else if (has_return)
            to = line_end - 1;
        if (to != nullptr)
            *to++ = '\n';
        from = line_end + 1;
    }
    if (to == nullptr)
        return size;
    return static_cast<std::size_t>(std::copy(from, end, to) - text);
}

}

std::string_view with_line_ends(std::span<char> text, LineEnds line_ends)
{
    // Most files have no CR, and to look for one is quicker than for each line end.
    const bool has_returns = line_ends == LineEnds::without_returns && !text.empty()
        && std::memchr(text.data(), '\r', text.size()) != nullptr;
    return {text.data(), has_returns ? remove_returns(text.data(), text.size()) : text.size()};
}

FileText::Read FileText::read(const File& file, std::size_t most, ShortRead short_read)
{
    size = 0;
    while (size <= most) {
        if (size == memory.size())
            memory.resize(std::max(first_capacity, 2 * size));
        const std::size_t room = std::min(memory.size() - size, most_in_a_read);
        const ssize_t count
            = ::pread(file.descriptor(), memory.data() + size, room, static_cast<off_t>(size));
        if (count < 0 && errno != EINTR)
            return Read::failed;
        const std::size_t got = count > 0 ? static_cast<std::size_t>(count) : 0;
        size += got;
        const bool is_short = count > 0 && got < room && size % smallest_page != 0;
        const bool is_end = count == 0 || (is_short && short_read == ShortRead::is_the_end);
        if (is_end)
            return size <= most ? Read::whole : Read::too_large;
    }
    return Read::too_large;
}

std::string_view FileText::text(LineEnds line_ends)
{
    const std::string_view bytes(memory.data(), size);
    char* begin = memory.data();
    std::size_t length = size;
    if (const auto order = toolkit::text::byte_order_of(bytes)) {
        decoded = toolkit::text::utf8_from_utf16(bytes.substr(2), *order);
        begin = decoded.data();
        length = decoded.size();
    } else if (bytes.starts_with(byte_order_mark)) {
        begin += byte_order_mark.size();
        length -= byte_order_mark.size();
    }
    return with_line_ends({begin, length}, line_ends);
}

void FileText::shrink()
{
    if (memory.size() <= first_capacity && decoded.capacity() <= first_capacity)
        return;
    memory = Pages();
    size = 0;
    decoded = std::string();
}

}
