#pragma once

#include "toolkit/change/single_file_change.hpp"
#include "toolkit/text/unified_diff.hpp"
#include "toolkit/workspace/changed_file.hpp"
#include "toolkit/workspace/workspace.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace fs_append_file {

using namespace toolkit;

struct Appended {
    std::int64_t file_size;
    std::size_t size; // number of appended bytes
    workspace::ChangedFile file = {};
    std::optional<text::Diff> diff = {}; // only for a dry run
    // The file ended without a newline, and the appended bytes begin without one.
    bool continues_line = false;
};

// The file to append to, and its required state.
struct ToAppendTo {
    const std::string& path;
    const std::optional<std::string>& expected_sha256; // nullopt: any content
    std::int64_t max_bytes;
    bool is_dry_run = false; // change nothing, and return the diff
};

// Appends content to a file, which is created if it does not exist. Text gets the newlines of the
// end of the file, and is UTF-16 if the file is (change::bytes_to_write()).
// Does not write in place: the kernel copies the file (or shares its content, if the file system
// can), the bytes are written to the end of the copy, and the copy replaces the file. A crash
// therefore leaves the complete old or new file, readers never see a part of the new content, and
// other hard links keep the old content, as with every other change. If the content cannot be
// shared, this costs space and time for the whole file, and other writers in the directory wait
// meanwhile. The file is always read to compute its hash. Writers in one directory wait for each
// other, for at most 10 s; no change is lost.
//
// Throws TOO_LARGE if the file has more than max_bytes, CONFLICT if the old content is not the
// expected one or another program has changed the file meanwhile, and what SingleFileChange throws.
// After an error, the file is unchanged.
Appended append_to_file(
    const Workspace& workspace, const ToAppendTo& file, const change::ContentToWrite& content);

}
