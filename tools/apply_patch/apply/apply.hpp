#pragma once

#include "tools/apply_patch/read/patch.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace apply_patch::apply {

// A hunk that has been applied at another line than it says; lines from 1.
struct MovedHunk {
    std::size_t hunk; // its number in the file, from 1
    std::optional<std::size_t> stated_line; // nothing where the @@ line has no numbers
    std::size_t found_line;
};

// A hunk whose lines stand in the file but for something that was not compared.
struct LooseHunk {
    std::size_t hunk;
    std::size_t found_line;
    std::string_view ignored; // "blanks at line ends", "indentation", "typography"
};

// Lines of the file as it was, and how many stand in their place.
struct ChangedLines {
    std::size_t first; // from 0
    std::size_t before;
    std::size_t after;
};

enum class Outcome { applied, already_applied };

struct Applied {
    Outcome outcome;
    std::string text; // of the file afterwards
    std::vector<MovedHunk> moved;
    std::vector<LooseHunk> loose = {};
    std::vector<ChangedLines> lines = {}; // of each hunk that has been applied
};

// How messages name what is changed.
struct Target {
    std::string_view name;
    std::size_t hunks_before = 0; // of the same file, in earlier sections of the patch
    std::string_view old_blob = {}; // see FileChange
    std::string_view new_blob = {};
    bool is_exact = false; // no line is folded, and new lines may have any mark
};

// The text after all hunks, none over another, or the text as it is where all hunks are in it
// already; of a hunk without context that only adds, git's hash tells that. Pure, and linear in
// text and hunks where the lines stand as stated.
//
// Lines match without regard to LF or CRLF. Where all ends match too, new lines have the ends that
// the patch gives them; so they have where no line is there to be compared and git has made the
// patch from this very text; else those of the lines that they replace or follow. In a file whose
// lines end in CR alone, new ones do so, too. A byte order mark stays where it is unless the patch
// itself has one; a missing final newline stays unless the patch speaks of it.
//
// Throws NO_MATCH, AMBIGUOUS, CONFLICT where some of the hunks are applied already, TOO_LARGE as
// Finder does.
Applied apply_hunks(
    std::string_view text, const std::vector<read::Hunk>& hunks, const Target& target);

// The content of a file that a patch creates. Throws BAD_PATCH where it has lines that are not
// added.
std::string created_text(const std::vector<read::Hunk>& hunks, const Target& target);

// Throws BAD_PATCH if the text of a new file has marks that were copied with it.
void refuse_foreign_text(std::string_view text, std::string_view name);

}
