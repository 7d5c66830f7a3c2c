#pragma once

#include "agent/calls/call_batch.hpp"
#include "agent/calls/tool_source.hpp"
#include "frontends/mcp/call_answer.hpp"
#include "frontends/mcp/call_clients.hpp"
#include "frontends/mcp/request_state.hpp"
#include "frontends/mcp/toolbelt_message.hpp"
#include "toolkit/mcp/responses.hpp"
#include "toolkit/system/cancel.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace frontends::mcp {

using namespace agent;
using namespace toolkit;

// The calls of clients until they are answered. Each is treated like a call of a run. No function
// blocks: the caller waits for what watch() adds, and then calls step().
class ToolbeltCalls {
public:
    struct Setting {
        AnswerForm form;
        std::int64_t max_calls; // in all; 0: unlimited
        std::string offered_hash; // SHA-256 of the offered tools, for the audit
        bool keeps_to_roots; // calls may only use the roots of their client, if it has any
    };

    using Deliver = std::function<void(const Reply& reply)>;

    ToolbeltCalls(
        const calls::CallDependencies& by, CallClients& clients, Setting setting, Deliver deliver);

    // Sets the hash of the tools that are offered from now on.
    void offer(const std::string& hash);

    // Returns true if a call of a tool of this source is under way.
    bool uses(const calls::ToolSource& source) const;

    // Work for the tools that is also needed while no call is under way.
    struct Upkeep {
        std::function<void(system::Watch& watch)> watch;
        std::function<void()> step;
    };
    void attend(Upkeep what) { upkeep = std::move(what); }

    bool empty() const { return under_way.empty(); }
    bool is_known(std::uint64_t scope, std::string_view id) const;

    // Begins a call. Throws toolkit::mcp::Malformed if too many calls wait, or if the call has the
    // requestState of a question that is not open. Any other error ends the server, since the audit
    // can't be written.
    void begin(ClientCall call, calls::ToolSource& source, const calls::OfferedTool& tool,
        const Json& arguments);

    // Counts a request to another server as a call. Throws PERMISSION_DENIED if no more calls may
    // be made, and what the audit throws.
    void count_request(const std::string& method);

    // Continues the call that waits for answers of its client (input_required), if `call` has its
    // requestState, tool and arguments; if it has ended meanwhile, answers with its result. Returns
    // false if there is no such call.
    bool resume(const ClientCall& call, const std::string& tool, const Json& arguments);

    // Ends these calls with all of their processes. They are not answered.
    void cancel_if(const std::function<bool(const ClientCall&)>& is_meant);

    void watch(system::Watch& watch) const;

    // Throws only errors that end the server.
    void step();

    // Answers all calls with this error.
    void fail(const ToolError& why);

    // Ends all running calls, and waits for their end. They are not answered.
    void end(const std::string& why);

private:
    using Clock = system::Watch::Clock;

    struct Call {
        ClientCall client;
        const calls::ToolSource* source = nullptr;
        std::string tool;
        std::string asked_as; // the tool name that the client has sent
        std::string arguments_hash; // SHA-256, as the client has sent them
        std::vector<std::string> repairs;
        std::chrono::milliseconds timeout {};
        bool is_running = false;
        bool is_cancelled = false;
        Clock::time_point begun = {};
        Clock::time_point next_progress = {};
        std::optional<double> last_progress = {}; // the latest reported value
        bool passes_progress = false; // passes on its server's reports; otherwise reports seconds
    };

    // The end of a call whose client was asked and has not called again.
    struct Missed {
        AskedCall asked;
        calls::ToolAnswer answer;
        bool is_structured;
        Clock::time_point end; // when it is dropped
    };

    void begin_trail();
    bool is_beyond_count() const;
    ToolError refused_by_count(const std::string& name) const;
    void drop_missed();
    void keep_missed(const std::string& state, Missed ended);
    bool answer_missed(const ClientCall& call, const AskedCall& asked);
    void refuse_beyond_limits(const ClientCall& call) const;
    void keep_to_roots(calls::PreparedCall& call, const ClientCall& client) const;
    void log(const ClientCall& client, LogLevel level, const Json& data) const;
    void log_end(const Call& call, const calls::ToolAnswer& answer, bool is_cut) const;
    AskedCall asked_call(const Call& call) const;
    void ask_clients();
    void begun(std::size_t index);
    void answer(std::size_t index, const calls::ToolAnswer& answer);
    void report_progress(Call& call) const;
    void report_seconds(Call& call, const std::string& message) const;
    void pass_progress(std::size_t index, const calls::CallProgress& progress);
    bool wants_progress(const Call& call) const;

    calls::CallDependencies by;
    CallClients& clients;
    Setting setting;
    Deliver deliver;
    std::size_t count = 0; // of all calls
    std::size_t made
        = 0; // of those, less the ones whose client was told something in place of a result
    bool has_begun = false; // one of them
    std::map<std::size_t, Call> under_way; // by their number
    RequestStates states;
    std::map<std::string, std::size_t> parked; // numbers of calls, by requestState
    std::map<std::string, Missed> missed; // by requestState
    Upkeep upkeep {[](system::Watch&) {}, [] {}};
    calls::CallBatch batch;
};

}
