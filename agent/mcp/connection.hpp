#pragma once

#include "agent/calls/process.hpp"
#include "agent/mcp/question_modes.hpp"
#include "agent/mcp/wire.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/mcp/envelope.hpp"
#include "toolkit/system/cancel.hpp"

#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace agent::mcp {

using namespace toolkit;

// Times to wait for a server, in addition to those of its entry. Tests use shorter ones.
struct Patience {
    // Time for the response to server/discover; then initialize is sent as well.
    std::chrono::milliseconds question {5'000};
    std::chrono::milliseconds sign {5'000}; // time for the response to a ping after a timeout
    // Time for the exit after stdin is closed, and again after SIGTERM.
    std::chrono::milliseconds end {2'000};
    std::chrono::milliseconds silence {500}; // time for the exit after the streams are closed
    std::chrono::milliseconds list {1'000}; // minimum time between two fetches of the tool list
    std::chrono::milliseconds respawn {500}; // delay of the restart after the first exit
    std::chrono::milliseconds listen {1'000}; // delay before the changes are requested again
    // Maximum of `listen`, which grows with each attempt.
    std::chrono::milliseconds max_listen {30'000};
    std::chrono::milliseconds call {600'000}; // maximum duration of a call, regardless of progress
};

// Self-description of a server, from its response to server/discover or initialize.
// NOLINTNEXTLINE(bugprone-exception-escape): nlohmann's move does not throw, but is not seen not to
struct ServerInfo {
    Era era = Era::legacy;
    std::string version = {}; // protocol version
    Json info = {}; // name and version; null if the server does not send them
    Json capabilities = Json::object();
    std::string instructions = {};
};

// A question of a server to the user (elicitation).
// NOLINTNEXTLINE(bugprone-exception-escape): as above
struct Question {
    std::string id; // JSON text of the request's id
    Json params;
};

struct ConnectionRules {
    Json roots = {}; // sent to the server; null: roots are not declared
    QuestionModes asks = {}; // modes of questions that are answered; others are declined
    std::chrono::milliseconds start_timeout {30'000};
    std::optional<Era> era = {}; // era at the last start; may have changed since
    bool has_report = false; // the launcher reports the sandbox; see ServerProcess
    Patience patience = {};
};

// The connection of a client to one server of either era. No function blocks: the owner waits for
// what watch() adds, then calls step(). Unsolicited messages of the server are answered according
// to the protocol or dropped, and are not stored.
class Connection {
public:
    using Clock = system::Watch::Clock;

    enum class State {
        starting, // the era of the server is not known yet
        ready,
        over, // see why(); no more responses arrive
    };

    // Starts the server as a process that communicates over stdio. Throws IO_ERROR.
    Connection(calls::Launch launch, ConnectionRules rules);

    // Connects over the wire that `make` returns. If the server closes it in reply to
    // server/discover, calls `make` again and starts with initialize. Throws what `make` throws.
    Connection(std::function<std::unique_ptr<Wire>()> make, ConnectionRules rules);

    State state() const { return now; }
    const std::string& why() const { return reason; }
    const ServerInfo& introduction() const { return introduced; }

    // Selects whether the server is asked to report progress of a request.
    enum class Progress { unwanted, wanted };
    // Sends a request and returns its id. Requires State::ready. `fields` become HTTP header fields
    // of the request if the server is of the modern era.
    RequestId begin(const std::string& method, Json params, Progress progress = Progress::unwanted,
        HttpFields fields = {});
    // Returns the response to a request, once; nullopt until it arrives and after give_up().
    std::optional<Response> take(RequestId id);
    // Abandons a request and tells the server, with `why` as the reason. Has no effect if the
    // response was taken or the request is unknown.
    void give_up(RequestId id, const std::string& why);

    // Sends a request that every server answers immediately, to find out whether the server still
    // responds. Returns its id, for take().
    RequestId ask_for_sign();

    // Returns the time at which the request was sent, or the later time at which the reported
    // progress last increased.
    Clock::time_point last_progress(RequestId id) const;

    // Returns the parameters of the latest progress notification, once; null if there is no new
    // one.
    Json take_progress(RequestId id);

    // True if the server announced a change of its tool list since the last take_list_changed().
    bool has_list_changed() const { return list_changed; }
    bool take_list_changed() { return std::exchange(list_changed, false); }

    // Returns which other lists have changed since the previous call, as announced by the server.
    struct ChangedLists {
        bool prompts = false;
        bool resources = false; // or their templates
    };
    ChangedLists take_changed_lists() { return std::exchange(changed_lists, {}); }

    // Replaces the set of resources whose updates are requested. Has no effect on a server without
    // the capability resources.subscribe.
    void subscribe(std::set<std::string> uris);

    // Returns the subscribed URIs whose resource, or one beneath it, was updated since the previous
    // call.
    std::set<std::string> take_updated() { return std::exchange(updated, {}); }

    // Returns the next question of the server, which must be answered with answer(); nullopt if
    // there is none.
    std::optional<Question> take_question();
    // Sends the result for a question of take_question(). Does nothing if the connection is over,
    // and drops the result if the server does not read.
    void answer(const Question& question, const Json& result);

    // Returns the ids of taken questions that the server has cancelled since; each id once.
    std::vector<std::string> take_cancelled_questions() { return std::exchange(withdrawn, {}); }

    // Returns the elicitationId of each page that the server reports as completed; each id once.
    std::vector<std::string> take_completed() { return std::exchange(completed, {}); }

    const Json& roots() const { return rules.roots; }

    // Returns how many lines were dropped because they are not valid messages.
    std::size_t dropped_lines() const { return dropped; }

    // Returns the beginning of the first line that looks like a message but is not JSON, in
    // printable form; nullopt if there is none or it was already returned.
    std::optional<std::string> take_unreadable() { return std::exchange(unreadable, std::nullopt); }

    // Ends the connection immediately and kills the server's process. why() returns `why`.
    void fail(const std::string& why);

    // Ends the connection in order: closes stdin, then sends SIGTERM, then SIGKILL, or ends the
    // HTTP session. The state is State::over immediately, but the process may still be running; see
    // take_wire().
    void end();

    // Return the transport. take_wire() passes on its ownership, so that the caller can wait until
    // it is over; no other function may be called afterwards.
    const Wire& wire() const { return *server; }
    std::unique_ptr<Wire> take_wire() { return std::move(server); }

    // watch() adds the descriptors and times to wait for; step() makes as much progress as possible
    // without blocking.
    void watch(system::Watch& watch) const;
    void step();

private:
    struct Pending {
        std::string method;
        Clock::time_point last_sign;
        std::optional<Response> response = {};
        std::optional<double> done = {}; // largest progress number reported
        Json progress = {}; // latest progress parameters that were not taken; may be null
    };

    void begin_anew_without_question();
    void ask_for_era();
    void initialize();
    void introduce(ServerInfo introduction);
    void take_discovered(const Response& response);
    void take_initialized(const Response& response);
    void look_at_start();
    void look_at_wire();
    RequestId send_request(ClientMessage message, const Json& params); // assigns the id
    void notify(const std::string& method, const Json& params);
    void take_failure(WireFailure& failure);
    bool try_another_way(const WireFailure& failure);
    void listen_again();
    Json capabilities() const;
    Json wanted_changes() const;
    void listen_for_changes();
    void end_listening(RequestId id);
    void take_updated_resource(const std::string& uri);
    void take_line(std::string line);
    void take_message(const toolkit::mcp::Envelope& envelope, const std::string& line);
    void take_unusable(const toolkit::mcp::Refusal& refusal, const std::string& line);
    bool take_too_deep(const std::string& line);
    void take_unreadable(const std::string& line);
    RequestId awaited_in(std::string_view line) const;
    void fail_request(std::string_view id, const std::string& why);
    void take_response(std::string_view id, Json& message);
    void take_request(const toolkit::mcp::Envelope& envelope, const Json& params);
    void take_question_of(std::string_view id, const Json& params);
    static void remember(std::vector<std::string>& ids, std::string id);
    void take_cancelled_question(std::string id);
    void take_notification(const toolkit::mcp::Envelope& envelope, const Json& params);
    static void take_progress(Pending& request, const Json& params);
    Pending* awaited(std::string_view id);
    void reply(const std::string& line);

    std::function<std::unique_ptr<Wire>()> make;
    ConnectionRules rules;
    std::unique_ptr<Wire> server;
    State now = State::starting;
    std::string reason;
    ServerInfo introduced;
    Clock::time_point start_deadline;
    std::optional<Clock::time_point> silent_since;
    Clock::time_point discover_deadline; // initialize is sent at this time if there is no response
    RequestId discover_id = 0; // 0: not sent
    bool has_asked_again = false;
    RequestId initialize_id = 0;
    RequestId listen_id = 0; // 0: not sent
    std::optional<Clock::time_point> next_listen; // time of the next attempt after the stream ended
    std::chrono::milliseconds listen_delay {}; // delay before the attempt after the next one
    RequestId next_id = 1;
    std::map<RequestId, Pending> pending;
    std::deque<Question> questions;
    std::vector<std::string> withdrawn; // ids of cancelled questions that were taken before
    std::vector<std::string> completed;
    bool list_changed = false;
    ChangedLists changed_lists;
    std::set<std::string> subscribed; // URIs of resources
    std::set<std::string> updated; // subscribed URIs, until take_updated()
    std::size_t dropped = 0;
    bool has_unreadable = false; // `unreadable` was set once
    std::optional<std::string> unreadable;
};

}
