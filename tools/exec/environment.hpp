#pragma once

#include <map>
#include <string>
#include <vector>

namespace exec {

using Variables = std::map<std::string, std::string>;

// Returns the environment for a command: the variables PATH HOME LANG LC_* TERM TZ USER SHELL
// TMPDIR of this process, those named in `passed`, and settings that keep programs from waiting for
// a user, such as PAGER=cat. An element NAME=VALUE of `passed` sets a variable. TMPDIR is
// `temporary` if that is not empty.
Variables base_environment(const std::vector<std::string>& passed, const std::string& temporary);

// Like base_environment(), but without the settings that keep programs from waiting, since a
// launched command may have a user. Unless `cache` is empty, the variables for cache directories
// are set to it; variables in `passed` win.
Variables environment_of_launched(
    const std::vector<std::string>& passed, const std::string& temporary, const std::string& cache);

// Returns `base` with the request's variables added, which win. Any name may be set, including PATH
// and LD_PRELOAD: the command could set them for its own children anyway, and none of them affects
// the tool. Throws BAD_REQUEST if a name is empty or contains '=', or if a name or value contains a
// NUL.
Variables with_request(Variables base, const Variables& requested);

}
