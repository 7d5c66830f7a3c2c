#pragma once

#include <map>
#include <string>
#include <vector>

namespace exec {

using Variables = std::map<std::string, std::string>;

// The variables of this process that a command gets: PATH HOME LANG LC_* TERM TZ USER SHELL, those
// named in `passed`, and what keeps a program from waiting for a person. An element of `passed`
// with an equals sign is a variable and its value. TMPDIR is `temporary`, or this process's own if
// that is empty.
Variables base_environment(const std::vector<std::string>& passed, const std::string& temporary);

// The same without what keeps a program from waiting: whoever launches a command may be there.
// Where programs keep caches is `cache`, unless that is empty or `passed` says otherwise.
Variables environment_of_launched(
    const std::vector<std::string>& passed, const std::string& temporary, const std::string& cache);

// The base with the request's variables added, which win. Any name may be set, PATH and LD_PRELOAD
// too: the command could set them for its own children anyway, and none of them reaches the tool.
// Throws BAD_REQUEST where a name is empty or holds '=', or anything holds a NUL.
Variables with_request(Variables base, const Variables& requested);

}
