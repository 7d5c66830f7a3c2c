#pragma once

#include "agent/audit/audit.hpp"
#include "agent/calls/answer_limits.hpp"
#include "agent/calls/result_files.hpp"
#include "agent/calls/tool_source.hpp"
#include "agent/mcp/call_result.hpp"
#include "agent/mcp/failed_starts.hpp"
#include "agent/mcp/pin_store.hpp"
#include "agent/mcp/question_prompter.hpp"
#include "agent/mcp/resource_tools.hpp"
#include "agent/mcp/secret_arguments.hpp"
#include "agent/mcp/server_calls.hpp"
#include "agent/mcp/server_features.hpp"
#include "agent/mcp/server_tools.hpp"
#include "agent/mcp/sign_in_prompter.hpp"
#include "agent/mcp/tool_search.hpp"
#include "agent/redaction/redaction.hpp"
#include "toolkit/system/cancel.hpp"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace agent::mcp {

using namespace toolkit;

// The tools of external MCP servers. A server whose tools are pinned is started by the first call
// of one of them.
class ServerSource : public calls::ToolSource {
public:
    struct Settings {
        // Absolute; a root for servers, and the directory for files of results.
        std::string workspace;
        std::set<std::string> taken = {}; // names of other tools
        std::function<bool(const calls::OfferedTool& tool)> is_chosen = {}; // empty: all tools
        PinStore pins = PinStore();
        FailedStarts failures = FailedStarts();
        std::shared_ptr<QuestionPrompter> prompter = {}; // null: questions are declined
        std::shared_ptr<SignInPrompter> sign_ins = {}; // null: no person can be asked
        CommandsOfServers commands = {};
        bool is_verbose = false; // shows all of the kept stderr of servers
        bool passes_results = false; // returns results unchanged for a client of the gateway
        Patience patience = {};
        calls::AnswerLimits limits = usual_limits;
        bool may_search = false; // many definitions may be replaced by the tools of ToolSearch
    };
    struct Dependencies {
        const redaction::Redaction& redaction;
        audit::Audit& audit;
        std::function<void(std::string_view text)> note; // receives messages for the operator
    };

    // The objects in `by` must outlive this object. Starts no server. Throws BAD_REQUEST if the
    // pins of a required server cannot be trusted.
    ServerSource(
        const std::vector<ServerEntry>& entries, Settings settings, const Dependencies& by);

    // Stops all servers concurrently, and waits until all are over.
    ~ServerSource() override;

    // Starts, concurrently, the servers without pins and the required ones. Waits for a required
    // server for its start_timeout, for another one for at most `max_wait`. The tools of a server
    // that is late are offered later, after all others. A server that failed in an earlier run and
    // is not required is started after its pause. Throws IO_ERROR if a required server cannot be
    // started, INTERNAL "interrupted", and what the audit throws.
    void start(system::Cancel& cancel,
        std::chrono::milliseconds max_wait = std::chrono::milliseconds::max());

    // Returns the instructions of the servers for the model, of those entries that allow it.
    std::vector<std::string> instructions() const;

    // The current state of a server, for the operator.
    struct Shown {
        std::string name;
        Server::State state;
        std::string why_down; // empty unless it has ended or could not be started
        std::size_t tools; // number of offered tools
        std::string pause = {}; // reason for a pause before its start; empty: no pause
        bool is_signing_in = false;
    };
    // Returns the state of all servers, in the order of the configuration.
    std::vector<Shown> shown() const;

    // True if the server of this name declared the capability when it was last started.
    bool declares(const std::string& server, const char* capability) const;

    // Returns the prompts, resources and subscriptions of the servers. They progress with each
    // step().
    ServerFeatures& features() { return beside; }

    // Returns the entry of a server. This and the following functions throw NOT_FOUND if no server
    // has this name. Their work is done by step().
    const ServerEntry& entry_named(const std::string& name);

    // Begins a sign-in at a server, which is started afterwards. Throws BAD_REQUEST if the server
    // supports no sign-in or no person can be asked.
    void sign_in(const std::string& name);

    // Abandons an open sign-in at a server.
    void leave_sign_in(const std::string& name);

    // True while the token of a server is being renewed: a sign-out would block until then.
    bool is_renewing(const std::string& name);

    // Ends the connection to a server whose token was deleted.
    void forget_token(const std::string& name);

    // Starts a server now, without the pause after its earlier failures.
    void retry(const std::string& name);

    // True while a server is starting or a sign-in at it is open.
    bool is_preparing(const std::string& name);

    // True while any server is starting or any sign-in is open. Does not throw.
    bool is_preparing() const;

    // True while step() or sign_in() runs. Both read messages of the operator while they wait for
    // an authorization server; a nested call of step() has no effect.
    bool is_busy() const { return is_stepping; }

