#pragma once

#include "toolkit/workspace/later_files.hpp"
#include "toolkit/workspace/seen_files.hpp"

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace toolkit::workspace {

// A file after a change.
struct ChangedFile {
    std::string sha256; // hash of the new content
    // Metadata of the old file that the new one could not get.
    std::vector<std::string> not_kept = {};
    // Describes the form of the old file that was applied (change::WrittenText::kept).
    std::string kept = {};
    bool mixes_encodings = false; // UTF-8 was written into a file of another encoding
    LaterFiles runs_later = {}; // the written files that belong to later_table()
};

// State of the call that this process carries out, for code that does not have its request.
struct CallNotes {
    bool is_dry_run = false; // nothing may change, and nothing is recovered
    // Resolved paths that the recovery of an interrupted change has changed, or in a dry run would
    // change first.
    std::set<std::string> recovered = {};
    std::optional<SeenFiles> seen = {}; // nullopt: the caller keeps no record
    // Names in globs that exist and were taken literally, although they match others as patterns.
    std::set<std::string> literal_names = {};
};

CallNotes& notes_of_call();

}
