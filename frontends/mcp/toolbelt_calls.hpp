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

// The calls of clients, from the request to the answer. They run like calls of a conversation. No
// function blocks: the owner waits for what watch() adds, and then calls step().
class ToolbeltCalls {
public:
    struct Setting {
        AnswerForm form;
        std::int64_t max_calls; // in total; 0: no limit
        std::string offered_hash; // SHA-256 of the offered tools, for the audit trail
        bool keeps_to_roots; // restrict calls to the roots of clients that have any
    };

    using Deliver = std::function<void(const Reply& reply)>;

    ToolbeltCalls(
        const calls::CallDependencies& by, CallClients& clients, Setting setting, Deliver deliver);

    // Sets the hash of the tools that are offered from now on.
    void offer(const std::string& hash);

    // Returns true if a call of a tool of this source is in progress.
    bool uses(const calls::ToolSource& source) const;

    // Functions to watch and step what the tools need while none of their calls is in progress.
    struct Upkeep {
        std::function<void(system::Watch& watch)> watch;
        std::function<void()> step;
    };
    void attend(Upkeep what) { upkeep = std::move(what); }

    bool empty() const { return under_way.empty(); }
    bool is_known(std::uint64_t scope, std::string_view id) const;

    // Begins a call. Throws toolkit::mcp::Malformed if too many calls are waiting, or the call has
    // the requestState of a question that is not open. Throws other errors only if the server has
    // to end because the audit trail can't be written.
    void begin(ClientCall call, calls::ToolSource& source, const calls::OfferedTool& tool,
        const Json& arguments);

    // Counts a request to another server as a call. Throws PERMISSION_DENIED if no more calls may
    // be made, and what the audit throws.
    void count_request(const std::string& method);

    // Continues the call that waits for answers of its client (input_required), if `call` has its
    // requestState, tool and arguments; if it has ended meanwhile, answers with its result. Returns
    // false if there is no such call.
    bool resume(const ClientCall& call, const std::string& tool, const Json& arguments);

    // Cancels these calls with all their processes. They get no answer.
    void cancel_if(const std::function<bool(const ClientCall&)>& is_meant);

    void watch(system::Watch& watch) const;

    // Throws only errors that end the server.
    void step();

    // Answers all calls with this error.
    void fail(const ToolError& why);

    // Ends all calls and waits for their processes. They get no answer.
    void end(const std::string& why);

private:
    using Clock = system::Watch::Clock;

    struct Call {
        ClientCall client;
        const calls::ToolSource* source = nullptr;
        std::string tool;
        std::string asked_as; // the tool's name in the client's request
        std::string arguments_hash; // SHA-256 of the arguments as sent by the client
        std::vector<std::string> repairs;
        std::chrono::milliseconds timeout {};
        bool is_running = false;
        bool is_cancelled = false;
        Clock::time_point begun = {};
        Clock::time_point next_progress = {};
        std::optional<double> last_progress = {}; // the last value reported
        // Reports come from the tool's server; otherwise they are seconds.
        bool passes_progress = false;
    };

    // The result of a call whose client was asked and has not repeated the call.
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
    std::size_t count = 0; // number of all calls
    std::size_t made
        = 0; // of those, less the ones whose client was told something in place of a result
    bool has_begun = false; // a call has begun
    std::map<std::size_t, Call> under_way; // by number
    RequestStates states;
    std::map<std::string, std::size_t> parked; // numbers of calls, by requestState
    std::map<std::string, Missed> missed; // by requestState
    Upkeep upkeep {[](system::Watch&) {}, [] {}};
    calls::CallBatch batch;
};

}
