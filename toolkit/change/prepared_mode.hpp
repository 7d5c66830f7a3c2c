#pragma once

#include <sys/types.h>

#include <optional>

namespace toolkit::change {

// The permission bits of a prepared file.
struct PreparedMode {
    std::optional<mode_t> exact = {}; // 0777 at most; without them an old file keeps its own
    mode_t of_new = 0666; // less what the umask, or the default ACL of the directory, takes away
};

}
