#pragma once

#include "toolkit/json/json.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace runner::start {

using namespace toolkit;

// A path in the answer of the undo tool, and how that path is undone.
struct UndoRow {
    std::string path;
    std::string plan; // restore, merge, keep or done
    std::vector<std::string> plans; // available plans; contains `plan` unless that is "done"
    std::string counts; // numbers of lines that the undo adds and removes: "+1 -3"; empty: unknown
    std::string reason; // why it is not restored, such as "was changed since"; empty if it is
    std::vector<std::uint64_t> steps; // the steps that changed it
    std::size_t lines_since = 0; // number of lines changed since by something else

    // Returns a remark about the plan for a person: "2 lines of yours stay"; may be empty.
    std::string note(const std::string& plan) const;

    // Returns true if that remark is a warning: the plan removes lines of a person.
    bool warns(const std::string& plan) const;
};

// Returns a row for each element of "files" in the answer.
std::vector<UndoRow> undo_rows(const Json& answer);

// Returns the rows as a table, one line per row.
std::string undo_table(const std::vector<UndoRow>& rows);

// Returns a summary of an undo that was done: "undone · 3 files · kept config.json". `verb` is its
// first word.
std::string undo_summary(const std::string& verb, const Json& answer);

// Returns the number with the noun: "1 file" or "3 files".
std::string count_of(std::size_t count, const char* noun);

}
