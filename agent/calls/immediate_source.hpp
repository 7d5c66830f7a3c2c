#pragma once

#include "agent/calls/tool_source.hpp"

#include <map>
#include <optional>
#include <vector>

namespace agent::calls {

using namespace toolkit;

// A source with one tool, whose calls end immediately, in this process.
class ImmediateSource : public ToolSource {
public:
    std::vector<const OfferedTool*> tools() const override { return {&tool}; }
    bool begin(CallId id, const OfferedTool& called, const Arguments& arguments) override;
    void cancel(CallId /*id*/, Cancelled /*why*/) override { } // calls end within begin()
    void watch(system::Watch& watch) const override;
    void step() override { }
    std::optional<ToolResult> take(CallId id) override;

protected:
    explicit ImmediateSource(OfferedTool tool)
        : tool(std::move(tool))
    {
    }

private:
    // Returns the answer of a call. Throws ToolError if the call fails.
    virtual Json answer_to(const Json& arguments) const = 0;

    const OfferedTool tool;
    std::map<CallId, ToolResult> ended;
};

}
