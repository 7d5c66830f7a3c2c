#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace fs_undo {

struct WantedStep {
    std::int64_t number = 0;
    std::optional<std::string> sha256;
};

struct Request {
    std::optional<std::int64_t> last;
    std::vector<WantedStep> steps;
    bool redo = false;
    bool dry_run = false;
};

}
