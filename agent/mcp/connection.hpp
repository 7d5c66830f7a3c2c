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
    std::chrono::milliseconds question {5'000}; // server/discover; then initialize is sent as well
    std::chrono::milliseconds sign {5'000}; // of life, after a call that has timed out
    std::chrono::milliseconds end {2'000}; // after its stdin was closed, and after SIGTERM
    std::chrono::milliseconds silence {500}; // for its end to follow that of its streams
    std::chrono::milliseconds list {1'000}; // between two lists, however often it changes
    std::chrono::milliseconds respawn {500}; // after its first end
    std::chrono::milliseconds listen {1'000}; // before a stream of changes is asked for again
    std::chrono::milliseconds max_listen {30'000}; // the same after many
    std::chrono::milliseconds call {600'000}; // the whole of it, however much progress it reports
};

// What a server says of itself at the beginning.
// NOLINTNEXTLINE(bugprone-exception-escape): nlohmann's move does not throw, but is not seen not to
struct ServerInfo {
    Era era = Era::legacy;
    std::string version = {}; // of the protocol
    Json info = {}; // name and version, if it gives them
    Json capabilities = Json::object();
    std::string instructions = {};
};

// A question of a server to the user (elicitation).
// NOLINTNEXTLINE(bugprone-exception-escape): likewise
struct Question {
    std::string id; // of the request, as the line has it
    Json params;
};

struct ConnectionRules {
    Json roots = {}; // the list for the server; null: roots are not declared
    QuestionModes asks = {}; // modes of questions that are answered; others are declined
    std::chrono::milliseconds start_timeout {30'000};
    std::optional<Era> era = {}; // that it was known to be of; it may have changed
    bool has_report = false; // the launch has a launcher: ServerProcess
    Patience patience = {};
};

// A server as a client of either era sees it. It waits for nothing: whoever has it waits for what
// watch() adds, then steps. What the server sends that nobody has asked for is
// answered by the rules of the protocol, or dropped; it costs no memory.
class Connection {
public:
    using Clock = system::Watch::Clock;

    enum class State {
        starting, // the era is not known yet
        ready,
        over, // why() says why; what had no response never has one
    };

    // Starts the server, over stdio. Throws IO_ERROR.
    Connection(calls::Launch launch, ConnectionRules rules);

    // Begins by a wire that `make` returns; for a server that ends at the first question, by
    // another one. Throws what `make` throws.
    Connection(std::function<std::unique_ptr<Wire>()> make, ConnectionRules rules);

    State state() const { return now; }
    const std::string& why() const { return reason; }
    const ServerInfo& introduction() const { return introduced; }

    // Once it is ready. The response is taken once; a request that is given up has none, and the
    // server is told so.
    enum class Progress { unwanted, wanted };
    // `fields` go into the head of its request over HTTP, if the server is of the modern era.
    RequestId begin(const std::string& method, Json params, Progress progress = Progress::unwanted,
        HttpFields fields = {});
    std::optional<Response> take(RequestId id);
    void give_up(RequestId id, const std::string& why);

    // Sends the request that any server answers at once.
    RequestId ask_for_sign();

    // When the request was sent, or the server has last reported more progress of it than before.
    Clock::time_point last_progress(RequestId id) const;

    // What it has reported last, once: the parameters of the notification; null if there is nothing
    // new.
    Json take_progress(RequestId id);

    // True if the server has announced another list of tools since that was last taken.
    bool has_list_changed() const { return list_changed; }
    bool take_list_changed() { return std::exchange(list_changed, false); }

    // Returns which other lists have changed since the previous call, as announced by the server.
    struct ChangedLists {
        bool prompts = false;
        bool resources = false; // or their templates
    };
    ChangedLists take_changed_lists() { return std::exchange(changed_lists, {}); }

    // Requests updates of these resources from now on, and of no others. Has no effect on a server
    // without the capability resources.subscribe.
    void subscribe(std::set<std::string> uris);

    // Returns the subscribed URIs whose resource, or one beneath it, was updated since the previous
    // call.
    std::set<std::string> take_updated() { return std::exchange(updated, {}); }

    // A question that has come, once. answer() is to follow.
    std::optional<Question> take_question();
    void answer(const Question& question, const Json& result);

    // Returns the ids of taken questions that the server has cancelled since; each id once.
    std::vector<std::string> take_cancelled_questions() { return std::exchange(withdrawn, {}); }

    // Returns the elicitationId of each page that the server reports as completed; each id once.
    std::vector<std::string> take_completed() { return std::exchange(completed, {}); }

    const Json& roots() const { return rules.roots; }

    // Lines on stdout that are no messages, and were dropped.
    std::size_t dropped_lines() const { return dropped; }

    // The beginning of the first of them that looks like a message, printable, once.
    std::optional<std::string> take_unreadable() { return std::exchange(unreadable, std::nullopt); }

    // Ends the connection at once, for this reason.
    void fail(const std::string& why);

    // The same in order: C9. It is over then, though its process may not be yet.
    void end();

    const Wire& wire() const { return *server; }
    std::unique_ptr<Wire> take_wire() { return std::move(server); }

    void watch(system::Watch& watch) const;
    void step();

private:
    struct Pending {
        std::string method;
        Clock::time_point last_sign;
        std::optional<Response> response = {};
        std::optional<double> done = {}; // of its progress, the largest number
        Json progress = {}; // what it has reported last, until it is taken; null: nothing
    };

    void begin_anew_without_question();
    void ask_for_era();
    void initialize();
    void introduce(ServerInfo introduction);
    void take_discovered(const Response& response);
    void take_initialized(const Response& response);
    void look_at_start();
    void look_at_wire();
    RequestId send_request(ClientMessage message, const Json& params); // gives it an id
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
    Clock::time_point discover_deadline; // then initialize is sent as well
    RequestId discover_id = 0; // 0: not sent
    bool has_asked_again = false;
    RequestId initialize_id = 0;
    RequestId listen_id = 0; // likewise
    std::optional<Clock::time_point> next_listen; // after it has ended
    std::chrono::milliseconds listen_delay {}; // then
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
    bool has_unreadable = false; // one was named
    std::optional<std::string> unreadable;
};

}
