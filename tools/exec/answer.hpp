#pragma once

#include "request.hpp"
#include "toolkit/json/json_fwd.hpp"
#include "toolkit/tool/tool.hpp"
#include "tools/exec/output/capture.hpp"
#include "tools/exec/process/run.hpp"

#include <string>

namespace exec {

using namespace toolkit;

// Locks this process in as the operator's flags have it; or makes it the supervisor of a run, which
// never returns.
void prepare(Request& request, const Workspace& workspace);

// The first alone: what it needs to run a command is in `request` then.
void lock_in(Request& request, const Workspace& workspace);

// What the request asks to be run. Throws what task_of() does, with the line that is meant in the
// hint.
process::Task task_or_hint(const Request& request, const Workspace& workspace);

// What commands can do with these flags, as `effects` of the contract has it.
tool::Answer effects_of_flags(const Request& flags);

// Runs the command of the request; what came of it, as the contract has it.
tool::Answer execute(const Request& request, const Workspace& workspace);

// Fields of answers, as the contract has them.

void add_status(Json& answer, const process::Outcome& outcome);

// Cuts streams until both take at most `room` bytes in JSON. One of less than half of it stays
// whole.
void limit_streams(process::Streams& streams, std::size_t room);

// `name`, and what is to be said of its file.
void add_stream(Json& answer, const std::string& name, const output::Capture& capture);

// `sandbox`, once prepare() has been called.
Json sandbox_field(const Request& request);

}
