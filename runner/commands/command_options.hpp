#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace runner::commands {

// What the flags of `agentcli undo` say.
struct UndoOptions {
    std::int64_t last = 1;
    bool is_dry_run = false;
    bool forgets = false;
    bool lists = false;
    bool is_agreed = false; // nobody is asked
    std::vector<std::string> kept = {}; // paths that are left as they are
    std::vector<std::string> restored = {}; // paths that are restored over what was changed since
};

// Options of `agentcli session prune`.
struct PruneOptions {
    std::chrono::milliseconds older_than {};
};

// What the flags of `agentcli audit verify` and `agentcli audit show` say.
struct AuditOptions {
    std::string expected_hash = {};
    std::string hash_before_first = {};
    std::string tool = {}; // as AuditFilter has it and those that follow
    std::string run = {};
    std::string since = {};
    bool failed = false;
};

// What those of `agentcli doctor` and `agentcli embed` say.
struct DoctorOptions {
    bool connects = false; // to the server of the model
};
struct EmbedOptions {
    bool lines = false; // each line of the prompt is a text of its own
};

}
