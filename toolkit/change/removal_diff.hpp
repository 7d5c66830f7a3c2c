#pragma once

#include "toolkit/system/named_file.hpp"
#include "toolkit/text/unified_diff.hpp"

#include <string>

namespace toolkit::change {

// Returns the removal of an entry, with its content if it is a directory, as a diff of at most
// text::max_diff_bytes. For a dry run. Files are sorted by path. A binary file, a file that cannot
// be read, and anything that is neither file nor symbolic link are only named. `resolved` is the
// path of the entry.
text::Diff show_removal(const system::Place& place, const std::string& resolved);

}
