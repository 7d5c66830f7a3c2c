#include "mounts.hpp"

#include "tools/exec/sandbox/unavailable.hpp"

#include <fcntl.h>
#include <sys/mount.h>

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

// A file takes memory of the kernel beside its pages: without a bound of their own, empty ones
// would take what they liked.
void make_in_memory(const std::string& path, std::uint64_t attributes, std::int64_t most)
{
    constexpr std::int64_t page = 4096;
    std::string options = "mode=1777";
    if (most > 0)
        options
            += ",size=" + std::to_string(most) + ",nr_inodes=" + std::to_string(most / page + 2);
    make("tmpfs", path, attributes, options.c_str());
}

void make(
    const std::string& type, const std::string& path, std::uint64_t attributes, const char* options)
{
    if (mount(type.c_str(), path.c_str(), type.c_str(), attributes, options) != 0)
        throw sandbox::unavailable("a new " + path + ", mount");
}

}

}
