#include "catch.hpp"

#include "toolkit/system/metadata.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/xattr.h>

#include <cerrno>
#include <filesystem>

using namespace toolkit::system;

namespace fs = std::filesystem;

// <linux/posix_acl_xattr.h>: the version, and per entry tag, permissions and user, in the order of
// little-endian machines.
static const std::string default_acl = std::string("\x02\0\0\0", 4)
    + std::string("\x01\0\x07\0\xff\xff\xff\xff", 8) + std::string("\x02\0\x07\0\xfe\xff\0\0", 8)
    + std::string("\x04\0\x05\0\xff\xff\xff\xff", 8)
    + std::string("\x10\0\x07\0\xff\xff\xff\xff", 8)
    + std::string("\x20\0\x05\0\xff\xff\xff\xff", 8);

static File create(const fs::path& path)
{
    File file(open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0640));
    REQUIRE(file);
    return file;
}

TEST_CASE("a new file in place of one without an ACL keeps none that its directory gave it")
{
    std::string name = fs::temp_directory_path() / "metadata.XXXXXX";
    const fs::path directory = mkdtemp(name.data());
    const File old = create(directory / "old");
    if (setxattr(directory.c_str(), "system.posix_acl_default", default_acl.data(),
            default_acl.size(), 0)
        != 0) {
        CHECK(errno == EOPNOTSUPP);
        fs::remove_all(directory);
        return;
    }
    const File staged = create(directory / "staged");
    CHECK(fgetxattr(staged.descriptor(), "system.posix_acl_access", nullptr, 0) > 0);
    CHECK(keep_metadata(old, staged, "old").empty());
    CHECK(fgetxattr(staged.descriptor(), "system.posix_acl_access", nullptr, 0) < 0);

    // And one with an ACL keeps it.
    const File other = create(directory / "other");
    CHECK(keep_metadata(staged, other, "staged").empty());
    const File with = create(directory / "with");
    const File copy = create(directory / "copy");
    CHECK(keep_metadata(with, copy, "with").empty());
    CHECK(fgetxattr(copy.descriptor(), "system.posix_acl_access", nullptr, 0) > 0);
    fs::remove_all(directory);
}
