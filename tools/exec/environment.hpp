#pragma once

#include <map>
#include <string>
#include <vector>

namespace exec {

using Variables = std::map<std::string, std::string>;

// The variables of this process that a command gets: PATH HOME LANG LC_* TERM TZ USER SHELL, those
// named in `passed`, and what keeps a program from waiting for a person. TMPDIR is `temporary`, or
// this process's own where that is empty.
Variables base_environment(const std::vector<std::string>& passed, const std::string& temporary);

// The same with the request's variables added, which win. Any name may be set, PATH and LD_PRELOAD
// too: the command could set them for its own children anyway, and none of them reaches the tool.
// Throws BAD_REQUEST where a name is empty or holds '=', or anything holds a NUL.
Variables with_request(Variables base, const Variables& requested);

}
