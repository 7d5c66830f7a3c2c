#include "toolkit/system/file.hpp"

#include "toolkit/system/error.hpp"
#include "toolkit/text/prefault.hpp"
#include "toolkit/text/text.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <limits>
#include <optional>
#include <span>
#include <utility>

namespace toolkit::system {

File::File(int descriptor) noexcept
    : number(descriptor)
{
}

File::File(File&& other) noexcept
    : number(std::exchange(other.number, -1))
{
}

File& File::operator=(File&& other) noexcept
{
    std::swap(number, other.number);
    return *this;
}

File::~File() { close(); }

void File::close() noexcept
{
    if (number >= 0)
        ::close(std::exchange(number, -1));
}

struct stat status_of(const File& file, std::string_view name)
{
    struct stat status { };
    if (fstat(file.descriptor(), &status) != 0)
        throw system_error("cannot look at " + text::in_quotes(name));
    return status;
}

// Reads once. Returns fewer bytes only at the end of the file or if the kernel had no more to give;
// 0 at the end.
static std::size_t read_once(
    const File& file, std::string_view name, std::span<char> buffer, std::int64_t offset)
{
    for (;;) {
        const ssize_t count = pread(file.descriptor(), buffer.data(), buffer.size(), offset);
        if (count >= 0)
            return static_cast<std::size_t>(count);
        if (errno != EINTR)
            throw system_error("cannot read " + text::in_quotes(name));
    }
}

std::string target_of(const File& link, std::string_view name)
{
    auto target = find_target_of(link);
    if (!target)
        throw system_error("cannot read the link " + text::in_quotes(name));
    return std::move(*target);
}

std::optional<std::string> find_target_of(const File& link)
{
    std::string target(PATH_MAX, '\0');
    const ssize_t size = readlinkat(link.descriptor(), "", target.data(), target.size());
    if (size < 0)
        return std::nullopt;
    target.resize(static_cast<std::size_t>(size));
    return target;
}

std::string read_range(
    const File& file, std::string_view name, std::int64_t offset, std::size_t most)
{
    // The buffer grows while the file is read, because a request for much of a small file must not
    // cost the memory that it asks for, and each 4 KiB of new memory costs a page fault. For a
    // larger file, the status serves as a hint of how much is left; one more byte serves to find
    // the end.
    constexpr std::size_t step = 8192;
    const auto expected = [&](std::size_t filled) {
        const std::int64_t rest = status_of(file, name).st_size - offset;
        return static_cast<std::size_t>(std::max(rest, static_cast<std::int64_t>(filled))) + 1;
    };
    std::string bytes;
    while (bytes.size() < most) {
        const std::size_t filled = bytes.size();
        const std::size_t room = bytes.capacity() > filled ? bytes.capacity() : 2 * filled;
        const std::size_t next = filled == 0 ? step : filled == step ? expected(filled) : room;
        text::reserve_to_fill(bytes, std::min(most, next));
        bytes.resize(std::min(most, next));
        const std::size_t count = read_once(file, name, std::span(bytes).subspan(filled),
            offset + static_cast<std::int64_t>(filled));
        bytes.resize(filled + count);
        if (count == 0)
            break;
    }
    return bytes;
}

std::string read_whole(const File& file, std::string_view name, std::size_t most)
{
    std::string bytes = read_range(file, name, 0, most + 1);
    if (bytes.size() > most)
        throw ToolError(Code::too_large,
            text::in_quotes(name) + " has more than the " + std::to_string(most)
                + " bytes that can be read at once");
    return bytes;
}

void write_whole(const File& file, std::string_view name, std::string_view bytes)
{
    if (const int error = write_all(file.descriptor(), bytes, [] { return false; }); error != 0)
        throw system_error("cannot write " + text::in_quotes(name), error);
}

namespace {

struct Extent {
    off_t begin, end;
};

// Copies within the kernel, which not every kernel can, nor between all file systems. Returns how
// far it came.
off_t copy_in_kernel(const File& from, const File& to, const Extent& extent, std::string_view name)
{
    constexpr off_t step = off_t {1} << 30U;
    for (off_t offset = extent.begin;;) {
        const auto size = static_cast<std::size_t>(std::min(step, extent.end - offset));
        const ssize_t count
            = copy_file_range(from.descriptor(), &offset, to.descriptor(), nullptr, size, 0);
        if (count == 0)
            return offset;
        if (count > 0 || errno == EINTR)
            continue;
        if (errno == EXDEV || errno == EINVAL || errno == EOPNOTSUPP || errno == ENOSYS
            || errno == EPERM)
            return offset;
        throw system_error("cannot copy " + text::in_quotes(name));
    }
}

// Copies an extent to the current offset of `to`.
void copy_extent(const File& from, const File& to, const Extent& extent, std::string_view name)
{
    constexpr off_t step = off_t {256} * 1024;
    off_t offset = copy_in_kernel(from, to, extent, name);
    for (std::string bytes; offset < extent.end; offset += static_cast<off_t>(bytes.size())) {
        bytes = read_range(
            from, name, offset, static_cast<std::size_t>(std::min(step, extent.end - offset)));
        if (bytes.empty())
            return;
        write_whole(to, name, bytes);
    }
}

// Returns the next extent that is not a hole; nullopt at the end of the file.
std::optional<Extent> next_extent(const File& from, off_t offset, off_t size)
{
    const off_t begin = lseek(from.descriptor(), offset, SEEK_DATA);
    const off_t end = begin < 0 ? -1 : lseek(from.descriptor(), begin, SEEK_HOLE);
    if (end > begin && begin < size)
        return Extent {begin, std::min(end, size)};
    return errno == ENXIO || begin >= size ? std::nullopt : std::optional(Extent {offset, size});
}

// Copies the data of a file that has fewer blocks than its size needs. Returns how far it came.
off_t copy_around_holes(const File& from, const File& to, off_t size, std::string_view name)
{
    off_t offset = 0;
    while (const auto extent = next_extent(from, offset, size)) {
        if (lseek(to.descriptor(), extent->begin, SEEK_SET) < 0)
            throw system_error("cannot copy " + text::in_quotes(name));
        copy_extent(from, to, *extent, name);
        offset = extent->end;
        if (offset == size)
            return size;
    }
    if (ftruncate(to.descriptor(), size) != 0 || lseek(to.descriptor(), size, SEEK_SET) < 0)
        throw system_error("cannot copy " + text::in_quotes(name));
    return size;
}

}

void copy_whole(const File& from, const File& to, std::string_view name)
{
    constexpr off_t bytes_of_block = 512;
    const struct stat status = status_of(from, name);
    const bool has_holes = status.st_blocks * bytes_of_block < status.st_size;
    // Bytes that were added meanwhile are copied as well, since the size is never relied on.
    const off_t copied = has_holes ? copy_around_holes(from, to, status.st_size, name) : 0;
    copy_extent(from, to, {copied, std::numeric_limits<off_t>::max()}, name);
}

}
