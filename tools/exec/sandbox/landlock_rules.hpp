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

// Gives back `rights` on `place` and everything beneath it, but not on `hidden` and what is beneath
// that (absolute paths, links resolved). Landlock can't take a place out of a directory that is
// allowed: each directory above a hidden place is allowed entry by entry instead, so that what is
// made there later is not.
void allow_all_but(toolkit::sandbox::landlock::Ruleset& ruleset, const std::string& place,
    const std::vector<std::string>& hidden, std::uint64_t rights);

// The tool is in its ring; where there is an Init, it is ready.
struct Enclosed {
    std::shared_ptr<const Enclosure> enclosure;
    std::shared_ptr<process::Init> init; // at Level::namespaces
};

// Locks this process in at the highest level that can be had here, or throws SANDBOX_UNAVAILABLE:
// with the step that failed where that is less than `required`, and where not even Landlock can be
// had. Policy::unrestricted has Level::none. Throws BAD_REQUEST where a path of a flag can't be
// found. `temporary` is --tmp.
Enclosed enclose(const Permissions& permissions, const Workspace& workspace,
    const std::string& temporary, std::optional<Required> required);

}
