#pragma once

#include "agent/audit/audit.hpp"
#include "agent/loop/observer.hpp"
#include "agent/loop/run_result.hpp"
#include "agent/model/trace.hpp"
#include "agent/redaction/redaction.hpp"
#include "runner/start/run_config.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/system/cancel.hpp"

#include <string>
#include <vector>

namespace frontends::agents {

using namespace agent;
using namespace runner;
using namespace toolkit;

// A request, as the schema of the tool has it.
struct Question {
    std::string text;
    std::vector<std::string> paths = {}; // where to begin
};

// Throws BAD_REQUEST if the text is no such request, or larger than the contract allows.
Question question_of(const std::string& request);

struct Findings {
    Json answer = {}; // as docs/runner.md has it; null: there is no report
    loop::Stop stop = {}; // the limit that forced the report, or why there is none
    ToolError error {Code::internal, ""}; // if there is none
};

// Whoever stands by.
struct Bystanders {
    const redaction::Redaction& redaction;
    model::Trace& trace;
    audit::Audit& audit;
    loop::Observer& observer;
    system::Cancel& cancel;
};

// Answers a question by reading the workspace: a conversation of its own, with tools that read and
// do nothing else, that ends with a report of which each quote has been checked. The trail gets
// its calls and its end. Throws what is wrong with the configuration.
Findings investigate(
    const Question& question, const start::RunConfig& config, const Bystanders& by);

}
