#pragma once

#include "toolkit/workspace/later_files.hpp"
#include "toolkit/workspace/seen_files.hpp"

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace toolkit::workspace {

// One file after a change.
struct ChangedFile {
    std::string sha256; // of the new content
    std::vector<std::string> not_kept
        = {}; // metadata of the old file that the new one could not get
    std::string kept = {}; // of the form of the old file, by a text (change::WrittenText::kept)
    bool mixes_encodings = false; // was UTF-8 put into a file of another encoding?
    LaterFiles runs_later = {}; // of the table, what was written
};

// State of the one call that a process carries out, for code that does not get its request.
struct CallNotes {
    bool is_dry_run = false; // nothing may change, and nothing is recovered
    // Resolved paths of what the recovery of an interrupted change has changed, or in a dry run
    // would change first.
    std::set<std::string> recovered = {};
    std::optional<SeenFiles> seen = {}; // nothing: its caller keeps no record
    // Names in globs that exist and were taken as they are, although they match others as patterns.
    std::set<std::string> literal_names = {};
};

CallNotes& notes_of_call();

}
