#pragma once

#include "agent/calls/call_batch.hpp"
#include "agent/calls/manifest_source.hpp"
#include "runner/mcp/call_answer.hpp"
#include "runner/mcp/toolbelt_message.hpp"
#include "toolkit/mcp/responses.hpp"
#include "toolkit/system/watch.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>

namespace runner::mcp {

using namespace agent;
using namespace toolkit;

// A call as a client has made it.
struct ClientCall {
    std::uint64_t scope = 0; // of its sender, like the next
    std::uint64_t address = 0;
    std::string id; // as its line has it
    toolkit::mcp::Era era = toolkit::mcp::Era::legacy;
    std::string progress_token = {}; // as its line has it; empty: nobody wants to hear of it
    Json via = {}; // for the audit
    std::size_t bytes = 0; // of its line
    bool is_structured = false; // its tool declares its answers
};

// The calls of clients, from when they are made until they are answered: each goes the way of a
// call of a run. Nothing here waits: whoever has it waits for what watch() adds, then steps.
class ToolbeltCalls {
public:
    struct Setting {
        AnswerForm form;
        std::int64_t max_calls; // in all; 0: as many as the client likes
        std::string offered_hash; // SHA-256 of the tools, which the audit names
    };

    using Deliver = std::function<void(const Reply& reply)>;

    ToolbeltCalls(const calls::Supervision& by, Setting setting, Deliver deliver);

    // Of what is offered from now on.
    void offer(const std::string& hash);

    // A call of a tool of this source is under way.
    bool uses(const calls::ManifestSource& source) const;

    // What there is to do for the tools while no call of them is under way, too.
    struct Upkeep {
        std::function<void(system::Watch& watch)> watch;
        std::function<void()> step;
    };
    void attend(Upkeep what) { upkeep = std::move(what); }

    bool empty() const { return under_way.empty(); }
    bool is_known(std::uint64_t scope, std::string_view id) const;

    // Throws toolkit::mcp::Malformed if too many wait (S6), and what is to end the server: the
    // audit can't be written.
    void begin(ClientCall call, calls::ManifestSource& source, const calls::OfferedTool& tool,
        const Json& arguments);

    // Each of these ends with all of its processes, and no answer follows (P4).
    void cancel_if(const std::function<bool(const ClientCall&)>& is_meant);

    void watch(system::Watch& watch) const;

    // Throws what is to end the server.
    void step();

    // Answers all calls by this error.
    void fail(const ToolError& why);

    // Ends what runs, and waits for that. No answer follows.
    void end(const std::string& why);

private:
    using Clock = system::Watch::Clock;

    struct Call {
        ClientCall client;
        const calls::ManifestSource* source = nullptr;
        std::string tool;
        std::chrono::milliseconds timeout {};
        bool is_running = false;
        bool is_cancelled = false;
        Clock::time_point begun = {};
        Clock::time_point next_progress = {};
    };

    void refuse_beyond_limits(const ClientCall& call) const;
    void begun(std::size_t index);
    void answer(std::size_t index, const calls::ToolAnswer& answer);
    void report_progress(Call& call) const;

    calls::Supervision by;
    Setting setting;
    Deliver deliver;
    std::size_t count = 0; // of all calls
    bool has_begun = false; // one of them
    std::map<std::size_t, Call> under_way; // by their number
    Upkeep upkeep {[](system::Watch&) {}, [] {}};
    calls::CallBatch batch;
};

}
