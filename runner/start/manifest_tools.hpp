#pragma once

#include "agent/audit/audit.hpp"
#include "agent/calls/manifest_source.hpp"
#include "runner/start/run_config.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace runner::start {

using namespace agent;
using namespace toolkit;

// The chosen tools of the manifest, for a conversation or a server. The destructor ends what their
// calls have left running in the background, and records that in the audit trail.
class ManifestTools {
public:
    struct Dependencies {
        const redaction::Redaction& redaction;
        audit::Audit& audit;
        system::Cancel& cancel;
        std::function<void(std::string_view text)> note; // receives messages for the operator
        bool serves = false; // keep processes of tools running for further calls
        // Whether fs_write_file may replace files that were not read. nullopt: no record of read
        // files is kept, because the calls do not come from a model.
        std::optional<calls::FileRecord::Unread> unread = calls::FileRecord::Unread::refused;
        calls::AnswerLimits limits = {};
    };

    // Throws like manifest::choose_tools().
    ManifestTools(const manifest::ToolSelection& wanted, std::chrono::milliseconds timeout,
        Dependencies surroundings);
    ManifestTools(const ManifestTools&) = delete;
    ManifestTools& operator=(const ManifestTools&) = delete;
    ~ManifestTools();

    calls::ManifestSource& source() { return *tools; }

    // Updates how agents are started to the settings of this selection. They keep the same tools.
    void renew_agents(const manifest::ToolSelection& wanted);

    // The command that starts other programs in a sandbox; empty if the manifest has none.
    const std::vector<std::string>& launcher() const { return launch_command; }

    // Returns the names of all tools in the manifest, including those that were not chosen.
    const std::vector<std::string>& names() const { return all_names; }

private:
    void keep_checkpoints();
    void end_background();

    Dependencies by;
    std::vector<std::string> all_names;
    std::vector<std::string> obeyed; // absolute paths
    std::vector<std::string> launch_command;
    std::unique_ptr<calls::Protection> protection;
    std::unique_ptr<calls::ManifestSource> tools;
};

}
