#pragma once

#include "edit_steps.hpp"
#include "request.hpp"
#include "toolkit/match/search.hpp"
#include "toolkit/text/unified_diff.hpp"
#include "toolkit/workspace/changed_file.hpp"
#include "toolkit/workspace/workspace.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
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

// The change that inserts whole lines after a line of the text, counted from 1; 0: at the
// beginning, after a byte order mark. They get the newlines of the line before, else of the text. A
// last line of the text without a newline gets one, and then the last new line has one only if it
// was written with one.
//
// Throws BAD_REQUEST if the text has fewer lines, and UNSUPPORTED for UTF-16. `name` is how
// messages call the file.
match::Replacement insert_lines(std::string_view text, std::string_view new_text,
    std::int64_t after_line, std::string_view name);

// Returns the number of lines of a text as insert_lines() counts them.
std::int64_t count_lines(std::string_view text);

}
