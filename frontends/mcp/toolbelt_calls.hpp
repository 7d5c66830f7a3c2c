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

// The calls of clients, from when they are made until they are answered: each goes the way of a
// call of a run. Nothing here waits: whoever has it waits for what watch() adds, then steps.
class ToolbeltCalls {
public:
    struct Setting {
        AnswerForm form;
        std::int64_t max_calls; // in all; 0: as many as the client likes
        std::string offered_hash; // SHA-256 of the tools, which the audit names
        bool keeps_to_roots; // of clients that have some (B8)
    };

    using Deliver = std::function<void(const Reply& reply)>;

    ToolbeltCalls(
        const calls::CallDependencies& by, CallClients& clients, Setting setting, Deliver deliver);

    // Of what is offered from now on.
    void offer(const std::string& hash);

    // A call of a tool of this source is under way.
    bool uses(const calls::ToolSource& source) const;

    // What there is to do for the tools while no call of them is under way, too.
    struct Upkeep {
        std::function<void(system::Watch& watch)> watch;
        std::function<void()> step;
    };
    void attend(Upkeep what) { upkeep = std::move(what); }

    bool empty() const { return under_way.empty(); }
    bool is_known(std::uint64_t scope, std::string_view id) const;

    // Throws toolkit::mcp::Malformed if too many calls wait (S6), or the call has the requestState
    // of a question that is not open. Any other error is to end the server: the audit can't be
    // written.
    void begin(ClientCall call, calls::ToolSource& source, const calls::OfferedTool& tool,
        const Json& arguments);

    // Counts a request to another server as a call. Throws PERMISSION_DENIED if no more calls may
    // be made, and what the audit throws.
    void count_request(const std::string& method);

    // Continues the call that waits for answers of its client (input_required), if `call` has its
    // requestState, tool and arguments; if it has ended meanwhile, answers with its result. Returns
    // false if there is no such call.
    bool resume(const ClientCall& call, const std::string& tool, const Json& arguments);

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
        const calls::ToolSource* source = nullptr;
        std::string tool;
        std::string asked_as; // the name by which the client has called it
        std::string arguments_hash; // SHA-256, as the client has sent them
        std::vector<std::string> repairs;
        std::chrono::milliseconds timeout {};
        bool is_running = false;
        bool is_cancelled = false;
        Clock::time_point begun = {};
        Clock::time_point next_progress = {};
        std::optional<double> last_progress = {}; // that was reported
        bool passes_progress = false; // its server's reports; else they are ours, in seconds
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
