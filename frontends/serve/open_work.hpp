#pragma once

#include "toolkit/json/json.hpp"

#include <map>
#include <set>
#include <string>
#include <string_view>

namespace frontends::serve {

using namespace toolkit;

// The work of a worker in progress beside its asks, followed by its events.
class OpenWork {
public:
    // A workflow has no event `waiting`: its steps and calls are followed instead.
    explicit OpenWork(bool is_workflow)
        : is_workflow(is_workflow)
    {
    }

    void hear_waiting(std::string_view line);
    void hear_call(std::string_view line);
    void hear_result(std::string_view line);
    void hear_step(std::string_view line);

    // True if there is at least one ask and no other work is in progress.
    bool is_only(const std::map<std::string, Json>& asks) const;

private:
    bool has_idle_steps(const std::map<std::string, Json>& asks) const;
    bool is_innermost(const std::string& step) const;

    bool is_workflow;
    std::set<std::string> waits_for; // a conversation, when it said so last
    std::set<std::string> calls; // of a workflow: that have no result
    std::set<std::string> steps; // of a workflow: that have not ended
};

}
