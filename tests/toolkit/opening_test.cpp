#include "catch.hpp"

#include "toolkit/opening.hpp"

#include <fcntl.h>
#include <linux/openat2.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>

namespace {

constexpr std::uint64_t beneath = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS;

// What was opened, or the error.
std::string outcome(const File& opened)
{
    return opened ? "inode " + std::to_string(status_of(opened, "it").st_ino) : strerrorname_np(errno);
}

struct Tree {
    Tree()
    {
        std::filesystem::create_directories(path / "dir/sub");
        std::ofstream(path / "dir/file") << "text";
        for (const auto& [target, name] : {std::pair {"dir", "link"}, {"dir/file", "link_to_file"},
                 {"..", "out"}, {"/etc", "far"}, {"loop", "loop"}, {"gone", "dangling"}})
            std::filesystem::create_symlink(target, path / name);
    }
    ~Tree() { std::filesystem::remove_all(path); }
    Tree(const Tree&) = delete;
    Tree& operator=(const Tree&) = delete;

    std::filesystem::path path {[] {
        std::string name = std::filesystem::temp_directory_path() / "opening.XXXXXX";
        return std::string(mkdtemp(name.data()));
    }()};
};

const std::string without_links[]
    = {".", "dir", "dir/", "dir/.", "./dir/file", "dir/file", "dir/file/", "dir/file/x", "dir/sub", "missing",
        "missing/x", "dir/missing", "", std::string(300, 'x'), "dir/" + std::string(300, 'x')};
const std::string with_links[] = {"link", "link/", "link/file", "link_to_file", "link_to_file/",
    "link_to_file/x", "out", "out/x", "far/passwd", "loop", "dangling", "dangling/x"};
const std::string upwards[] = {"..", "dir/..", "dir/../dir/file", "link/.."};
const std::uint64_t ways[] = {O_RDONLY, O_RDONLY | O_NOFOLLOW, O_RDONLY | O_DIRECTORY, O_PATH,
    O_PATH | O_NOFOLLOW, O_PATH | O_DIRECTORY};

}

TEST_CASE("name by name the same is opened as by openat2, or what can't be done is said")
{
    const Tree tree;
    const File root(open(tree.path.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    const auto by_openat2 = [&](const std::string& path, std::uint64_t flags, std::uint64_t resolve) {
        return outcome(open_beneath(root, path, flags, resolve));
    };
    const auto by_names = [&](const std::string& path, std::uint64_t flags, std::uint64_t resolve) {
        return outcome(open_name_by_name(root, path, flags, resolve));
    };
    for (const std::uint64_t flags : ways) {
        constexpr std::uint64_t no_links = beneath | RESOLVE_NO_SYMLINKS;
        for (const std::string& path : without_links) {
            INFO(path << ", flags " << flags);
            CHECK(by_names(path, flags, beneath) == by_openat2(path, flags, beneath));
            CHECK(by_names(path, flags, no_links) == by_openat2(path, flags, no_links));
        }
        for (const std::string& path : with_links) {
            INFO(path << ", flags " << flags);
            CHECK(by_names(path, flags, no_links) == by_openat2(path, flags, no_links));
            const bool names_link = (flags & O_NOFOLLOW) != 0 && path.find('/') == std::string::npos;
            if (!names_link)
                CHECK(by_names(path, flags, beneath) == "EXDEV");
            else if ((flags & O_PATH) != 0)
                CHECK(by_names(path, flags, beneath) == by_openat2(path, flags, beneath));
        }
        for (const std::string& path : upwards) {
            INFO(path << ", flags " << flags);
            CHECK(by_names(path, flags, beneath) == "EXDEV");
        }
        CHECK(by_names("dir", flags, beneath | RESOLVE_NO_XDEV) == "EXDEV");
    }
}
