#pragma once

#include "toolkit/workspace/later_files.hpp"

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

}
