#pragma once

#include "frontends/workflow/run_sessions.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/time_text.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace frontends::workflow {

using namespace toolkit;

// The exit statuses of a workflow that a person, or a time limit, has ended.
inline constexpr int status_of_denial = 7;
inline constexpr int status_of_timeout = 124;

// The result of a step: `steps.ID` in templates.
struct StepResult {
    enum class Status { ok, failed, denied, skipped };

    Status status = Status::ok;
    Json output = {};
    std::optional<std::string> out = {}; // stdout of a command
    std::optional<std::string> err = {};
    std::optional<int> exit_code = {}; // 128 + N after signal N
    // About the call of a command or a tool; not in the document.
    bool is_done = false; // it has succeeded, even if its output cannot be used
    bool is_end_unknown = false; // it was killed, by a signal or a timeout, or its answer was lost
    std::optional<ToolError> error = {};
    std::size_t attempts = 1;
    text::Time started = {};
    text::Time ended = {};
    Json artifacts = {};
    Json usage = {};
    int exit_status = 0; // the exit status of a workflow that this step ends
    Said said = {}; // messages in a session of the run; not in the document

    bool is_good() const { return status == Status::ok || status == Status::skipped; }
    Json document() const;
    long long duration_ms() const;
};

std::string_view name_of(StepResult::Status status);

// Reads the result of document(), without the times and the members that are not in it.
StepResult step_result_of(const Json& document);

// The last lines that a command has printed: on stderr or, if that is empty, on stdout.
struct PrintedTail {
    std::string_view stream = {}; // "stderr" or "stdout"; empty if nothing was printed
    std::vector<std::string> lines = {}; // each has at most 2,000 bytes
    std::size_t lines_before = 0; // the number of lines that are left out
};
// Reads them from the document of a step. They are neither redacted nor fit for a terminal.
PrintedTail printed_tail(const Json& result, std::size_t max_lines);

// The number of lines that are shown of a command that has failed.
inline constexpr std::size_t shown_lines_of_failure = 20;

// Returns a step that has failed with this error, and ends its workflow with this exit status.
StepResult failed_step(const ToolError& error, int exit_status = 1);

}
