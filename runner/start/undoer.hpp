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

// The tool of a manifest that undoes changes (roles.undo). Throws BAD_REQUEST if there is none.
calls::ManifestTool undoing_tool(const manifest::ManifestChoice& choice);

// That tool, called for the operator, one call after another.
class Undoer {
public:
    struct Dependencies {
        const redaction::Redaction& redaction;
        audit::Audit& audit;
        system::Cancel& cancel;
    };

    // Throws as undoing_tool() does. All in `by` have to outlive it.
    Undoer(
        manifest::ManifestChoice choice, std::chrono::milliseconds timeout, const Dependencies& by);

    const calls::OfferedTool& tool() const { return *source.tools().front(); }

    // What undoing these steps would do, or, if they are undos, taking them back. Throws the error
    // of the tool.
    enum class Way { undo, redo };
    struct Wanted {
        Way way = Way::undo;
        std::vector<steps::NotedStep> steps = {};
        // Plans of paths that are not to be undone by their default: restore, merge or keep.
        std::map<std::string, std::string> choices = {};
    };
    Json trial(const Wanted& wanted);

    // Does it; the audit has a line of it, with this approval. Throws likewise.
    Json call(const Wanted& wanted, const std::string& approval = {});

    // Returns what the steps have changed, and what was changed since. Throws likewise.
    Json show(const std::vector<steps::NotedStep>& steps);

    // The steps that these calls have made themselves.
    const std::vector<steps::NotedStep>& made() const { return source.steps(); }

private:
    calls::ToolResult run(const Json& request);
    void write(audit::AuditEntry entry, const calls::ToolResult& result) const;

    Dependencies by;
    calls::Protection protection;
    calls::ManifestSource source;
};

// The path of one of the "files" in an answer of the tool.
std::string name_of_file(const Json& file);

// Returns the diff of an answer of the tool, and a line that says so if it was cut.
std::string diff_of(const Json& answer);

}
