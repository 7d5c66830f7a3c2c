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

// The chosen tools of the manifest, as a conversation and a server offer them. What their calls
// have left running ends with this, and the audit trail says so.
class ManifestTools {
public:
    struct Dependencies {
        const redaction::Redaction& redaction;
        audit::Audit& audit;
        system::Cancel& cancel;
        std::function<void(std::string_view text)> note; // hears what the operator should know
        bool serves = false; // many calls may come: processes that make them live on (B9)
        // Whether fs_write_file may replace unread files; nullopt: no record of files is kept,
        // since the calls are not those of a model.
        std::optional<calls::FileRecord::Unread> unread = calls::FileRecord::Unread::refused;
        calls::AnswerLimits limits = {};
    };

    // Throws as manifest::choose_tools() does.
    ManifestTools(const manifest::ToolSelection& wanted, std::chrono::milliseconds timeout,
        Dependencies surroundings);
    ManifestTools(const ManifestTools&) = delete;
    ManifestTools& operator=(const ManifestTools&) = delete;
    ~ManifestTools();

    calls::ManifestSource& source() { return *tools; }

    // Agents are started as the selection says now, with the same tools as before.
    void renew_agents(const manifest::ToolSelection& wanted);

    // The command that starts other programs in a sandbox; empty if the manifest has none.
    const std::vector<std::string>& launcher() const { return launch_command; }

    // Of all tools of the manifest, also of those that were not chosen.
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
