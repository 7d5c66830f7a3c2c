#pragma once

#include "agent/calls/call_batch.hpp"
#include "agent/calls/prepared_call.hpp"
#include "agent/calls/tool_source.hpp"
#include "agent/model/chat_completions.hpp"

#include <functional>
#include <string>
#include <vector>

namespace agent::calls {

// The tools of several sources, ready to be called.
class Toolbelt {
public:
    // Sources and supervision have to outlive it. Throws BAD_REQUEST if two tools have one name.
    Toolbelt(std::vector<ToolSource*> sources, const CallDependencies& supervision);

    std::vector<const OfferedTool*> tools() const;

    // The call as run() takes it.
    PreparedCall prepare(const model::ToolCall& call) const { return prepared_call(call, sources); }

    // Runs the calls of one message (CallBatch), and waits until all have ended. A failure is an
    // answer too; thrown is only what ends the run: the audit can't be written, or INTERNAL
    // "interrupted"; what was not begun then is in the audit as well, and that is its answer.
    // `more` is asked for calls that have come meanwhile, and run beside these.
    using More = std::function<std::vector<PreparedCall>()>;
    void run(std::vector<PreparedCall> calls, const CallBatch::Finished& finished,
        const More& more = {});

    // Called before run() waits if CallBatch::only_waits() is true; may be empty.
    std::function<void()> hears_waiting;

    // Called when run() is cancelled while CallBatch::only_waits() is true, before the calls are
    // cancelled; may be empty, and may end the process.
    std::function<void()> hears_cancelled_wait;

    // Ends the calls of this id while run() waits: CallBatch::cancel().
    bool cancel(const std::string& call_id);

    // Writes down calls that are not run, and have no answer either. Throws if the audit can't be
    // written.
    void leave(const std::vector<PreparedCall>& calls, const std::string& why);

    // The tool that a call by this name is of, repaired as run() would; null for none.
    const OfferedTool* tool_called(const std::string& name) const;

    // Would run() find the tool, and its arguments usable?
    bool accepts(const model::ToolCall& call) const { return !prepare(call).obstacle; }

private:
    bool add_to_batch(std::vector<PreparedCall> calls);
    void wait_for_batch(const More& more);

    std::vector<ToolSource*> sources;
    CallDependencies by;
    CallId next_id = 0;
    CallBatch* batch = nullptr; // that is run now
};

}
