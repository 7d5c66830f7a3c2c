#pragma once

#include <sys/stat.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace toolkit::system {

// An open file descriptor, closed on destruction. A default-constructed File holds none.
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

// In these, `name` is how messages call the file: as the request wrote it. All retry when
// interrupted, and throw what system_error() makes of a failure.

struct stat status_of(const File& file, std::string_view name);

// What an open link (O_PATH) leads to, as it is written there.
std::string target_of(const File& link, std::string_view name);

// The same, but a failure is errno, and nothing.
std::optional<std::string> find_target_of(const File& link);

// Up to `most` bytes from `offset`, fewer only at the end of the file. Reads, never trusts st_size.
std::string read_range(
    const File& file, std::string_view name, std::int64_t offset, std::size_t most);

// The whole file. Throws TOO_LARGE when it has more than `most` bytes.
std::string read_whole(const File& file, std::string_view name, std::size_t most);

// Copies all of `from`, from its start, to `to`, which is empty, and stands at its end then. In the
// kernel where that can; holes stay holes.
void copy_whole(const File& from, const File& to, std::string_view name);

void write_whole(const File& file, std::string_view name, std::string_view bytes);

}

// Named everywhere, so that the rooms of other programs need not say where they come from.
namespace toolkit {

using system::File;

}
