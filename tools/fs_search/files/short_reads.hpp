#pragma once

#include "toolkit/system/file.hpp"

#include <sys/stat.h>
#include <sys/types.h>

#include <optional>

namespace fs_search::files {

using namespace toolkit;

// What does it mean where a read of a regular file gives fewer bytes than were asked for, and does
// not end with a page? With a page ends also what can be read before one that can't.
enum class ShortRead { may_go_on, is_the_end };

// The device of an open file or directory, where its file system is one of those on which a short
// read is the end of a regular file; else none. To be called before a sandbox is entered, which
// leaves no statfs.
std::optional<dev_t> device_with_whole_reads(const File& file);

// Of the files directly in a directory. Only the directory is looked at: where something is mounted
// on a single file, that is taken for one of its kind.
ShortRead short_read_in(const File& directory, const std::optional<dev_t>& device_with_whole_reads);

// Was the file cut, or written in place, between these looks at it? Then some of what was read may
// be older than the rest. What more stands at its end does not change what stands before.
bool is_written_anew(const struct stat& before, const struct stat& now);

}
