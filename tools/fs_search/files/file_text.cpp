#include "file_text.hpp"

#include "toolkit/text/characters.hpp"

#include <linux/magic.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
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

namespace {

constexpr unsigned xfs = 0x58465342; // not in linux/magic.h

// File systems whose reads copy from the page cache up to the size of the file, however long that
// takes. A network file system may return less.
constexpr std::array<unsigned, 4> with_whole_reads {
    EXT4_SUPER_MAGIC, xfs, BTRFS_SUPER_MAGIC, TMPFS_MAGIC};

std::optional<dev_t> device_of(const File& file)
{
    struct stat status { };
    if (fstat(file.descriptor(), &status) != 0)
        return std::nullopt;
    return status.st_dev;
}

}

std::optional<dev_t> device_with_whole_reads(const File& file)
{
    struct statfs system { };
    if (fstatfs(file.descriptor(), &system) != 0)
        return std::nullopt;
    const auto kind = static_cast<unsigned>(system.f_type);
    const bool is_known = std::find(with_whole_reads.begin(), with_whole_reads.end(), kind)
        != with_whole_reads.end();
    return is_known ? device_of(file) : std::nullopt;
}

ShortRead short_read_in(const File& directory, const std::optional<dev_t>& device_with_whole_reads)
{
    const bool is_there
        = device_with_whole_reads && device_of(directory) == device_with_whole_reads;
    return is_there ? ShortRead::is_the_end : ShortRead::may_go_on;
}

bool is_rewritten(const struct stat& before, const struct stat& now)
{
    const bool is_same_time = now.st_mtim.tv_sec == before.st_mtim.tv_sec
        && now.st_mtim.tv_nsec == before.st_mtim.tv_nsec;
    return now.st_size < before.st_size || (now.st_size == before.st_size && !is_same_time);
}

namespace {

constexpr std::size_t first_capacity = 256 << 10;

// Before a page that cannot be read, the kernel returns what precedes the page. The next read
// returns the error.
constexpr std::size_t smallest_page = 4096;

// The kernel returns somewhat less than 2 GiB for a larger read.
constexpr std::size_t max_bytes_of_read = 1 << 30;

// Removes the CR of each CRLF in place. Returns the new size.
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
    // Most files have no CR, and searching for one is faster than checking the end of each line.
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
        const std::size_t room = std::min(memory.size() - size, max_bytes_of_read);
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

namespace {

// Number of bytes to read after a block at first. The last line of the block usually ends there.
constexpr std::size_t rest_of_a_line = 4096;

}

bool LineBlock::read(const File& file, const BlockRange& range, std::size_t longest)
{
    // The byte before the range tells whether a line begins at the range.
    const std::size_t before = range.begin > 0 ? 1 : 0;
    begin = range.begin - before;
    filled = first = end = 0;
    is_at_end = cut = false;
    const std::size_t size = range.end - begin;
    if (!fill(file, size + rest_of_a_line))
        return false;
    const auto after_line_break = [&](std::size_t from) {
        const void* found
            = from < filled ? std::memchr(bytes() + from, '\n', filled - from) : nullptr;
        return found == nullptr
            ? filled
            : static_cast<std::size_t>(static_cast<const char*>(found) - bytes()) + 1;
    };
    first = before > 0 ? after_line_break(0) : 0;
    if (first >= std::min(size, filled)) { // no line begins here
        end = first;
        return true;
    }
    for (std::size_t from = size - 1;; from = end) {
        end = after_line_break(from);
        if (end < filled || is_at_end || (end > from && bytes()[end - 1] == '\n'))
            return true;
        cut = filled > size + longest;
        if (cut)
            return true;
        if (!fill(file, 2 * filled))
            return false;
    }
}

// Fills the memory up to `wanted` bytes or to the end of the file. Only a read that returns nothing
// is the end of the file.
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
