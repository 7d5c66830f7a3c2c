#pragma once

#include "agent/mcp/connection.hpp"
#include "agent/mcp/resource_tools.hpp"
#include "agent/mcp/server_entry.hpp"
#include "agent/oauth/credentials.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/system/cancel.hpp"
#include "toolkit/system/error.hpp"

#include <chrono>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace agent::mcp {

using namespace toolkit;

// Decides when a server that ended may be restarted: after 0.5, 1, 2, 4 and 8 s (with the default
// `first`), according to how often it ended in the last ten minutes. After the sixth time it is not
// restarted.
class Respawns {
public:
    using Clock = system::Watch::Clock;

    explicit Respawns(std::chrono::milliseconds first = std::chrono::milliseconds(500))
        : first(first)
    {
    }

    // Records that the server ended at `time`, and returns when it may be restarted; nullopt if it
    // stays down. The delay is reduced by up to a fifth, in proportion to `chance` from 0 to 1, so
    // that servers that ended together do not restart together.
    std::optional<Clock::time_point> after_end(Clock::time_point time, double chance);

private:
    std::chrono::milliseconds first; // the first delay
    std::deque<Clock::time_point> ends; // times of the ends in the last ten minutes
};

// A change of a server's state.
// NOLINTNEXTLINE(bugprone-exception-escape): nlohmann's move does not throw, but is not seen not to
struct ServerEvent {
    enum Kind {
        listed, // tools() was fetched after a start or an announced change
        ended,
        unreadable, // sent a malformed line, whose beginning is in `why`
    } kind;
    bool is_first = false; // first list of this process or connection: it has just started
    std::string why = {}; // reason of the end: "ended with exit status 1"
    std::optional<int> exit = {};
    std::optional<int> signal = {};
    std::string errors = {}; // the end of its stderr
    std::string hint = {}; // from hint_for_end()
    bool was_ready = false;
    bool has_failed_to_start = false; // failed before it was ready, not stopped by agentcli
    bool needs_sign_in = false; // ended because it requires a sign-in
    bool was_meant = false; // agentcli stopped a working server
};

// A configured server, whether connected or not. It is started when it is needed, and again after
// it ended, subject to Respawns. No function blocks.
class Server {
public:
    using Clock = system::Watch::Clock;

    // `roots` are the roots sent to the server; null: none are declared. `era` is that of its last
    // start.
    struct Rules {
        Json roots = {};
        QuestionModes asks = {};
        std::optional<Era> era = {};
        Patience patience = {};
        std::string login_command = "agentcli mcp login"; // shown to the operator
    };
    Server(ServerEntry entry, Rules rules);

    const ServerEntry& entry() const { return its; }
    const Patience& patience() const { return rules.patience; }

    // Sets the era to try first. Called before the first start.
    void remember(std::optional<Era> era) { rules.era = era; }

    enum class State {
        resting, // not running; start() starts it
        starting, // started, but its tool list was not received yet
        ready,
        down, // failed; cannot be started yet
    };
    State state() const;

    // Returns when the server can be restarted, if it ended while it was ready and the restart is
    // at most 10 s away, so that a call should wait for it; nullopt otherwise.
    std::optional<Clock::time_point> next_start_soon() const;

    // Starts the server if it is resting. A failure is reported as a ServerEvent, not thrown.
    void start();

    // Starts the server immediately if it is down, without the pause after earlier failures.
    void start_now();

    // Loads the stored token and uses it from now on. Throws BAD_REQUEST if its file cannot be
    // trusted.
    void take_token();

    // True if the server is down because it requires a sign-in. Each start() tries it again.
    bool needs_sign_in() const { return now == State::down && is_refused; }

    // Returns nullptr if may_sign_in() is false for its entry.
    oauth::Credentials* credentials() { return token.get(); }

    // Returns the error for a call while the server is down.
    ToolError obstacle() const;

    // Returns the reason of the last end: "ended with exit status 1".
    const std::string& why_down() const { return last_end; }

    // Returns the connection, or nullptr unless state() is State::ready. The connection may be over
    // until the next step().
    Connection* connection() { return now == State::ready ? link.get() : nullptr; }

    // Returns what the server sent at its last start. The introduction and the tools remain after
    // it ends.
    const ServerInfo& introduction() const { return introduced; }
    const Json& tools() const { return list; } // as received; at most the first max_server_tools
    bool is_list_cut() const { return cut; }

    // False from the time at which the server announces a changed list until tools() returns it.
    bool has_current_list() const { return !listing && !(link && link->has_list_changed()); }
    // Returns the line that the launcher reported about the sandbox; empty without a report.
    const std::string& sandbox_report() const { return reported; }

    // Sends a ping after a call timed out. If the server does not respond within Patience::sign,
    // its connection fails and its process is killed. Has no effect if it is not ready or a ping is
    // pending.
    void ask_for_sign();
    // True while the response to that ping is pending.
    bool awaits_sign() const { return sign != 0; }

    // False while a process of an earlier start is still exiting.
    bool has_left() const { return leaving.empty(); }

    // Stops the server in order. Its processes may run until is_over(). If it had not listed its
    // tools yet, the event says that it was stopped before that.
    void end();
    bool is_over() const { return !link && leaving.empty(); }

    void watch(system::Watch& watch) const;
    void step();
    // Returns the events since the previous call, in order.
    std::vector<ServerEvent> take_events() { return std::exchange(events, {}); }

private:
    void begin_list(bool is_first);
    void take_list();
    void look_for_sign();
    void fall(bool was_meant, const std::string& why);
    std::chrono::milliseconds time_since_start() const;
    std::unique_ptr<Connection> begin_connection() const;
    void go_down(const std::string& why);
    void look_at_leaving();

    ServerEntry its;
    Rules rules;
    std::unique_ptr<oauth::Credentials> token; // see credentials()
    bool is_refused = false; // required a sign-in when it last ended
    State now = State::resting;
    std::unique_ptr<Connection> link;
    struct Leaving {
        std::unique_ptr<Wire> wire;
        ServerEvent end;
    };
    std::vector<Leaving> leaving; // stopped, but not over yet
    ServerInfo introduced;
    std::string reported;
    Json list = Json::array();
    bool cut = false;
    std::optional<PagedList> listing;
    Clock::time_point start_deadline; // deadline for the first list after the current start
    bool is_first_list = false;
    Clock::time_point list_deadline;
    Clock::time_point next_list; // earliest time of the next list
    RequestId sign = 0; // pending ping; 0: none
    Clock::time_point sign_deadline;
    Respawns respawns;
    std::optional<Clock::time_point> next_start; // while it is down; nullopt: never
    std::string last_end;
    std::string last_hint; // from hint_for_end(), set when the process is gone
    bool was_ready = false; // was ready when it ended
    std::vector<ServerEvent> events;
};

}
