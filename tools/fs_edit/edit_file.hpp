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
    std::optional<std::size_t> next_line; // first line after those in the diff, if the diff was cut
    workspace::ChangedFile file;
};

// Makes all edits of a request in one atomic step, or none. If the first one has an empty old text,
// it creates the file, with its directories, or fills an empty file. Throws what steps_of(),
// edit_steps() and SingleFileChange throw, NOT_FOUND, CONFLICT if the content is not the expected
// one, and TOO_LARGE if the file has more than `max_file_bytes`.
EditedFile edit_file(const Workspace& workspace, const Request& request);

// Returns the change that inserts whole lines after a line of the text (1-based; 0: at the
// beginning, after a byte order mark). They get the line ending of the line before, or that of the
// text if there is no such line. If they are inserted after a last line without a newline, that
// line gets one, and the last new line keeps the newline that it was written with, or the lack of
// it.
//
// Throws BAD_REQUEST if the text has fewer lines, and UNSUPPORTED for UTF-16. `name` identifies the
// file in messages.
match::Replacement insert_lines(std::string_view text, std::string_view new_text,
    std::int64_t after_line, std::string_view name);

// Returns the number of lines of a text as insert_lines() counts them.
std::int64_t count_lines(std::string_view text);

}
