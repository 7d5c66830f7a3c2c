#pragma once

#include <string>

namespace runner::start {

// For what a flag names, and is not opened by system::open_named_file(): throws BAD_REQUEST if the
// path begins in the current directory and a link there leads out. Nothing for an empty path.
void refuse_link_out(const std::string& path, const std::string& what);

}
