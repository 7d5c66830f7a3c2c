#include "catch.hpp"

#include "toolkit/system/path_walk.hpp"

#include <fcntl.h>
#include <linux/openat2.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

using namespace toolkit::system;

namespace {

constexpr std::uint64_t beneath = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS;

// What was opened, or the error.
std::string outcome(const File& opened)
{
    return opened ? "inode " + std::to_string(status_of(opened, "it").st_ino)
                  : strerrorname_np(errno);
}

struct Tree {
    Tree()
    {
        std::filesystem::create_directories(path / "dir/sub");
        std::ofstream(path / "dir/file") << "text";
        for (const auto& [target, name] :
            {std::pair {"dir", "link"}, {"dir/file", "link_to_file"}, {"dir/file/", "slash"},
                {"dir/.", "dot"}, {"dir/sub/../file", "up"}, {"link/sub", "deep"}, {"..", "out"},
                {"/etc", "far"}, {"loop", "loop"}, {"gone", "dangling"}})
            std::filesystem::create_symlink(target, path / name);
        std::filesystem::create_symlink("../link", path / "dir/link");
        std::filesystem::create_symlink("../..", path / "dir/out");
    }
    ~Tree() { std::filesystem::remove_all(path); }
    Tree(const Tree&) = delete;
    Tree& operator=(const Tree&) = delete;

    std::filesystem::path path {[] {
        std::string name = std::filesystem::temp_directory_path() / "opening.XXXXXX";
        return std::string(mkdtemp(name.data()));
    }()};
};

const std::string names[] = {"dir", "file", "sub", "link", "link_to_file", "slash", "dot", "up",
    "deep", "out", "far", "loop", "dangling", "missing", ".", "..", ""};
const std::uint64_t ways[] = {O_RDONLY, O_RDONLY | O_NOFOLLOW, O_RDONLY | O_DIRECTORY,
    O_RDONLY | O_DIRECTORY | O_NOFOLLOW, O_PATH, O_PATH | O_NOFOLLOW, O_PATH | O_DIRECTORY};

// All of up to three names, with and without a '/' behind them.
std::vector<std::string> paths()
{
    std::vector<std::string> found {
        std::string(300, 'x'), "dir/" + std::string(300, 'x'), std::string(5000, '/'), "dir/"};
    for (int times = 0; times < 2100; ++times)
        found[3] += "./";
    for (const auto& first : names)
        for (const auto& second : names)
            for (const auto& third : names)
                for (const char* end : {"", "/"})
                    found.push_back(first + '/' + second + '/' + third + end);
    for (const auto& first : names)
        for (const char* end : {"", "/"}) {
            found.push_back(first + end);
            for (const auto& second : names)
                found.push_back(first + '/' + second + end);
        }
    return found;
}

}

TEST_CASE("name by name the same is opened as by openat2")
{
    const Tree tree;
    const File root(open(tree.path.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
#ifdef SANITIZED
    constexpr std::size_t step = 5; // the kernel's answers do not depend on them
#else
    constexpr std::size_t step = 1;
#endif
    const std::vector<std::string> all = paths();
    for (std::size_t index = 0; index < all.size(); index += step)
        for (const std::uint64_t flags : ways)
            for (const std::uint64_t resolve : {beneath, beneath | RESOLVE_NO_SYMLINKS}) {
                const std::string& path = all[index];
                const std::string expected = outcome(open_beneath(root, path, flags, resolve));
                const std::string opened = outcome(open_name_by_name(root, path, flags, resolve));
                if (opened != expected) {
                    INFO(path << ", flags " << flags << ", resolve " << resolve);
                    CHECK(opened == expected);
                }
            }
    CHECK(outcome(open_name_by_name(root, "dir", O_PATH, beneath | RESOLVE_NO_XDEV)) == "EXDEV");
}

TEST_CASE("a long way through many links is opened in linear time, or refused")
{
    const Tree tree;
    const std::string up_and_down = [] {
        std::string text;
        for (int times = 0; times < 500; ++times)
            text += "dir/../";
        return text;
    }();
    std::filesystem::create_symlink(up_and_down + "dir", tree.path / "1");
    for (int number = 2; number <= 41; ++number)
        std::filesystem::create_symlink(
            up_and_down + std::to_string(number - 1), tree.path / std::to_string(number));
    const File root(open(tree.path.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    // Not by openat2(2): of thousands of "..", each is EAGAIN when something is renamed meanwhile,
    // anywhere.
    for (const char* path : {"1/file", "40/file", "41/file"})
        CHECK(outcome(open_name_by_name(root, path, O_RDONLY, beneath))
            == outcome(File(openat(root.descriptor(), path, O_RDONLY | O_CLOEXEC))));
}
