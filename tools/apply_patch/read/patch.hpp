#pragma once

#include "toolkit/text/lines.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace apply_patch::read {

using namespace toolkit;

// A patch in either form. Lines are views into the text that was parsed, which must outlive them.

enum class Mark : char { context = ' ', removed = '-', added = '+' };

// A line of a hunk. A LineEnd of `none` means that the patch says that the file ends here without a
// newline.
struct HunkLine {
    Mark mark;
    text::Line line;
};

// "-start,count" or "+start,count", 1-based. If count is 0, `start` is the line before.
struct Range {
    std::size_t start;
    std::size_t count;
};

// The numbers of an @@ line.
struct Stated {
    Range before;
    Range after;
};

// `exact`: a hunk of a unified diff, whose lines must match exactly and whose numbers count.
// `lenient`: a hunk of the "*** Begin Patch" form, which is placed by its lines, if necessary
// ignoring whitespace and typography.
enum class Matching { exact, lenient };

struct Hunk {
    std::size_t patch_line; // line number of its @@ line, 1-based
    std::optional<Stated> stated; // nullopt if the @@ line has no numbers
    // newline of the @@ line; crlf if the patch as a whole was sent with CRLF
    text::LineEnd header_end;
    std::vector<HunkLine> lines;
    Matching matching = Matching::exact;
    std::vector<std::string_view> anchors
        = {}; // lenient: lines above it, each within the scope of the one before
    std::string_view anchor_indentation = {}; // indentation of the last anchor, as written
    std::string_view heading = {}; // exact: the text after the numbers, a line above the hunk
    bool ends_file = false; // lenient: "*** End of File"
    bool was_cut = false; // see without_lines_after_the_end()
};

enum class Action { create, modify, remove, rename, copy };

struct FileChange {
    std::size_t patch_line; // where its section begins, 1-based
    Action action;
    std::vector<std::string>
        names; // what the changed file may be called, the likeliest first; see change_files()
    std::string from; // old name of a renamed or copied file
    std::optional<bool> executable; // the mode that the patch requests: 100755 or 100644
    std::vector<Hunk> hunks;
    // From git's "index" line: the first digits of the hash of the content before and after.
    std::string_view old_blob = {};
    std::string_view new_blob = {};
    bool is_exact = false; // the request requires an exact match
    bool removes_any_content = false; // a removal without the removed lines: "*** Delete File"
};

struct Patch {
    std::vector<FileChange> changes;
};

// The lines of one side of a hunk, and what is known about the end of the file there.
struct Side {
    std::vector<text::Line> lines;
    bool is_at_end; // the hunk says that the file ends with its last line
    std::optional<text::LineEnd>
        last_end; // none or lf: whether the last line must have a newline, where that matters
};

// Return the lines of the hunk before, and after, the change.
Side old_side(const Hunk& hunk);
Side new_side(const Hunk& hunk);

// Returns true if the patch says that the file ends after a line of the hunk without a newline.
bool speaks_of_missing_newline(const Hunk& hunk);

// Returns the number of lines with this mark.
std::size_t count_lines(const Hunk& hunk, Mark mark);

// Returns true if the hunks add exactly what they remove.
bool changes_nothing(const std::vector<Hunk>& hunks);

// Returns true if the counts of the @@ line differ from those of the lines that follow it.
bool has_wrong_counts(const Hunk& hunk);

// Return a string like "-1,3 +1,4". stated_range() has the numbers of the @@ line; counted_range()
// has its starts and the actual numbers of lines.
std::string stated_range(const Hunk& hunk);
std::string counted_range(const Hunk& hunk);

}
