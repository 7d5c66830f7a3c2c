#pragma once

#include "agent/audit/audit.hpp"
#include "agent/calls/manifest_source.hpp"
#include "agent/steps/noted_steps.hpp"
#include "runner/manifest/manifest_choice.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/system/cancel.hpp"

#include <chrono>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace runner::start {

using namespace agent;
using namespace toolkit;

// Returns the tool of a manifest that undoes changes (roles.undo). Throws BAD_REQUEST if it has
// none.
calls::ManifestTool undoing_tool(const manifest::ManifestChoice& choice);

// Calls the undo tool for the operator, one call at a time.
class Undoer {
public:
    struct Dependencies {
        const redaction::Redaction& redaction;
        audit::Audit& audit;
        system::Cancel& cancel;
    };

    // Throws like undoing_tool(). The objects in `by` must outlive this object.
    Undoer(
        manifest::ManifestChoice choice, std::chrono::milliseconds timeout, const Dependencies& by);

    const calls::OfferedTool& tool() const { return *source.tools().front(); }

    // Returns the tool's answer to a dry run: what undoing these steps would do, or with Way::redo,
    // undoing these undos. Throws IO_ERROR with the error of the tool.
    enum class Way { undo, redo };
    struct Wanted {
        Way way = Way::undo;
        std::vector<steps::NotedStep> steps = {};
        // Plans for paths that are not undone in the default way: restore, merge or keep.
        std::map<std::string, std::string> choices = {};
    };
    Json trial(const Wanted& wanted);

    // Undoes the steps, and adds a line with this approval to the audit trail. Throws like trial(),
    // and if the audit trail cannot be written.
    Json call(const Wanted& wanted, const std::string& approval = {});

    // Returns what the steps changed, and what has changed since. Throws like trial().
    Json show(const std::vector<steps::NotedStep>& steps);

    // Returns the steps that the calls of this object have made.
    const std::vector<steps::NotedStep>& made() const { return source.steps(); }

private:
    calls::ToolResult run(const Json& request);
    void write(audit::AuditEntry entry, const calls::ToolResult& result) const;

    Dependencies by;
    calls::Protection protection;
    calls::ManifestSource source;
};

// Returns the path of an element of "files" in an answer; "base64:…" for a path that is not UTF-8.
std::string name_of_file(const Json& file);

// Returns the diff in an answer, followed by a line that says so if it is truncated.
std::string diff_of(const Json& answer);

}
