#include "listing.hpp"
#include "directory.hpp"
#include "toolkit/error.hpp"
#include "toolkit/text.hpp"
#include "toolkit/workspace.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>

namespace {

// opendir() asks for more system calls than the sandbox leaves. The layout is getdents(2)'s linux_dirent64.
constexpr std::size_t type_offset = 18;
constexpr std::size_t length_offset = 16;
constexpr std::size_t name_offset = 19;

// Some file systems don't say the type in the listing.
unsigned char type_of(const File& directory, const std::string& name)
{
    const File file = open_in(directory, name, O_PATH);
    if (!file)
        return DT_UNKNOWN;
    return static_cast<unsigned char>(IFTODT(status_of(file, name).st_mode));
}

void add(Listing& listing, const File& directory, const char* record)
{
    const std::string_view name(record + name_offset);
    auto type = static_cast<unsigned char>(record[type_offset]);
    if (name == "." || name == ".." || is_temporary_name(name))
        return;
    if (type == DT_UNKNOWN)
        type = type_of(directory, std::string(name));
    if (type != DT_REG && type != DT_DIR)
        return;
    listing.has_git = listing.has_git || name == ".git";
    listing.has_ignore = listing.has_ignore || (name == ".ignore" && type == DT_REG);
    listing.has_gitignore = listing.has_gitignore || (name == ".gitignore" && type == DT_REG);
    listing.entries.push_back({std::string(name), type == DT_DIR});
}

}

Listing list(const File& directory, std::string_view name)
{
    Listing listing;
    alignas(8) std::array<char, 32768> records {};
    for (;;) {
        const long length = ::syscall(SYS_getdents64, directory.descriptor(), records.data(), records.size());
        if (length < 0)
            throw system_error("cannot list " + in_quotes(name));
        if (length == 0)
            break;
        for (long at = 0; at < length;) {
            const char* record = records.data() + at;
            unsigned short size = 0;
            std::memcpy(&size, record + length_offset, sizeof size);
            add(listing, directory, record);
            at += size;
        }
    }
    std::sort(listing.entries.begin(), listing.entries.end(),
        [](const Entry& left, const Entry& right) { return left.name < right.name; });
    return listing;
}
