#pragma once

#include <string>
#include <vector>

namespace agent::calls {

// The command of a manifest that parse_manifest() took, by which other programs are started in a
// sandbox: {"roles": {"launch": […]}}. Its flags and `--` are added to it. The program is found as
// that of a tool. Empty if the manifest names none, or the program is not there.
std::vector<std::string> launcher_of_manifest(
    const std::string& text, const std::string& directory);

}
