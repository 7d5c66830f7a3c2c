#pragma once

#include "agent/channel/events.hpp"
#include "toolkit/json/json.hpp"

#include <map>
#include <set>
#include <string>

namespace frontends::serve {

using namespace toolkit;

namespace channel = agent::channel;

// A question of a worker that has not been answered yet.
struct OpenAsk {
    channel::Ask ask;
    Json shown; // the event without its head
};
using OpenAsks = std::map<std::string, OpenAsk>; // indexed by id

// Returns "approval", "question", "hostTool", "form" or "open-url".
const char* kind_of(const channel::Ask& ask);

// Tracks by the events of a worker whether it only waits for answers.
class OpenWork {
public:
    // A conversation reports what it waits for. The steps and calls of a workflow are tracked.
    explicit OpenWork(bool is_workflow)
        : is_workflow(is_workflow)
    {
    }

    void follow(const channel::Waiting& waiting);
    void follow(const channel::CallEvent& call);
    void follow(const channel::Result& result);
    void follow(const channel::Step& step);

    // True if there is at least one ask and no other work is in progress.
    bool is_only(const OpenAsks& asks) const;

private:
    bool has_idle_steps(const OpenAsks& asks) const;
    bool is_innermost(const std::string& step) const;

    bool is_workflow;
    std::set<std::string> waits_for; // of a conversation, as last reported
    std::set<std::string> calls; // of a workflow: calls without a result
    std::set<std::string> steps; // of a workflow: steps that have not ended
};

}
