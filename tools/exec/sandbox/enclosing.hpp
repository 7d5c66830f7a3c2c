#pragma once

#include "enclosure.hpp"
#include "tools/exec/process/init.hpp"

#include <memory>
#include <optional>
#include <string>

namespace exec::sandbox {

using namespace toolkit;

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
