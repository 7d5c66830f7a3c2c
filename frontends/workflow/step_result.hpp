#pragma once

#include "frontends/workflow/run_sessions.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/time_text.hpp"

#include <cstddef>
#include <optional>
#include <string>

namespace frontends::workflow {

using namespace toolkit;

// The exit statuses of a workflow that a person, or a time, has ended.
inline constexpr int status_of_denial = 7;
inline constexpr int status_of_timeout = 124;

// What a step has come to: `steps.ID` of templates.
struct StepResult {
    enum class Status { ok, failed, denied, skipped };

    Status status = Status::ok;
    Json output = {};
    std::optional<std::string> out = {}; // of a command: stdout
    std::optional<std::string> err = {};
    std::optional<int> exit_code = {}; // 128 + N after signal N
    bool is_killed = false; // a command, by a signal or its timeout; not in the document
    std::optional<ToolError> error = {};
    std::size_t attempts = 1;
    text::Time started = {};
    text::Time ended = {};
    Json artifacts = {};
    Json usage = {};
    int exit_status = 0; // that a workflow ends with which this step ends
    Said said = {}; // in a session of the run; not in the document

    bool is_good() const { return status == Status::ok || status == Status::skipped; }
    Json document() const;
    long long duration_ms() const;
};

std::string_view name_of(StepResult::Status status);

// What document() has made, but for the times.
StepResult step_result_of(const Json& document);

// INTERNAL for a name that none has.
Code code_named(std::string_view wire_name);

// A step that has failed with this error, and ends its workflow with this status.
StepResult failed_step(const ToolError& error, int exit_status = 1);

}
