#pragma once

#include "toolkit/text/lines.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace apply_patch::read {

using namespace toolkit;

// A patch, whatever form it was written in. Lines are views into the text that was parsed, which
// must outlive them.

enum class Mark : char { context = ' ', removed = '-', added = '+' };

// An end of `none` is the patch's word that the file ends here without a newline.
struct HunkLine {
    Mark mark;
    text::Line line;
};

// "-start,count" or "+start,count": lines from 1. With a count of 0, `start` is the line before.
struct Range {
    std::size_t start;
    std::size_t count;
};

// What an @@ line says.
struct Stated {
    Range before;
    Range after;
};

// `exact`: a hunk of a unified diff, whose lines stand as they are and whose numbers count.
// `lenient`: one of the "*** Begin Patch" form, whose place is where its lines stand, at need
// without regard to blanks and typography.
enum class Matching { exact, lenient };

struct Hunk {
    std::size_t patch_line; // of its @@ line, from 1
    std::optional<Stated> stated; // nothing where the @@ line has no numbers
    text::LineEnd header_end; // of the @@ line: crlf where the patch as a whole has come with CRLF
    std::vector<HunkLine> lines;
    Matching matching = Matching::exact;
    std::vector<std::string_view> anchors
        = {}; // lenient: lines above it, each within the scope of the one before
    std::string_view anchor_indentation = {}; // of the last one, as it was written
    std::string_view heading = {}; // exact: after the numbers, a line above it
    bool ends_file = false; // lenient: "*** End of File"
    bool was_cut = false; // see without_lines_after_the_end()
};

enum class Action { create, modify, remove, rename, copy };

struct FileChange {
    std::size_t patch_line; // where its section begins, from 1
    Action action;
    std::vector<std::string>
        names; // what the changed file may be called, the likeliest first; see change_files()
    std::string from; // where a renamed or copied file comes from
    std::optional<bool> executable; // the mode that the patch asks for: 100755 or 100644
    std::vector<Hunk> hunks;
    // Of git's "index" line: the first digits of its hash of the content before and after.
    std::string_view old_blob = {};
    std::string_view new_blob = {};
    bool is_exact = false; // the request says to take lines as they are
    bool removes_any_content = false; // a removal that does not show the lines: "*** Delete File"
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

Side old_side(const Hunk& hunk);
Side new_side(const Hunk& hunk);

// Does the patch say of some line of the hunk that the file ends behind it without a newline?
bool speaks_of_missing_newline(const Hunk& hunk);

std::size_t count_lines(const Hunk& hunk, Mark mark);

// Do the hunks put back what they take away?
bool changes_nothing(const std::vector<Hunk>& hunks);

// Are the counts of the @@ line other than those of the lines that follow it?
bool has_wrong_counts(const Hunk& hunk);

// "-1,3 +1,4", from the numbers of the @@ line, and from its starts with the lines counted.
std::string stated_range(const Hunk& hunk);
std::string counted_range(const Hunk& hunk);

}
