#pragma once

#include "enclosure.hpp"
#include "toolkit/sandbox/landlock.hpp"
#include "tools/exec/process/init.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace exec::sandbox {

using namespace toolkit;

// Adds `rights` on `place` and everything below it, except for `hidden` and what is below those
// (absolute paths, links resolved). Landlock cannot exclude a place from an allowed directory.
// Therefore each entry of a directory that contains a hidden place is allowed instead of the
// directory, and entries that are made there later are not allowed.
void allow_all_but(toolkit::sandbox::landlock::Ruleset& ruleset, const std::string& place,
    const std::vector<std::string>& hidden, std::uint64_t rights);

// The sandbox for commands: the tool is in its ring, and the Init, if there is one, is ready.
struct Enclosed {
    std::shared_ptr<const Enclosure> enclosure;
    std::shared_ptr<process::Init> init; // only at Level::namespaces
};

// Puts this process into the sandbox at the highest level that is available; Policy::unrestricted
// has Level::none. `temporary` is --tmp. Throws SANDBOX_UNAVAILABLE with the step that failed if
// that level is lower than `required` or not even Landlock is available. Throws BAD_REQUEST if a
// path of a flag does not exist.
Enclosed enclose(const Permissions& permissions, const Workspace& workspace,
    const std::string& temporary, std::optional<Required> required);

}
