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

// When a server that has ended may be started again: after 0.5, 1, 2, 4 … 30 s, by how often it has
// ended in the last ten minutes; after the sixth end in that time not any more (C10).
class Respawns {
public:
    using Clock = system::Watch::Clock;

    explicit Respawns(std::chrono::milliseconds first = std::chrono::milliseconds(500))
        : first(first)
    {
    }

    // It has ended at `time`. The delay is shorter by up to a fifth, by `chance` from 0 to 1, so
    // that servers that have ended together are not started together. Nothing: it stays down.
    std::optional<Clock::time_point> after_end(Clock::time_point time, double chance);

private:
    std::chrono::milliseconds first; // the first delay
    std::deque<Clock::time_point> ends; // of the last ten minutes
};

// What happens in the life of a server, in order.
// NOLINTNEXTLINE(bugprone-exception-escape): nlohmann's move does not throw, but is not seen not to
struct ServerEvent {
    enum Kind {
        listed, // it has started, or says that its list is another one: tools() is new
        ended,
        unreadable, // it has sent a line that can't be read; `why` has the beginning
    } kind;
    bool is_first = false; // of this process: it has just started
    std::string why = {}; // it has ended: "ended with exit status 1"
    std::optional<int> exit = {};
    std::optional<int> signal = {};
    std::string errors = {}; // the end of its stderr
    std::string hint = {}; // from hint_for_end()
    bool was_ready = false;
    bool has_failed_to_start = false; // by itself: it was not ended by us before it was ready
    bool needs_sign_in = false; // it has ended because it requires a sign-in
    bool was_meant = false; // we have ended it, although nothing was wrong with it
};

// A configured server while there is a connection to it, and while there is none: it is started
// when it is needed, and again after it has ended, not too often. It waits for nothing.
class Server {
public:
    using Clock = system::Watch::Clock;

    // `roots` is what the server is told; null: nothing. `era` is that of its last life.
    struct Rules {
        Json roots = {};
        QuestionModes asks = {};
        std::optional<Era> era = {};
        Patience patience = {};
        std::string login_command = "agentcli mcp login"; // in messages to the operator
    };
    Server(ServerEntry entry, Rules rules);

    const ServerEntry& entry() const { return its; }
    const Patience& patience() const { return rules.patience; }

    // The era that it is known to be of, before its first start.
    void remember(std::optional<Era> era) { rules.era = era; }

    enum class State {
        resting, // start() starts it
        starting, // until the list of its tools is there
        ready,
        down, // until it may be started again
    };
    State state() const;

    // When it can be started again, if that is soon (10 s) and it has ended while it was ready:
    // worth waiting for.
    std::optional<Clock::time_point> next_start_soon() const;

    // Has it started if it is resting. A failure is its end.
    void start();

    // Starts the server now if it is down, without the pause after its earlier ends.
    void start_now();

    // Uses the stored token from now on. Throws BAD_REQUEST if its file cannot be relied on.
    void take_token();

    // True if the server is down because it requires a sign-in. Each start() tries again.
    bool needs_sign_in() const { return now == State::down && is_refused; }

    // Returns nullptr if may_sign_in() is false for its entry.
    oauth::Credentials* credentials() { return token.get(); }

    // Why a call fails at once, if the server is down.
    ToolError obstacle() const;

    // "ended with exit status 1": its last end.
    const std::string& why_down() const { return last_end; }

    // Null unless it is ready. It may be over since the last step(), until the next one.
    Connection* connection() { return now == State::ready ? link.get() : nullptr; }

    // What it has said at its last start; these stay when it ends.
    const ServerInfo& introduction() const { return introduced; }
    const Json& tools() const { return list; } // as they came, at most the first 512
    bool is_list_cut() const { return cut; }

    // False from the moment at which the server announces another list, until tools() is that.
    bool has_current_list() const { return !listing && !(link && link->has_list_changed()); }
    const std::string& sandbox_report() const { return reported; }

    // C11: it has let a call time out. Unless it answers within 5 s it is killed.
    void ask_for_sign();
    bool awaits_sign() const { return sign != 0; }

    // False while the process of an earlier life is ending.
    bool has_left() const { return leaving.empty(); }

    // C9. Nothing of it is left when it is_over(). One that has not listed its tools yet has ended
    // without being asked to: the event says so.
    void end();
    bool is_over() const { return !link && leaving.empty(); }

    void watch(system::Watch& watch) const;
    void step();
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
    bool is_refused = false; // it required a sign-in at its last end
    State now = State::resting;
    std::unique_ptr<Connection> link;
    struct Leaving {
        std::unique_ptr<Wire> wire;
        ServerEvent end;
    };
    std::vector<Leaving> leaving; // that are ending
    ServerInfo introduced;
    std::string reported;
    Json list = Json::array();
    bool cut = false;
    std::optional<PagedList> listing;
    Clock::time_point start_deadline; // of the present start, until the list is there
    bool is_first_list = false;
    Clock::time_point list_deadline;
    Clock::time_point next_list; // not before
    RequestId sign = 0; // that is waited for; 0: none
    Clock::time_point sign_deadline;
    Respawns respawns;
    std::optional<Clock::time_point> next_start; // while it is down; nothing: never
    std::string last_end;
    std::string last_hint; // from hint_for_end(), set when the process is gone
    bool was_ready = false; // then
    std::vector<ServerEvent> events;
};

}
