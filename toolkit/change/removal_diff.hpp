#pragma once

#include "toolkit/system/named_file.hpp"
#include "toolkit/text/unified_diff.hpp"

#include <string>

namespace toolkit::change {

// For a dry run: the removal of an entry, and of everything in it if it is a directory, as a diff
// of at most text::max_diff_bytes. Files are in the order of their paths; a binary file, one that
// can't be read and what is neither file nor link are only named. `resolved` is the path of the
// entry.
text::Diff show_removal(const system::Place& place, const std::string& resolved);

}
