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

// The tools of a manifest. Each call runs in a process of its own, or in a process of
// Extras::warm.
class ManifestSource : public ToolSource {
public:
    struct Extras {
        std::unique_ptr<WarmCalls> warm = {}; // null: each call gets its own process
        std::unique_ptr<FileRecord> files = {}; // null: no record of files is kept
        AnswerLimits limits = {}; // sent to the tools that can obey them (effects.limitsAnswers)
    };

    // `timeout` applies to tools without one of their own. `redaction` is applied to errors that
    // are shortened. `protection` and `redaction` must outlive the source.
    ManifestSource(std::vector<ManifestTool> tools, std::chrono::milliseconds timeout,
        Protection& protection, const redaction::Redaction& redaction, Extras extras);

    std::vector<const OfferedTool*> tools() const override;

    // May block before the first call of a tool that changes files, for at most 5 s: its program is
    // started to find out which flags it accepts. Throws INTERNAL "interrupted" if that is
    // cancelled, and IO_ERROR if no process can be started although no call runs.
    bool begin(CallId id, const OfferedTool& offered, const Arguments& given) override;
    void cancel(CallId id, Cancelled why) override;
    void kill_cancelled() override { running.kill_ending(); }
    void watch(system::Watch& watch) const override;
    void step() override;
    std::optional<ToolResult> take(CallId id) override;

    // The timeout of a call is stopped while a question of its process is open.
    std::optional<NestedAsk> take_ask(CallId id) override;
    void answer_ask(CallId id, std::size_t number, const NestedAnswer& answer) override;
    void excuse(std::chrono::milliseconds time) override;

    Json seen_by(const OfferedTool& tool) const override;

    // Returns an empty string for a tool whose process makes calls itself.
    std::string identity_of(const OfferedTool& tool) const override;

    std::chrono::milliseconds timeout_of(const OfferedTool& tool) const override;

    // Takes the background commands of `other` over for each tool that has the same name and
    // command in both sources. Calls of `other` no longer reach them.
    void take_over(ManifestSource& other);

    // Replaces the command and the settings of the tool `tool`, effective from its next call. Does
    // nothing if the source has no tool of this name.
    void start_otherwise(const std::string& tool, std::vector<std::string> command,
        std::vector<std::string> settings);

    // Returns the record of files, which the source owns; null if no record is kept.
    FileRecord* file_record() { return files.get(); }

    // Sets the steps made by earlier processes in the same conversation, the oldest first. Tools
    // with effects.recordsFiles then record how a command changes the files of these steps and of
    // later ones.
    void recall_steps(std::vector<steps::NotedStep> earlier) { earlier_steps = std::move(earlier); }

    // Returns the steps with which changes made by the calls can be undone, in the order of the
    // calls.
    const std::vector<steps::NotedStep>& steps() const { return step_notes.steps(); }

    // Makes tools take snapshots of the workspace before and after a command, from the next call
    // on. `directories` maps the name of a tool to the private git directory of its snapshots.
    void keep_checkpoints(std::map<std::string, std::string> directories)
    {
        checkpoints = std::move(directories);
    }

    // Returns, once, the note that a tool could not take a snapshot and will not try again; empty
    // if there is no such note.
    std::string take_checkpoint_note() { return std::exchange(checkpoint_note, {}); }

    // Ends the background commands of all calls and waits until they have ended. Returns a result
    // for each command, as a call that stops it would have returned.
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
        std::string request_sha256; // empty unless the tool keeps undo data of its changes
        bool is_of_other = false; // true if the file record of another process was used
    };

    // The name of a tool, and the directories of the workspace that its calls may use.
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
    std::map<std::string, std::string> checkpoints; // private git directories, by name of the tool
    std::string checkpoint_note;
    std::map<CallId, ToolResult> ended;
    struct Asking {
        std::unique_ptr<AskLink> link;
        std::size_t open = 0; // number of questions not answered yet
    };
    std::map<CallId, Asking> asking; // calls whose processes can ask questions
};

}
