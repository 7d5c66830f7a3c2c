#pragma once

#include "agent/calls/tool_source.hpp"
#include "frontends/host/asks.hpp"

#include <chrono>
#include <list>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace frontends::host {

using namespace agent;
using namespace toolkit;

// The tools that a host has declared. Each call becomes an ask that the host answers over the
// channel.
class HostTools : public calls::ToolSource {
public:
    // Throws BAD_REQUEST or UNSUPPORTED naming the tool and the error in its declaration.
    HostTools(const std::vector<channel::HostTool>& declared, Asks& asks,
        const redaction::Redaction& redaction);

    std::vector<const calls::OfferedTool*> tools() const override;
    bool waits_for_answers() const override { return true; }
    bool begin(calls::CallId id, const calls::OfferedTool& tool,
        const calls::Arguments& arguments) override;
    void cancel(calls::CallId id, calls::Cancelled why) override;
    void watch(system::Watch& watch) const override;
    void step() override;
    std::optional<calls::ToolResult> take(calls::CallId id) override;

private:
    using Clock = system::Watch::Clock;

    struct Offered : calls::OfferedTool {
        std::chrono::milliseconds timeout {};
    };
    struct Open {
        std::string ask;
        const Offered* tool;
        Clock::time_point begun;
    };

    static Offered tool_of(const channel::HostTool& declared);
    void end(calls::CallId id, const Open& call, calls::ToolAnswer answer, std::size_t bytes = 0);

    Asks& asks;
    const redaction::Redaction& redaction;
    std::list<Offered> list; // a list, so that pointers to its elements stay valid
    std::map<calls::CallId, Open> open;
    std::map<calls::CallId, calls::ToolResult> ended;
};

}
