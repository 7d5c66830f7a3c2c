#include "catch.hpp"

#include "tools/fs_search/medium.hpp"

TEST_CASE("of the kernel's list of mounts, those count that lie beneath a directory")
{
    constexpr std::string_view list = "22 27 0:21 / /proc rw,relatime - proc proc rw\n"
                                      "27 1 254:0 / / rw,relatime shared:1 - ext4 /dev/vda rw\n"
                                      "30 27 0:30 / /srv/with\\040blank rw - tmpfs none rw\n"
                                      "31 27 254:0 /x /srv/work/src/generated.c ro - ext4 /dev/vda rw\n";
    struct Row {
        const char* directory;
        bool is_above_a_mount;
    };
    const Row rows[] = {{"/", true}, {"/proc", false}, {"/srv", true}, {"/srv/work", true},
        {"/srv/work/src", true}, {"/srv/wor", false}, {"/srv/with blank", false}, {"/srv/with", false},
        {"/srv/work/src/generated.c", false}, {"/home", false}};
    for (const auto& row : rows) {
        INFO(row.directory);
        CHECK(has_mount_beneath(list, row.directory) == row.is_above_a_mount);
    }
    CHECK(has_mount_beneath("1 2 3:4 / /a\\134b/c rw\n", "/a\\b"));
    for (const std::string_view other : {"", "\n", "1", "1 2 3:4 /", "1 2 3:4 / "})
        CHECK_FALSE(has_mount_beneath(other, "/a"));
    CHECK_FALSE(has_mount_beneath("27 1 254:0 / / rw - ext4 /dev/vda rw\n", "/"));
}
