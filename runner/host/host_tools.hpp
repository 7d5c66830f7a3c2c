#pragma once

#include "agent/calls/tool_source.hpp"
#include "runner/host/asks.hpp"

#include <chrono>
#include <list>
#include <map>
#include <optional>
#include <string>
#include <vector>

// The tools that a host has declared: each call is an ask, which the host answers over the channel.
class HostTools : public ToolSource {
public:
    // `declared` is what a begin has checked. Throws BAD_REQUEST or UNSUPPORTED naming the tool and what is wrong with it.
    HostTools(const Json& declared, Asks& asks, const Redaction& redaction);

    std::vector<const OfferedTool*> tools() const override;
    bool begin(CallId id, const OfferedTool& tool, const Arguments& arguments) override;
    void cancel(CallId id, Cancelled why) override;
    void watch(Watch& watch) const override;
    void step() override;
    std::optional<ToolResult> take(CallId id) override;

private:
    using Clock = Watch::Clock;

    struct HostTool : OfferedTool {
        std::chrono::milliseconds timeout {};
    };
    struct Open {
        std::string ask;
        const HostTool* tool;
        Clock::time_point begun;
    };

    static HostTool tool_of(const Json& declared);
    void end(CallId id, const Open& open, ToolAnswer answer, std::size_t bytes = 0);

    Asks& asks;
    const Redaction& redaction;
    std::list<HostTool> list; // each stays where it is
    std::map<CallId, Open> open;
    std::map<CallId, ToolResult> ended;
};
