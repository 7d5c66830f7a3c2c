#include "spill.hpp"

#include "toolkit/error.hpp"

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <utility>

namespace {

constexpr std::string_view place = ".agentcli/output/";

std::string random_name()
{
    std::array<unsigned char, 8> bytes {};
    if (getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size()))
        throw system_error("cannot name a file");
    constexpr std::string_view digits = "0123456789abcdef";
    std::string name;
    for (const unsigned byte : bytes) {
        name += digits[byte >> 4];
        name += digits[byte & 15];
    }
    return name;
}

File open_or_make(const File& parent, const char* name)
{
    if (mkdirat(parent.descriptor(), name, S_IRWXU) != 0 && errno != EEXIST)
        throw system_error(std::string("cannot make the directory '") + name + "'");
    File directory
        = open_beneath(parent, name, O_RDONLY | O_DIRECTORY, RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS);
    if (!directory)
        throw system_error(std::string("cannot open the directory '") + name + "'");
    return directory;
}

}

Spill::Spill(const Workspace& workspace, std::string stream, std::int64_t limit)
    : workspace(workspace)
    , stream(std::move(stream))
    , room(limit)
{
}

void Spill::make()
{
    folder = open_or_make(open_or_make(workspace.root(), ".agentcli"), "output");
    const std::string made = random_name() + "." + stream;
    constexpr int flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
    file = File(openat(folder.descriptor(), made.c_str(), flags, S_IRUSR | S_IWUSR));
    if (!file)
        throw system_error("cannot make a file for the output");
    name = std::string(place) + made;
}

void Spill::write(std::string_view bytes)
{
    if (!file)
        make();
    write_whole(file, name, bytes);
}

void Spill::append(std::string_view bytes)
{
    if (!reason.empty() || cut)
        return;
    cut = std::cmp_greater(bytes.size(), room);
    bytes = bytes.substr(0, static_cast<std::size_t>(room));
    room -= static_cast<std::int64_t>(bytes.size());
    try {
        write(bytes);
    } catch (const ToolError& error) {
        reason = error.message;
        if (!name.empty())
            unlinkat(folder.descriptor(), name.c_str() + place.size(), 0);
        name.clear();
        file.close();
    }
}
