#pragma once

#include "agent/calls/answer_limits.hpp"
#include "agent/calls/file_record.hpp"
#include "agent/calls/manifest.hpp"
#include "agent/calls/nested_asks.hpp"
#include "agent/calls/protection.hpp"
#include "agent/calls/running_calls.hpp"
#include "agent/calls/tool_source.hpp"
#include "agent/calls/tool_supervisor.hpp"
#include "agent/calls/warm_calls.hpp"
#include "agent/steps/noted_steps.hpp"

#include <chrono>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace agent::calls {

using namespace toolkit;

// The tools of a manifest: each call is a process, or made by one of `warm`.
class ManifestSource : public ToolSource {
public:
    struct Extras {
        std::unique_ptr<WarmCalls> warm = {}; // null: each call is a process
        std::unique_ptr<FileRecord> files = {}; // null: none is kept
        AnswerLimits limits = {}; // that tools are told which can obey them
    };

    // `timeout` is for tools that name none. `redaction` is for what is cut.
    ManifestSource(std::vector<ManifestTool> tools, std::chrono::milliseconds timeout,
        Protection& protection, const redaction::Redaction& redaction, Extras extras);

    std::vector<const OfferedTool*> tools() const override;

    // Before the first call of a tool that changes files its program may be asked which flags it
    // takes; that is waited for.
    bool begin(CallId id, const OfferedTool& offered, const Arguments& given) override;
    void cancel(CallId id, Cancelled why) override;
    void kill_cancelled() override { running.kill_ending(); }
    void watch(system::Watch& watch) const override;
    void step() override;
    std::optional<ToolResult> take(CallId id) override;

    // While a question of a call is open, its timeout does not count down.
    std::optional<NestedAsk> take_ask(CallId id) override;
    void answer_ask(CallId id, std::size_t number, const NestedAnswer& answer) override;
    void excuse(std::chrono::milliseconds time) override;

    Json seen_by(const OfferedTool& tool) const override;

    // Returns an empty text for a tool whose process makes calls of its own.
    std::string identity_of(const OfferedTool& tool) const override;

    std::chrono::milliseconds timeout_of(const OfferedTool& tool) const override;

    // Background commands of another source continue here if their tool has the same name and
    // command. From then on, only calls of this source reach them.
    void take_over(ManifestSource& other);

    // From the next call on, this tool is started by another command, with other settings.
    void start_otherwise(const std::string& tool, std::vector<std::string> command,
        std::vector<std::string> settings);

    // Returns the record of files of its calls, null if none is kept.
    FileRecord* file_record() { return files.get(); }

    // Sets the steps that earlier processes have made in the same conversation, the oldest first.
    // Tools that can do that (effects.recordsFiles) record what a command does to the files of
    // these and of later steps.
    void recall_steps(std::vector<steps::NotedStep> earlier) { earlier_steps = std::move(earlier); }

    // The steps by which changes of its calls can be undone, in the order of the calls.
    const std::vector<steps::NotedStep>& steps() const { return step_notes.steps(); }

    // From the next call on, tools take snapshots of the workspace before and after a command, in
    // these private git directories, by the name of the tool.
    void keep_checkpoints(std::map<std::string, std::string> directories)
    {
        checkpoints = std::move(directories);
    }

    // Returns, once, why there are no checkpoints any more; empty if there is nothing new.
    std::string take_checkpoint_note() { return std::exchange(checkpoint_note, {}); }

    // Ends what calls have left running, and waits for that. Each of these as if a call of the tool
    // had ended it.
    struct Ended {
        std::string tool;
        ToolResult result;
    };
    std::vector<Ended> end_background();

private:
    struct Begun {
        const ManifestTool* tool;
        std::vector<std::string> argv;
        bool is_warm;
        std::string request_sha256; // if the tool keeps what it changes, otherwise empty
        bool is_of_other = false; // the record of files is that of another process
    };

    // A tool, and the directories of the workspace that its calls may use.
    using SupervisorKey = std::pair<std::string, std::vector<std::string>>;

    static SupervisorKey supervisor_key(const ManifestTool& tool, const Arguments& arguments);
    const ManifestTool& manifest_tool(const OfferedTool& tool) const;
    bool tracks_files(const ManifestTool& tool) const;
    bool limits_answers(const ManifestTool& tool) const;
    bool records_files(const ManifestTool& tool) const;
    Json steps_to_record() const;
    Arguments with_more(const ManifestTool& tool, Arguments arguments);
    void finish(CallId id, Outcome outcome);
    void stop_failed_checkpoints(const std::string& tool, const ToolAnswer& answer);
    ToolResult result_of(const Begun& call, const Outcome& outcome) const;
    void join_supervisor(const ManifestTool& tool, const Arguments& arguments, Call& call);

    std::vector<ManifestTool> list;
    std::chrono::milliseconds timeout;
    Protection& protection;
    const redaction::Redaction& redaction;
    RunningCalls running;
    std::unique_ptr<WarmCalls> warm;
    std::unique_ptr<FileRecord> files;
    AnswerLimits limits;
    std::map<SupervisorKey, ToolSupervisor> supervisors;
    std::map<CallId, Begun> begun;
    steps::StepNotes step_notes;
    std::vector<steps::NotedStep> earlier_steps;
    std::map<std::string, std::string> checkpoints; // private git directories, by tool
    std::string checkpoint_note;
    std::map<CallId, ToolResult> ended;
    struct Asking {
        std::unique_ptr<AskLink> link;
        std::size_t open = 0; // questions without an answer
    };
    std::map<CallId, Asking> asking; // calls whose processes can ask
};

}
