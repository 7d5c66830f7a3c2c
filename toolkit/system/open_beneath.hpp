#pragma once

#include "toolkit/system/file.hpp"

#include <sys/types.h>

#include <cstdint>
#include <string>

namespace toolkit::system {

// Opening beneath a directory, race-free: no "..", no absolute path and no link leads out, whatever
// changes meanwhile. Errors are errno, with a File that holds none. O_CLOEXEC is added.

// As openat2(2) does with `resolve`, retried when a rename raced with it; once open_by_names() was
// called, as open_name_by_name() does.
File open_beneath(
    const File& directory, const std::string& path, std::uint64_t flags, std::uint64_t resolve);

// The same by openat(2), directory by directory (PathWalk), and as if it were asked for
// RESOLVE_BENEATH: at most most_directories deep (ENAMETOOLONG). It can't tell whether another file
// system begins on the way (RESOLVE_NO_XDEV is EXDEV), nor the kernel's own magic links from
// others: those of /proc are absolute, EXDEV, or lead nowhere.
File open_name_by_name(
    const File& directory, const std::string& path, std::uint64_t flags, std::uint64_t resolve);

// From here on nothing is opened by openat2(2), whose flags lie in memory, where seccomp can't see
// them. To be called while there is one thread.
void open_by_names();

// A new file to write directly in `directory`, of this mode less the umask; EEXIST where there is
// anything of that name. By openat2(2).
File create_beneath(const File& directory, const std::string& name, mode_t mode = 0600);

}
