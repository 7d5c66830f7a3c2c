#include "toolkit/system/directory.hpp"

#include "toolkit/system/error.hpp"
#include "toolkit/system/path_walk.hpp"
#include "toolkit/text/text.hpp"

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace toolkit::system {

namespace {

// opendir() needs more system calls than the sandbox allows. The layout is that of linux_dirent64
// in getdents(2).
constexpr std::size_t type_offset = 18;
constexpr std::size_t length_offset = 16;
constexpr std::size_t name_offset = 19;

// Some file systems do not list the type.
unsigned char type_of(const File& directory, const std::string& name)
{
    const File file = open_in(directory, name, O_PATH);
    if (!file)
        return DT_UNKNOWN;
    return static_cast<unsigned char>(IFTODT(status_of(file, name).st_mode));
}

}

void for_each_entry(const File& directory, std::string_view name,
    const std::function<void(std::string_view entry, unsigned char type)>& visit)
{
    for_first_entries(directory, name, SIZE_MAX, visit);
}

void for_first_entries(const File& directory, std::string_view name, std::size_t most,
    const std::function<void(std::string_view entry, unsigned char type)>& visit)
{
    alignas(8) std::array<char, 32768>
        records; // NOLINT(cppcoreguidelines-pro-type-member-init): the kernel fills it
    for (;;) {
        const long length
            = ::syscall(SYS_getdents64, directory.descriptor(), records.data(), records.size());
        if (length < 0)
            throw system_error("cannot list " + text::in_quotes(name));
        if (length == 0)
            return;
        for (long at = 0; at < length;) {
            const char* record = records.data() + at;
            unsigned short size = 0;
            std::memcpy(&size, record + length_offset, sizeof size);
            at += size;
            const std::string_view entry(record + name_offset);
            const auto type = static_cast<unsigned char>(record[type_offset]);
            if (entry == "." || entry == "..")
                continue;
            if (most-- == 0)
                return;
            visit(entry, type == DT_UNKNOWN ? type_of(directory, std::string(entry)) : type);
        }
    }
}

File open_in(const File& directory, const std::string& name, std::uint64_t flags)
{
    // openat2() rejects flags that have no effect together with O_PATH.
    const std::uint64_t quiet = (flags & O_PATH) != 0 ? 0 : O_NONBLOCK | O_NOCTTY;
    return open_beneath(directory, name, flags | quiet | O_NOFOLLOW,
        RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS);
}

std::optional<struct stat> status_in(const File& directory, const std::string& name)
{
    struct stat status { };
    if (fstatat(directory.descriptor(), name.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0)
        return std::nullopt;
    return status;
}

void synchronise_names(const File& directory, const std::string& what_failed)
{
    if (fsync(directory.descriptor()) != 0 && errno != EINVAL)
        throw system_error(what_failed);
}

}
