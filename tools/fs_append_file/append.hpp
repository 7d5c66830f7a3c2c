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
    std::size_t size; // of what was appended
    workspace::ChangedFile file = {};
    std::optional<text::Diff> diff = {}; // of a dry run
    bool continues_line = false; // the file ended without a newline, and the bytes begin with none
};

// What the file must be before.
struct ToAppendTo {
    const std::string& path;
    const std::optional<std::string>& expected_sha256; // nothing: any content
    std::int64_t most_bytes;
    bool is_dry_run = false; // change nothing, and answer the diff
};

// Puts a content behind the end of a file; where none is, it is created. Text gets the newlines of
// the end of the file, and is UTF-16 if the file is (change::bytes_to_write()).
//
// Not in place: the file is copied by the kernel (shared, where the file system can), the bytes are
// written behind the copy, and the copy takes the name. So a crash leaves the old file or the new
// one, complete, readers never see a part, and other names of a hard-linked file keep the old
// content, as with every other change. It costs room and time for the whole file where it can't be
// shared (for 2 GiB what the disk needs to write them, while other writers in the directory wait),
// and always the reading of it, for its hash. Writers in one directory wait for one another, for 10
// s at most; none is lost.
//
// Throws TOO_LARGE where the file has more than most_bytes, CONFLICT where the old content is not
// the one expected, or another program changed the file meanwhile, and what SingleFileChange
// throws. Then nothing is changed.
Appended append_to_file(
    const Workspace& workspace, const ToAppendTo& file, const change::ContentToWrite& content);

}
