#include "mounts.hpp"

#include "toolkit/text/path_names.hpp"
#include "tools/exec/sandbox/namespaces.hpp"

#include <fcntl.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <utility>

namespace exec::view {

using namespace toolkit;

namespace mounts {

namespace {

void set_attributes(
    const File& place, unsigned depth, std::uint64_t attributes, const std::string& what)
{
    mount_attr change {};
    change.attr_set = attributes;
    if (mount_setattr(place.descriptor(), "", AT_EMPTY_PATH | depth, &change, sizeof change) != 0)
        throw sandbox::unavailable(what + ", mount_setattr");
}

}

void separate()
{
    if (mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0)
        throw sandbox::unavailable("separate mounts, mount");
}

File copy_of(const File& place, Depth depth, const std::string& what)
{
    const unsigned beneath = depth == Depth::with_mounts_beneath ? AT_RECURSIVE : 0;
    File copy(open_tree(
        place.descriptor(), "", AT_EMPTY_PATH | OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC | beneath));
    if (!copy)
        throw sandbox::unavailable(what + ", open_tree");
    return copy;
}

void restrict_copy(const File& copy, std::uint64_t attributes, const std::string& what)
{
    set_attributes(copy, AT_RECURSIVE, attributes, what);
}

void restrict_one(const File& place, std::uint64_t attributes, const std::string& what)
{
    set_attributes(place, 0, attributes, what);
}

void restrict_all(std::uint64_t attributes)
{
    const File root(open("/", O_PATH | O_DIRECTORY | O_CLOEXEC));
    set_attributes(root, AT_RECURSIVE, attributes, "a tree that can't be changed");
}

void attach(const File& copy, const File& place, const std::string& what)
{
    constexpr unsigned by_descriptors = MOVE_MOUNT_F_EMPTY_PATH | MOVE_MOUNT_T_EMPTY_PATH;
    if (move_mount(copy.descriptor(), "", place.descriptor(), "", by_descriptors) != 0)
        throw sandbox::unavailable(what + ", move_mount");
}

// The number of files is limited, too: a file takes memory of the kernel in addition to its pages,
// so empty files could take an unlimited amount.
void make_in_memory(const std::string& path, std::uint64_t attributes, std::int64_t most)
{
    constexpr std::int64_t page = 4096;
    std::string options = "mode=1777";
    if (most > 0)
        options
            += ",size=" + std::to_string(most) + ",nr_inodes=" + std::to_string(most / page + 2);
    make("tmpfs", path, attributes, options.c_str());
}

File make_empty_directory(const std::string& inner_path)
{
    constexpr const char* place = "/dev/.empty";
    constexpr const char* what = "an empty directory";
    if (mkdir(place, S_IRWXU) != 0)
        throw sandbox::unavailable(what);
    make("tmpfs", place, no_suid | no_devices | no_execution, "mode=0755,size=64k,nr_inodes=4096");
    std::string path = place;
    for (const std::string& name : text::split_path(inner_path)) {
        path += "/" + name;
        if (mkdir(path.c_str(), S_IRWXU | S_IRGRP | S_IXGRP | S_IROTH | S_IXOTH) != 0)
            throw sandbox::unavailable(what);
    }
    File copy = copy_of(File(open(place, O_PATH | O_CLOEXEC)), Depth::alone, what);
    if (umount2(place, MNT_DETACH) != 0 || rmdir(place) != 0)
        throw sandbox::unavailable(what);
    return copy;
}

void make(
    const std::string& type, const std::string& path, std::uint64_t attributes, const char* options)
{
    if (mount(type.c_str(), path.c_str(), type.c_str(), attributes, options) != 0)
        throw sandbox::unavailable("a new " + path + ", mount");
}

}

}

namespace exec::view {

const std::vector<std::string> common_devices {
    "/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"};

namespace {

using namespace mounts;

constexpr const char* new_devices = "new devices";
constexpr const char* empty_directory = "/dev/.cover";
constexpr const char* empty_file = "/dev/.cover-file";

File open_place(const char* path)
{
    File place(open(path, O_PATH | O_CLOEXEC));
    if (!place)
        throw sandbox::unavailable(new_devices);
    return place;
}

void make_file(const char* path, mode_t mode)
{
    if (mknod(path, S_IFREG | mode, 0) != 0)
        throw sandbox::unavailable(new_devices);
}

void make_directory(const char* path, mode_t mode)
{
    if (mkdir(path, mode) != 0)
        throw sandbox::unavailable(new_devices);
}

}

Devices::Devices()
{
    for (const std::string& name : common_devices)
        if (const File device {open(name.c_str(), O_PATH | O_CLOEXEC)}) {
            taken.push_back({name, copy_of(device, Depth::alone, new_devices)});
            // The device node is shared with the machine, and root could change its mode. A device
            // on a read-only mount can still be written to.
            restrict_one(taken.back().copy, read_only, new_devices);
        }
}

void Devices::put_into_new_directory(std::int64_t max_shared) const
{
    constexpr std::uint64_t attributes = no_suid | no_execution;
    make("tmpfs", "/dev", attributes, "mode=0755,size=64k,nr_inodes=64");
    for (const Device& device : taken) {
        make_file(device.path.c_str(), S_IRUSR);
        attach(device.copy, open_place(device.path.c_str()), new_devices);
    }
    make_directory("/dev/pts", S_IRWXU);
    make_directory("/dev/shm", S_IRWXU);
    make("devpts", "/dev/pts", attributes, "newinstance,ptmxmode=0666,mode=0620");
    make_in_memory("/dev/shm", no_suid | no_devices, max_shared);
    constexpr std::array<std::pair<const char*, const char*>, 5> links {{
        {"pts/ptmx", "/dev/ptmx"},
        {"/proc/self/fd", "/dev/fd"},
        {"fd/0", "/dev/stdin"},
        {"fd/1", "/dev/stdout"},
        {"fd/2", "/dev/stderr"},
    }};
    for (const auto& [target, name] : links)
        if (symlink(target, name) != 0)
            throw sandbox::unavailable(new_devices);
}

void Devices::close_directory()
{
    const File directory = open_place("/dev");
    restrict_one(directory, read_only, new_devices);
}

// Mode 0 keeps out processes without a capability. Mounts of these files elsewhere outlive their
// names here.
EmptyPlaces::EmptyPlaces()
{
    make_directory(empty_directory, 0);
    make_file(empty_file, 0);
    opened_directory = open_place(empty_directory);
    opened_file = open_place(empty_file);
}

EmptyPlaces::~EmptyPlaces()
{
    rmdir(empty_directory);
    unlink(empty_file);
}

}
