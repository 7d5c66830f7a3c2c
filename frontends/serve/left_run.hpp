#pragma once

#include "frontends/serve/event_log.hpp"
#include "frontends/serve/open_work.hpp"
#include "frontends/serve/run_request.hpp"

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace frontends::serve {

// A run without an end, which an earlier server has left, as its events describe it.
class LeftRun {
public:
    // Reads all events. `approved` are the asks whose call may have begun, although the log has no
    // `asked` for them. Throws BAD_REQUEST if a line is not an event.
    LeftRun(const EventLog& log, bool is_workflow, std::set<std::string> approved);

    // Returns true if the worker had not sent an event, if it asked something in a conversation, or
    // if it only waited for answers in a workflow. In a conversation, calls that were in progress
    // are lost, and the model learns it; without a question, the reply of the model may be lost.
    bool can_continue() const { return last == 0 || has_asks; }

    // Returns the number of the last event.
    std::uint64_t last_event() const { return last; }

    // Changes a request so that its worker continues: the first turn asks again about the calls
    // that waited for an approval or for a host tool, and the workflow run keeps its id. Throws
    // TOO_LARGE.
    void continue_by(RunRequest& request) const;

    // Returns the lines for the log that withdraw the open questions, take back the messages that
    // were not delivered, and note the restart. They follow last_event(), and increase it. Empty if
    // there are no events yet.
    std::string withdraw(const std::string& time);

private:
    class Events;
    class ConversationEvents;
    class WorkflowEvents;

    void on_line(std::string_view line, bool is_workflow);

    std::uint64_t last = 0;
    bool has_asks = false;
    bool has_turn = false; // the conversation has begun; otherwise its message is sent again
    std::set<std::string> approved;

    // The state of the last worker.
    OpenWork work;
    OpenAsks asks;
    std::vector<channel::Said> undelivered; // messages of clients
    std::string run_id; // of the workflow run
};

}
