#pragma once

#include "edit_steps.hpp"
#include "request.hpp"
#include "toolkit/text/unified_diff.hpp"
#include "toolkit/workspace/changed_file.hpp"
#include "toolkit/workspace/workspace.hpp"

#include <cstddef>
#include <optional>
#include <vector>

namespace fs_edit {

using namespace toolkit;

struct EditedFile {
    std::vector<DoneStep> done; // in the order of the edits
    text::Diff diff;
    std::optional<std::size_t> next_line; // of the file, if the diff was cut before it
    workspace::ChangedFile file;
};

// Makes all edits of a request in one atomic step, or none. If the first has an empty old text, it
// makes the file, with its directories, or fills an empty one. Throws what steps_of(), edit_steps()
// and SingleFileChange do; NOT_FOUND; CONFLICT (another content than expected); TOO_LARGE.
EditedFile edit_file(const Workspace& workspace, const Request& request);

}
