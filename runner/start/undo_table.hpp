#pragma once

#include "toolkit/json/json.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace runner::start {

using namespace toolkit;

// A path in an answer of the tool that undoes changes, and how it is undone there.
struct UndoRow {
    std::string path;
    std::string plan; // restore, merge, keep or done
    std::vector<std::string> plans; // those that can be chosen; `plan` is one of them, except done
    std::string counts; // of the lines that the undo adds and removes: "+1 -3"; empty: not known
    std::string reason; // why it is not restored: "was changed since"; empty if it is
    std::vector<std::uint64_t> steps; // that have changed it
    std::size_t lines_since = 0; // that something else has changed since

    // Returns what a person should know of this plan: "2 lines of yours stay", or an empty text.
    std::string note(const std::string& plan) const;

    // True if that note is about lines of a person that this plan removes.
    bool warns(const std::string& plan) const;
};

// Returns a row for each of the "files" of the answer.
std::vector<UndoRow> undo_rows(const Json& answer);

// Returns the rows as lines of a table, each with its newline.
std::string undo_table(const std::vector<UndoRow>& rows);

// Returns "undone · 3 files · kept config.json", for an answer of a call that was made.
std::string undo_summary(const std::string& verb, const Json& answer);

// Returns "1 file" or "3 files".
std::string count_of(std::size_t count, const char* noun);

}