    // Calls ToolSearch::list_used(). For use after messages were left out of the conversation.
    void list_used();

    std::vector<const calls::OfferedTool*> tools() const override;
    std::vector<const calls::OfferedTool*> unlisted() const override;
    bool is_ready_for(const calls::OfferedTool& tool, const calls::Arguments& arguments) override;
    bool is_preparing(const calls::OfferedTool& tool) const override;
    bool begin(calls::CallId id, const calls::OfferedTool& tool,
        const calls::Arguments& arguments) override;
    void cancel(calls::CallId id, calls::Cancelled why) override;
    void watch(system::Watch& watch) const override;
    void step() override;
    std::optional<calls::CallProgress> take_progress(calls::CallId id) override;
    std::chrono::milliseconds timeout_of(const calls::OfferedTool& tool) const override;
    std::string identity_of(const calls::OfferedTool& tool) const override;
    std::optional<calls::ToolResult> take(calls::CallId id) override;

private:
    struct Served;
    struct Begun;

    static constexpr std::size_t max_calls = 16; // concurrently
    static constexpr std::size_t max_calls_of_server = 8; // concurrently, of one server

    bool has_room_at(const Served& served) const;

    class Stepping {
    public:
        explicit Stepping(bool& flag)
            : flag(flag)
        {
            flag = true;
        }
        Stepping(const Stepping&) = delete;
        Stepping& operator=(const Stepping&) = delete;
        ~Stepping() { flag = false; }

    private:
        bool& flag;
    };

    void add(const ServerEntry& entry);
    Served& served_named(const std::string& name);
    static bool is_preparing(const Served& served);
    void sign_in_at_start(Served& served);
    void take_sign_in(Served& served);
    static std::vector<std::string> secrets_in(const Served& served, const Json& params);
    void call_tool(calls::CallId id, Served& served, const ServerTool& tool, const Json& arguments);
    void call_resource(calls::CallId id, ResourceTool which, const Json& arguments);
    void begin_call(Begun call, ServerCall request);
    void offer_resources();
    void begin_search();
    bool is_chosen(const calls::OfferedTool& tool) const;
    std::vector<const ServerTool*> server_tools() const;
    void answer_search(calls::CallId id, const Json& arguments);
    void take_events(Served& served);
    void take_start(Served& served);
    void take_unreadable(const Served& served, const ServerEvent& event);
    void take_end(Served& served, const ServerEvent& event);
    void note_missing_tools(const Served& served) const;
    void note_late_start(const Served& served) const;
    void show_errors(const Served& served, const ServerEvent& event) const;
    void refuse_withheld(Served& served);
    void keep_progress(Served& served);
    void take_ended(Served& served);
    calls::ToolResult result_of(const Begun& call, const ServerOutcome& outcome);
    calls::ToolAnswer answer_to(const Begun& call, const ServerOutcome& outcome);
    calls::ToolAnswer answer_to_tool(
        const Begun& call, const Json& result, const ResultContext& context);
    void finish(calls::CallId id, const ToolError& error);
    bool starts_now(Served& served) const;
    void start_again(Served& served);
    void keep_order();
    void require(const Served& served) const;
    void end_all();

    Settings settings;
    Dependencies by;
    calls::ResultFiles files;
    std::vector<std::unique_ptr<Served>> servers;
    ServerFeatures beside;
    std::vector<const Served*> order; // servers with tools, after start()
    bool has_started = false;
    bool is_stepping = false;
    std::vector<std::unique_ptr<calls::OfferedTool>> resource_tools; // the last two are offered
    std::vector<std::string> resource_servers; // servers named by resource_tools
    ToolSearch search;
    std::map<calls::CallId, Begun> begun;
    std::map<calls::CallId, calls::CallProgress> progress; // not taken yet
    std::map<calls::CallId, calls::ToolResult> ended;
};

// A server of a source and its state.
struct ServerSource::Served {
    Served(const ServerEntry& entry, const Settings& settings, const Dependencies& by);

    Server server;
    ServerTools tools;
    SecretArguments secrets;
    ServerCalls calls;
    bool is_hinted = false; // the operator was shown the keys that allow writes
    bool is_start_wanted = false; // start it as soon as it can be restarted
    std::optional<system::Watch::Clock::time_point> next_try; // after a failure in an earlier run
    bool was_asked = false; // sign_in_at_start() began a sign-in
    std::string pause = {}; // reason shown until next_try: "3 min ago it did not answer"
};

struct ServerSource::Begun {
    calls::CallId id;
    Served* served;
    const ServerTool* tool; // null: a call of a resource tool
    ResourceTool resource;
};

}
