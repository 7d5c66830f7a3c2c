#include "toolkit/file.hpp"

#include "toolkit/error.hpp"
#include "toolkit/text.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <span>
#include <utility>

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
        throw system_error("cannot look at " + in_quotes(name));
    return status;
}

// One read, fewer bytes only at the end of the file or where the kernel had no more to give; 0 is the end.
static std::size_t read_once(
    const File& file, std::string_view name, std::span<char> buffer, std::int64_t offset)
{
    for (;;) {
        const ssize_t count = pread(file.descriptor(), buffer.data(), buffer.size(), offset);
        if (count >= 0)
            return static_cast<std::size_t>(count);
        if (errno != EINTR)
            throw system_error("cannot read " + in_quotes(name));
    }
}

std::string read_range(const File& file, std::string_view name, std::int64_t offset, std::size_t most)
{
    // Grown as the file is read: a request for much of a small file must not cost the memory that it asks
    // for, and fresh memory costs a page fault for every 4 KiB.
    constexpr std::size_t step = 8192;
    std::string bytes;
    while (bytes.size() < most) {
        const std::size_t filled = bytes.size();
        bytes.resize(std::min(most, filled + std::max(step, filled)));
        const std::size_t count = read_once(
            file, name, std::span(bytes).subspan(filled), offset + static_cast<std::int64_t>(filled));
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
            in_quotes(name) + " has more than the " + std::to_string(most)
                + " bytes that can be taken in at once");
    return bytes;
}

void write_whole(const File& file, std::string_view name, std::string_view bytes)
{
    while (!bytes.empty()) {
        const ssize_t count = write(file.descriptor(), bytes.data(), bytes.size());
        if (count >= 0)
            bytes.remove_prefix(static_cast<std::size_t>(count));
        else if (errno != EINTR)
            throw system_error("cannot write " + in_quotes(name));
    }
}
