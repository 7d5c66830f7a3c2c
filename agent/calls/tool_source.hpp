#pragma once

#include "agent/calls/offered_tool.hpp"
#include "agent/calls/tool_result.hpp"
#include "toolkit/system/cancel.hpp"
#include "toolkit/system/error.hpp"

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace agent::calls {

using namespace toolkit;

// Number of a call, chosen by the caller of ToolSource::begin() and unique within the source.
using CallId = std::size_t;

// Maximum number of calls of one source that run at the same time; further calls wait.
inline constexpr std::size_t max_parallel_calls = 16;

// The part of the workspace that calls may use. It can change until a call begins.
struct WorkspacePart {
    std::vector<std::string> directories = {}; // absolute paths; empty: the whole workspace
    std::optional<ToolError> refusal = {}; // if set, no call runs, and this is its error
};

// The arguments of a call. They fit the tool's schema, and aliases are replaced by the schema's
// names. A tool that checks its arguments itself may get any JSON object.
struct Arguments {
    Json json;
    std::string text; // `json`, serialized again so that every parser reads the same value
    std::shared_ptr<const WorkspacePart> part = {}; // null: the call may use the whole workspace
    std::string call = {}; // id that the model gave the call; empty if no model made it
    // File hashes recorded by the process that asks for the call, used for a dry run. Null: use the
    // hashes that the source recorded.
    std::shared_ptr<const Json> seen = {};
    bool limits_answer = true; // false if the answer goes to a program that needs all of it
    // Receives the stderr of the call's process as it arrives; may be empty. A tool with
    // effects.live also copies its output to stderr, and then only the last line of stderr is used
    // as the tool's error.
    std::function<void(std::string_view)> hears_errors = {};
};

// Result of a call: the answer for the model and the facts for the audit trail.
struct ToolResult {
    ToolAnswer answer;
    std::vector<std::string> argv = {}; // command of the process; empty if no process was used
    std::optional<int> exit = {}; // exit status, if the process exited by itself
    std::optional<int> signal = {}; // signal that killed the process, if one did
    bool is_warm = false; // true if a process kept for several calls ran it (WarmCalls)
    std::chrono::milliseconds duration {};
    std::size_t output_bytes = 0;
    std::size_t error_bytes = 0;
    Json mcp = {}; // MCP server and the tool or resource used there; null if there was none
};

// Progress of a running call, as its MCP server reported it.
struct CallProgress {
    double done = 0;
    std::optional<double> total = {};
    std::string message = {};
};

// Question of a call's process, which wants to make a call itself.
struct NestedAsk {
    std::size_t number = 0; // counts the questions of the process from 1
    std::string tool = {};
    std::string arguments = {}; // JSON
    bool needs_approval = false; // true: ask even if the run would not ask about such a call
    Json seen = {}; // file hashes that the process recorded; null if the call does not get any
};
struct NestedAnswer {
    bool is_yes = false;
    std::string reason = {}; // reason for a refusal, shown to the model
    std::string hint = {}; // hint that goes with a refusal, shown to the model
    std::string record = {}; // decision as written to the audit trail
    std::string code = {}; // error code of a refusal
    std::optional<std::string> arguments = {}; // arguments to use instead, with an approval
    std::string by = {}; // who decided, for the audit trail
};

// Extent of a cancellation. It decides the error that the model gets.
enum class Cancelled {
    call, // one call; the run continues
    run, // the whole run
};

// A source of tools: the processes of a manifest, a host, or MCP servers. Calls run concurrently,
// and no function waits for a call. The owner waits for the events that watch() adds, then calls
// step() and take().
class ToolSource {
public:
    ToolSource() = default;
    ToolSource(const ToolSource&) = delete;
    ToolSource& operator=(const ToolSource&) = delete;
    virtual ~ToolSource() = default; // ends the running calls

    // Returns the tools offered to the model. The pointers stay valid for the lifetime of the
    // source.
    virtual std::vector<const OfferedTool*> tools() const = 0;

    // Returns the tools that can be called by name but are not offered to the model, which finds
    // them with a search tool. The pointers stay valid for the lifetime of the source.
    virtual std::vector<const OfferedTool*> unlisted() const { return {}; }

    // Prepares the call, for example by starting its server. Returns false while the preparation
    // goes on: call is_ready_for() again later, and let the calls of other senders begin meanwhile.
    // Returns true if begin() can be called, also if the preparation failed; begin() then makes an
    // error of it.
    virtual bool is_ready_for(const OfferedTool& /*tool*/, const Arguments& /*arguments*/)
    {
        return true;
    }

    // Returns true while the tool's server is starting or will soon be started again, no matter
    // what caused the start. Any step() of the source can end this.
    virtual bool is_preparing(const OfferedTool& /*tool*/) const { return false; }

    // Begins a call of a tool of this source. Returns false if the call has to wait until another
    // call of the source, or of the tool's server, has ended; call begin() again later. An error of
    // the call itself is not thrown: it becomes the result that take() returns. Throws only errors
    // that end the run: IO_ERROR if no process can be started although no call runs, and INTERNAL
    // "interrupted".
    virtual bool begin(CallId id, const OfferedTool& tool, const Arguments& arguments) = 0;

    // Asks a running call to end, without waiting for it. take() later returns its result, an error
    // that says it was cancelled, or its regular result if it ended first. Has no effect on other
    // calls, or if no call with this id runs.
    virtual void cancel(CallId id, Cancelled why) = 0;

    // Kills the processes of calls that were cancelled and still run.
    virtual void kill_cancelled() { }

    // Adds the events after which step() or take() can make progress. If they can make progress
    // now, the wait ends immediately.
    virtual void watch(system::Watch& watch) const = 0;

    // Makes as much progress as possible without blocking.
    virtual void step() = 0;

    // Returns the last progress reported by a running call; nullopt if there was no report since
    // the previous take_progress().
    virtual std::optional<CallProgress> take_progress(CallId /*id*/) { return std::nullopt; }

    // Returns the next question of the call's process, each question once; nullopt if there is
    // none.
    virtual std::optional<NestedAsk> take_ask(CallId /*id*/) { return std::nullopt; }

    // Sends the process of the call the answer to its question `number`. Does nothing if the call
    // has ended.
    virtual void answer_ask(CallId /*id*/, std::size_t /*number*/, const NestedAnswer& /*answer*/)
    {
    }

    // Returns the file hashes that the next call of this tool will receive as "seen"; null if it
    // will not receive any.
    virtual Json seen_by(const OfferedTool& /*tool*/) const { return {}; }

    // Extends the timeouts of calls whose processes can ask questions by `time`, during which no
    // questions could be taken. Calls with an open question are left out: their clock is stopped
    // already.
    virtual void excuse(std::chrono::milliseconds /*time*/) { }

    // Returns true if running calls of this source do nothing but wait for an answer of the host.
    virtual bool waits_for_answers() const { return false; }

    // Returns a hash of everything that decides what calls of this tool do: its definition, its
    // program or server, and its sandbox. Returns an empty string if that is unknown; no rule of
    // the operator can allow the tool's calls then.
    virtual std::string identity_of(const OfferedTool& /*tool*/) const { return {}; }

    // Returns the timeout of this tool's calls: the maximum duration of a call or, for a tool of an
    // MCP server, the maximum time without a message about it. 0 if it is unknown.
    virtual std::chrono::milliseconds timeout_of(const OfferedTool& /*tool*/) const { return {}; }

    // Returns the result of a call that has ended, cancelled or not, once; nullopt before and
    // after.
    virtual std::optional<ToolResult> take(CallId id) = 0;
};

// Makes a single call and waits for its result, outside the scheduling of a CallBatch. Throws
// IO_ERROR "too many calls …" if begin() returns false, INTERNAL "interrupted" if `cancel` is set
// before the call ends, and the errors of begin().
ToolResult run_alone(ToolSource& source, const OfferedTool& tool, const Arguments& arguments,
    system::Cancel& cancel);

}
