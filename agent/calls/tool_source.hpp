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

// The number of a call, given by whoever begins it.
using CallId = std::size_t;

// So many calls of one source are under way at most; the others wait.
inline constexpr std::size_t max_parallel_calls = 16;

// The part of the workspace that calls may use. It may change before a call begins.
struct WorkspacePart {
    std::vector<std::string> directories = {}; // absolute; empty: all of it
    std::optional<ToolError> refusal = {}; // why no call is run at all
};

// The arguments of a call: checked by the tool's schema, by the names of the schema; or, of a tool
// that checks them itself, as the model has sent them.
struct Arguments {
    Json json;
    std::string text; // the same, written anew so that no parser finds anything else in it
    std::shared_ptr<const WorkspacePart> part = {}; // null: the call may use all of the workspace
    std::string call = {}; // the id of the call, as the model names it; empty: of no call
    // What the process that wants to make the call has recorded of files, for its dry run; null:
    // what the source has recorded counts.
    std::shared_ptr<const Json> seen = {};
    bool limits_answer = true; // false: the answer goes to a program that needs all of it
    // Receives what the process of the call prints on stderr, as it arrives; may be empty. A tool
    // that has effects.live copies its output there. Of the rest, only the last line then counts as
    // its error.
    std::function<void(std::string_view)> hears_errors = {};
};

// What has come of a call: what the model is told, and what the audit is.
struct ToolResult {
    ToolAnswer answer;
    std::vector<std::string> argv = {}; // of a process; empty if there was none
    std::optional<int> exit = {}; // absent: it did not end by itself
    std::optional<int> signal = {};
    bool is_warm = false; // a process made it that lives on (WarmCalls)
    std::chrono::milliseconds duration {};
    std::size_t output_bytes = 0;
    std::size_t error_bytes = 0;
    Json mcp = {}; // the server that was called, and what of it; null: none
};

// How far a call is, in the words of whoever makes it.
struct CallProgress {
    double done = 0;
    std::optional<double> total = {};
    std::string message = {};
};

// A call that the process of a call under way wants to make.
struct NestedAsk {
    std::size_t number = 0; // from 1, of this process
    std::string tool = {};
    std::string arguments = {}; // JSON
    bool needs_approval = false; // also if the run asks about no such call
    Json seen = {}; // what the process has recorded of files; null: nothing that the call gets
};
struct NestedAnswer {
    bool is_yes = false;
    std::string reason = {}; // of a no, for the model
    std::string hint = {};
    std::string record = {}; // for the audit
    std::string code = {}; // of a no
    std::optional<std::string> arguments = {}; // of a yes: in place of those of the ask
    std::string by = {}; // who has decided, for the audit
};

enum class Cancelled {
    call, // this call alone
    run, // all that is under way
};

// Where tools come from: the processes of a manifest, a host, a server. Calls begin, are watched
// and end independently, and nothing here waits: whoever has sources waits for what watch() adds,
// then steps.
class ToolSource {
public:
    ToolSource() = default;
    ToolSource(const ToolSource&) = delete;
    ToolSource& operator=(const ToolSource&) = delete;
    virtual ~ToolSource() = default; // ends what is under way

    // Each stays where it is as long as the source exists.
    virtual std::vector<const OfferedTool*> tools() const = 0;

    // Returns the tools that can be called by name but are not in the list that a model is given:
    // it finds them by a search.
    virtual std::vector<const OfferedTool*> unlisted() const { return {}; }

    // Prepares what this call needs, such as the start of its server. Returns true if it can begin
    // now; else the call waits, without holding up other senders, and this is called again.
    virtual bool is_ready_for(const OfferedTool& /*tool*/, const Arguments& /*arguments*/)
    {
        return true;
    }

    // True as long as what is_ready_for() has begun goes on. It can end in any step, also one that
    // whoever waits for it has not made.
    virtual bool is_preparing(const OfferedTool& /*tool*/) const { return false; }

    // Begins a call of one of these. What is wrong with it is its result. False if there is no room
    // until another call of this source, or of the tool's server, has ended; then it is begun again
    // later. Throws what is to
    // end the run, if there is no room and no other call.
    virtual bool begin(CallId id, const OfferedTool& tool, const Arguments& arguments) = 0;

    // Asks for the end of a call. It ends soon, with a result that says that it was cancelled,
    // unless it had ended before. Other calls continue.
    virtual void cancel(CallId id, Cancelled why) = 0;

    // Kills the processes of calls that were cancelled and have not ended yet.
    virtual void kill_cancelled() { }

    // Adds the events after which step() or take() can make progress; if they can already, the wait
    // ends at once.
    virtual void watch(system::Watch& watch) const = 0;

    // Makes as much progress as it can without blocking.
    virtual void step() = 0;

    // What was reported last of a call under way, once.
    virtual std::optional<CallProgress> take_progress(CallId /*id*/) { return std::nullopt; }

    // Returns a question of a call under way, once; and passes the answer on to its process.
    virtual std::optional<NestedAsk> take_ask(CallId /*id*/) { return std::nullopt; }
    virtual void answer_ask(CallId /*id*/, std::size_t /*number*/, const NestedAnswer& /*answer*/)
    {
    }

    // Returns what the next call of this tool is told of the files that were read; null: nothing.
    virtual Json seen_by(const OfferedTool& /*tool*/) const { return {}; }

    // Time has passed in which nobody could take questions: it does not count for calls under way
    // whose processes ask.
    virtual void excuse(std::chrono::milliseconds /*time*/) { }

    // True if calls of this source only wait for an answer of the host.
    virtual bool waits_for_answers() const { return false; }

    // Returns a hash of everything that decides what calls of this tool do: its definition, its
    // program or server, and its sandbox. Empty if that is not known: then no rule of the operator
    // can allow its calls.
    virtual std::string identity_of(const OfferedTool& /*tool*/) const { return {}; }

    // How long a call of this tool may take, or be silent; 0 if that is not known.
    virtual std::chrono::milliseconds timeout_of(const OfferedTool& /*tool*/) const { return {}; }

    // The result of this call, once, after its end; of a cancelled call, too.
    virtual std::optional<ToolResult> take(CallId id) = 0;
};

// A call that nobody else schedules, from begin to end: a dry run. Throws INTERNAL "interrupted",
// and what begin() throws.
ToolResult run_alone(ToolSource& source, const OfferedTool& tool, const Arguments& arguments,
    system::Cancel& cancel);

}
