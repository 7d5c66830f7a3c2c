#pragma once

#include "agent/calls/tool_source.hpp"

#include <map>
#include <optional>
#include <vector>

namespace agent::tasks {

using namespace toolkit;

// The tool `update_tasks`. Its calls check the list and end immediately, in this process: the list
// itself is in the messages (last_tasks()).
class TaskSource : public calls::ToolSource {
public:
    TaskSource();

    std::vector<const calls::OfferedTool*> tools() const override { return {&tool}; }
    bool begin(calls::CallId id, const calls::OfferedTool& called,
        const calls::Arguments& arguments) override;
    void cancel(calls::CallId /*id*/, calls::Cancelled /*why*/) override { } // all calls have ended
    void watch(system::Watch& watch) const override;
    void step() override { }
    std::optional<calls::ToolResult> take(calls::CallId id) override;

private:
    const calls::OfferedTool tool;
    std::map<calls::CallId, calls::ToolResult> ended;
};

}
