#pragma once

#include "request.hpp"
#include "toolkit/json/json_fwd.hpp"
#include "toolkit/tool/tool.hpp"
#include "tools/exec/output/capture.hpp"
#include "tools/exec/process/run.hpp"

#include <string>

namespace exec {

using namespace toolkit;

// Puts this process into the sandbox that the operator's flags ask for, and starts the git helper
// of --checkpoint. With --background=serve this process becomes the supervisor of commands in the
// background instead, and the function does not return. Throws BAD_REQUEST for flags that need a
// command after --, and what lock_in() throws.
void prepare(Request& request, const Workspace& workspace);

// Puts this process into the sandbox that the flags in `request` ask for, and stores in `request`
// what running a command needs. Throws SANDBOX_UNAVAILABLE if that sandbox is not available.
void lock_in(Request& request, const Workspace& workspace);

// Returns the task that the request describes. Throws what task_of() throws; if `cmd` is a line for
// a shell and `args` are given, the hint is the equivalent request with `command`.
process::Task task_or_hint(const Request& request, const Workspace& workspace);

// Returns what commands can do under these flags: the answer to `effects` (docs/contract.md).
tool::Answer effects_of_flags(const Request& flags);

// Runs the command of the request, or performs its operation on a command in the background.
// Returns the answer, whose fields docs/contract.md describes.
tool::Answer execute(const Request& request, const Workspace& workspace);

// The following functions add or return fields of answers.

// Adds `exitCode` and, if they apply, `signal`, `timedOut` and `killed`.
void add_status(Json& answer, const process::Outcome& outcome);

// Cuts the streams until both together take at most `room` bytes in JSON. A stream that takes less
// than half of `room` is not cut.
void limit_streams(process::Streams& streams, std::size_t room);

// Adds the output as the field `name`, and the fields that start with `name`: the invisible
// characters in it, the file with the complete output, and errors of that file.
void add_stream(Json& answer, const std::string& name, const output::Capture& capture);

// Returns the field `sandbox`. Must be called after prepare() or lock_in().
Json sandbox_field(const Request& request);

}
