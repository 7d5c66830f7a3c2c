#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace runner::commands {

// Flags of `agentcli undo`.
struct UndoOptions {
    std::int64_t last = 1;
    bool is_dry_run = false;
    bool forgets = false;
    bool lists = false;
    bool is_agreed = false; // do not ask for confirmation
    std::vector<std::string> kept = {}; // paths that are left unchanged
    // Paths that are restored even if they were changed since.
    std::vector<std::string> restored = {};
};

// Flags of `agentcli session prune`.
struct PruneOptions {
    std::chrono::milliseconds older_than {};
};

// Flags of `agentcli audit verify` and `agentcli audit show`.
struct AuditOptions {
    std::string expected_hash = {};
    std::string hash_before_first = {};
    std::string tool = {}; // this and the following members: see AuditFilter
    std::string run = {};
    std::string since = {};
    bool failed = false;
};

// Flags of `agentcli doctor` and `agentcli embed`.
struct DoctorOptions {
    bool connects = false; // to the model server
};
struct EmbedOptions {
    bool lines = false; // embed each line of the prompt separately
};

}
