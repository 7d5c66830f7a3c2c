#pragma once

#include "request.hpp"
#include "toolkit/text/unified_diff.hpp"
#include "toolkit/workspace/changed_file.hpp"
#include "toolkit/workspace/workspace.hpp"

#include <optional>

namespace fs_edit {

using namespace toolkit;

struct EditedFile {
    std::size_t replacements = 0;
    std::optional<Strategy> strategy; // nothing if the file was created, or was empty
    text::Diff diff;
    workspace::ChangedFile file;
};

// Edits a file in one atomic step; an empty old text makes the file, with its directories, or fills
// an empty one. Throws what edit_text() and SingleFileChange do; BAD_REQUEST if old and new are the
// same; NOT_FOUND; ALREADY_EXISTS if the old text is empty and the file is not; CONFLICT (another
// content than expected); TOO_LARGE.
EditedFile edit_file(const Workspace& workspace, const Request& request);

}
