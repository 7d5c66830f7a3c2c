#pragma once

#include "tools/apply_patch/read/patch.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace apply_patch::apply {

// A hunk that was applied at another line than it states; lines are 1-based.
struct MovedHunk {
    std::size_t hunk; // number of the hunk in its file, 1-based
    std::optional<std::size_t> stated_line; // nullopt if the @@ line has no numbers
    std::size_t found_line;
};

// A hunk that matched only when some differences were ignored.
struct LooseHunk {
    std::size_t hunk;
    std::size_t found_line;
    std::string_view ignored; // "trailing whitespace", "indentation", "typography"
};

// A range of lines of the file before the change, and the number of lines that replace it.
struct ChangedLines {
    std::size_t first; // 0-based
    std::size_t before;
    std::size_t after;
};

enum class Outcome { applied, already_applied };

struct Applied {
    Outcome outcome;
    std::string text; // content of the file after the change
    std::vector<MovedHunk> moved;
    std::vector<LooseHunk> loose = {};
    std::vector<ChangedLines> lines = {}; // for each applied hunk
};

// The file that is changed, for messages, and how its lines are compared.
struct Target {
    std::string_view name;
    std::size_t hunks_before = 0; // number of hunks of this file in earlier sections of the patch
    std::string_view old_blob = {}; // see FileChange
    std::string_view new_blob = {};
    bool is_exact = false; // ignore no differences, and permit any marks in new lines
};

// Returns the text after all hunks have been applied, without overlap, or the unchanged text if all
// hunks have been applied already. (For a hunk that only adds lines, git's hash decides whether it
// has been applied.) Pure function; takes time linear in the text and the hunks if the lines are
// where the patch states them.
//
// LF and CRLF are equal when lines are compared. If the newlines match as well, new lines get the
// newlines of the patch. They also do if there is no line to compare and git made the patch from
// exactly this text. Otherwise they get the newlines of the lines that they replace or follow. In a
// file whose lines end with CR alone, new lines do, too. A byte order mark stays in place unless
// the patch has one. A missing final newline stays missing unless the patch mentions it.
//
// Throws NO_MATCH, AMBIGUOUS, CONFLICT if some of the hunks have been applied already, and
// TOO_LARGE as Finder does.
Applied apply_hunks(
    std::string_view text, const std::vector<read::Hunk>& hunks, const Target& target);

// Returns the content of a file that a patch creates. Throws BAD_PATCH if the patch has lines that
// are not added.
std::string created_text(const std::vector<read::Hunk>& hunks, const Target& target);

// Throws BAD_PATCH if the text of a new file contains marks that were copied with it, such as those
// of a diff.
void refuse_foreign_text(std::string_view text, std::string_view name);

}
