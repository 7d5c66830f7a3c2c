#pragma once

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace toolkit::system {

// Identifies a file by its inode, also under another name in the same directory, and its content by
// its size and the time of its last modification. Does not include the device, whose number may
// change when the file system is mounted again.
struct Identity {
    std::uint64_t inode;
    std::int64_t size;
    std::int64_t seconds;
    std::int64_t nanoseconds;

    friend bool operator==(const Identity&, const Identity&) = default;

    // Returns true if size and time are equal, whatever the inodes are. An overlay file system (of
    // a container) gives a file of a lower layer that has several hard links another inode when it
    // is changed or renamed for the first time.
    bool has_content_of(const Identity& other) const
    {
        return size == other.size && seconds == other.seconds && nanoseconds == other.nanoseconds;
    }
};

inline Identity identity_of(const struct stat& status)
{
    return {status.st_ino, status.st_size, status.st_mtim.tv_sec, status.st_mtim.tv_nsec};
}

}

namespace toolkit::system {

// An open file descriptor, which is closed on destruction. A default-constructed File is empty.
class File {
public:
    File() = default;
    explicit File(int descriptor) noexcept;
    File(File&& other) noexcept;
    File& operator=(File&& other) noexcept;
    File(const File&) = delete;
    File& operator=(const File&) = delete;
    ~File();

    int descriptor() const noexcept { return number; }
    explicit operator bool() const noexcept { return number >= 0; }
    void close() noexcept;

private:
    int number = -1;
};

// In the functions below, `name` identifies the file in messages, as the request wrote it. All of
// them retry when interrupted, and throw system_error() on failure.

struct stat status_of(const File& file, std::string_view name);

// Returns the target of an open symbolic link (O_PATH), as it is written in the link.
std::string target_of(const File& link, std::string_view name);

// Like target_of(), but on failure returns nullopt and sets errno.
std::optional<std::string> find_target_of(const File& link);

// Reads up to `most` bytes from `offset`; fewer only at the end of the file. Does not rely on
// st_size.
std::string read_range(
    const File& file, std::string_view name, std::int64_t offset, std::size_t most);

// Reads the whole file. Throws TOO_LARGE if it has more than `most` bytes.
std::string read_whole(const File& file, std::string_view name, std::size_t most);

// Copies all of `from`, from its beginning, to `to`, which must be empty, and leaves the offset of
// `to` at its end. The kernel copies if it can. Holes stay holes.
void copy_whole(const File& from, const File& to, std::string_view name);

void write_whole(const File& file, std::string_view name, std::string_view bytes);

}

// Named in the namespace of the toolkit, so that other programs need not name the room.
namespace toolkit {

using system::File;

}

namespace toolkit::system {

// Writes all of `bytes`. If the descriptor takes no more (EAGAIN), calls `wait()`, which returns
// whether to try again. Returns 0, or the errno of the failure: EAGAIN if `wait()` gave up.
template<class Wait>
int write_all(int descriptor, std::string_view bytes, Wait wait)
{
    while (!bytes.empty()) {
        const ssize_t count = write(descriptor, bytes.data(), bytes.size());
        if (count >= 0)
            bytes.remove_prefix(static_cast<std::size_t>(count));
        else if (errno == EAGAIN && !wait())
            return EAGAIN;
        else if (errno != EAGAIN && errno != EINTR)
            return errno;
    }
    return 0;
}

// Writes all of `bytes` to a descriptor that may block, in pieces that a pipe with room takes
// without waiting. Before each piece calls `has_room()`, which waits for that room and returns
// whether there is some. Returns 0, or the errno of the failure: EAGAIN if `has_room()` gave up.
template<class HasRoom>
int write_where_room_is(int descriptor, std::string_view bytes, HasRoom has_room)
{
    while (!bytes.empty()) {
        if (!has_room())
            return EAGAIN;
        const ssize_t count
            = write(descriptor, bytes.data(), std::min<std::size_t>(bytes.size(), PIPE_BUF));
        if (count >= 0)
            bytes.remove_prefix(static_cast<std::size_t>(count));
        else if (errno != EAGAIN && errno != EINTR)
            return errno;
    }
    return 0;
}

}
