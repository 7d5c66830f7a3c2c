#pragma once

#include "agent/calls/call_batch.hpp"
#include "agent/calls/prepared_call.hpp"
#include "agent/calls/tool_source.hpp"
#include "agent/model/chat_completions.hpp"

#include <functional>
#include <string>
#include <vector>

namespace agent::calls {

// The tools of several sources, and the means to call them.
class Toolbelt {
public:
    // The sources and the objects in `supervision` must outlive the toolbelt. Throws BAD_REQUEST if
    // two tools have the same name.
    Toolbelt(std::vector<ToolSource*> sources, const CallDependencies& supervision);

    // Returns the tools offered to the model. The pointers stay valid as long as their sources.
    std::vector<const OfferedTool*> tools() const;

    // Returns the call in the form that run() takes. It has an obstacle if it cannot run.
    PreparedCall prepare(const model::ToolCall& call) const { return prepared_call(call, sources); }

    // Runs the calls of a message (CallBatch) and waits until all have ended. `more` is called
    // repeatedly for further calls to run with them; it may be empty. An error of a call is its
    // answer. Throws only errors that end the run: the audit trail cannot be written, no call can
    // be started at all, or INTERNAL "interrupted". Before that, calls that did not begin get an
    // error as their answer and a line in the audit trail.
    using More = std::function<std::vector<PreparedCall>()>;
    void run(std::vector<PreparedCall> calls, const CallBatch::Finished& finished,
        const More& more = {});

    // Called before run() waits if CallBatch::only_waits() is true; may be empty.
    std::function<void()> hears_waiting;

    // Called when run() is cancelled while CallBatch::only_waits() is true, before the calls are
    // cancelled; may be empty, and may end the process.
    std::function<void()> hears_cancelled_wait;

    // Cancels the calls with this id while run() runs them (CallBatch::cancel()). Returns false if
    // there is none.
    bool cancel(const std::string& call_id);

    // Writes a line "not run: WHY" to the audit trail for each of the calls, which do not run and
    // get no answer. Throws if the audit trail cannot be written.
    void leave(const std::vector<PreparedCall>& calls, const std::string& why);

    // Returns the tool that a call with this name would use, after a repair of the name if
    // necessary; null if there is none.
    const OfferedTool* tool_called(const std::string& name) const;

    // Returns true if run() would find the tool and could use the arguments.
    bool accepts(const model::ToolCall& call) const { return !prepare(call).obstacle; }

private:
    bool add_to_batch(std::vector<PreparedCall> calls);
    void wait_for_batch(const More& more);

    std::vector<ToolSource*> sources;
    CallDependencies by;
    CallId next_id = 0;
    CallBatch* batch = nullptr; // the batch of the current run(), otherwise null
};

}
