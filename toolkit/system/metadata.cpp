#include "toolkit/system/metadata.hpp"

#include "toolkit/system/hash.hpp"
#include "toolkit/text/text.hpp"

#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>

namespace toolkit::system {

static void keep_attributes(const File& from, const File& to, std::vector<std::string>& lost)
{
    const ssize_t size = flistxattr(from.descriptor(), nullptr, 0);
    std::string names(size > 0 ? static_cast<std::size_t>(size) : 0, '\0');
    const ssize_t listed
        = size > 0 ? flistxattr(from.descriptor(), names.data(), names.size()) : size;
    // A file system without attributes cannot lose any.
    if (listed < 0 && errno != EOPNOTSUPP && errno != ENOSYS)
        lost.emplace_back("attributes");
    names.resize(listed > 0 ? static_cast<std::size_t>(listed) : 0);
    for (std::size_t at = 0; at < names.size(); at += names.find('\0', at) + 1 - at) {
        const char* attribute = names.c_str() + at;
        if (std::string_view(attribute) == "security.capability") {
            lost.emplace_back("capabilities");
            continue;
        }
        std::array<char, 65536> value; // XATTR_SIZE_MAX
        const ssize_t length = fgetxattr(from.descriptor(), attribute, value.data(), value.size());
        if (length < 0
            || fsetxattr(
                   to.descriptor(), attribute, value.data(), static_cast<std::size_t>(length), 0)
                != 0)
            lost.push_back("attribute " + text::printable(attribute));
    }
}

// A new entry inherits the default ACL of its directory, which the old one may not have had.
// Setting an ACL without entries removes it.
static void drop_inherited(const File& from, const File& to, std::vector<std::string>& lost)
{
    constexpr std::array<unsigned char, 4> without_entries {2, 0, 0, 0}; // POSIX_ACL_XATTR_VERSION
    for (const char* attribute : {"system.posix_acl_access", "system.posix_acl_default"})
        if (fgetxattr(to.descriptor(), attribute, nullptr, 0) > 0
            && fgetxattr(from.descriptor(), attribute, nullptr, 0) < 0 && errno == ENODATA
            && fsetxattr(
                   to.descriptor(), attribute, without_entries.data(), without_entries.size(), 0)
                != 0)
            lost.push_back(std::string("absence of ") + attribute);
}

// Keeps at least the group if this user may not give files away: in a shared directory, the others
// need it to continue.
static void keep_owner(const File& to, const struct stat& wanted, const struct stat& now,
    std::vector<std::string>& lost)
{
    constexpr uid_t same = -1;
    if (fchown(to.descriptor(), wanted.st_uid, wanted.st_gid) == 0)
        return;
    if (now.st_uid != wanted.st_uid)
        lost.emplace_back("owner");
    if (now.st_gid != wanted.st_gid && fchown(to.descriptor(), same, wanted.st_gid) != 0)
        lost.emplace_back("group");
}

std::vector<std::string> keep_metadata(const File& from, const File& to, std::string_view name)
{
    return keep_metadata(from, status_of(from, name), to, name);
}

std::vector<std::string> keep_metadata(
    const File& from, const struct stat& wanted, const File& to, std::string_view name)
{
    std::vector<std::string> lost;
    const struct stat now = status_of(to, name);
    if (now.st_uid != wanted.st_uid || now.st_gid != wanted.st_gid)
        keep_owner(to, wanted, now, lost);
    keep_attributes(from, to, lost);
    drop_inherited(from, to, lost);
    if (S_ISREG(wanted.st_mode) && (wanted.st_mode & S_ISUID) != 0)
        lost.emplace_back("set-user-ID");
    if (S_ISREG(wanted.st_mode) && (wanted.st_mode & S_ISGID) != 0)
        lost.emplace_back("set-group-ID");
    return lost;
}

// Returns the sorted names of the extended attributes, without "security.", which the kernel
// maintains.
static std::vector<std::string> attributes_of(const File& file)
{
    const ssize_t size = flistxattr(file.descriptor(), nullptr, 0);
    std::string names(size > 0 ? static_cast<std::size_t>(size) : 0, '\0');
    const ssize_t listed = size > 0 ? flistxattr(file.descriptor(), names.data(), names.size()) : 0;
    names.resize(listed > 0 ? static_cast<std::size_t>(listed) : 0);
    std::vector<std::string> attributes;
    for (std::size_t at = 0; at < names.size(); at = names.find('\0', at) + 1)
        if (const std::string name = names.c_str() + at; !name.starts_with("security."))
            attributes.push_back(name);
    std::sort(attributes.begin(), attributes.end());
    return attributes;
}

std::string metadata_sha256(const File& file)
{
    constexpr mode_t permission_bits = 07777;
    struct stat status { };
    if (fstat(file.descriptor(), &status) != 0)
        return {};
    std::string text = std::to_string(status.st_mode & permission_bits) + " "
        + std::to_string(status.st_uid) + " " + std::to_string(status.st_gid);
    for (const std::string& attribute : attributes_of(file)) {
        std::array<char, 65536> value; // XATTR_SIZE_MAX
        const ssize_t length
            = fgetxattr(file.descriptor(), attribute.c_str(), value.data(), value.size());
        const std::string_view bytes(
            value.data(), length > 0 ? static_cast<std::size_t>(length) : 0);
        text += '\n' + attribute + '\0' + sha256(bytes);
    }
    return sha256(text);
}

}
