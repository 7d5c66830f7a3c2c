#pragma once

#include "agent/redaction/redaction.hpp"
#include "frontends/acp/commands.hpp"
#include "frontends/acp/editor.hpp"
#include "frontends/acp/modes.hpp"
#include "frontends/acp/updates.hpp"
#include "frontends/acp/worker.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/mcp/envelope.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/watch.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>

namespace frontends::acp {

using namespace agent;
using namespace toolkit;

// What an event says about a failure, whose words are in `text`.
ToolError failure_of(const Json& event, const char* text);

// What is said of a session before it is opened.
// NOLINTNEXTLINE(bugprone-exception-escape): nlohmann's move does not throw, but is not seen not to
struct SessionPlan {
    enum class Kind { new_one, resumed, loaded };
    Kind kind;
    std::string id; // its name for `agentcli session`
    std::string workspace; // absolute, without links
    Json servers; // an object with mcpServers
};

// A conversation of the editor: its worker, the turn that runs, and what is asked about. A worker
// ends when another mode needs it to, and the next prompt starts another one.
class Session {
public:
    struct By {
        Editor& editor;
        const WorkerCommand& command;
        const redaction::Redaction& redaction;
    };

    // Starts the worker; the request that opens it is answered when that says hello. Throws.
    Session(const By& by, SessionPlan wanted, std::string request);

    // Throws CONFLICT if a turn runs. `say` is a message of the run channel.
    void prompt(const std::string& request, Json say);

    // The turn ends, and its request is answered by "cancelled". `request`: only if it is that one.
    void cancel();
    bool cancel_request(std::string_view request);

    // Is this the id of a request that waits for its answer?
    bool answers_later(std::string_view request) const;

    // An answer to a request of ours; returns false if it is not one of this session.
    bool hear_answer(const toolkit::mcp::Envelope& envelope, std::string_view line);

    // Throws BAD_REQUEST.
    void set_mode(const std::string& mode);
    const Modes& chosen() const { return modes; }

    // Ends the turn and the worker; `then` is called when nothing of it is left.
    void end(std::function<void()> then = {});

    bool is_over() const { return has_ended; }
    const std::string& workspace() const { return plan.workspace; }

    void watch(system::Watch& watch) const;

    // Throws what the worker of a run channel can't say.
    void step();

private:
    // NOLINTNEXTLINE(bugprone-exception-escape): likewise
    struct Prompt {
        std::string request;
        Json say;
        bool is_sent = false;
        bool has_begun = false;
        bool is_cancelled = false;
    };

    void start_worker();
    void go_on();
    void list_commands();
    void step_lister();
    bool begin_workflow();
    void step_flow();
    void hear_flow(const Json& event);
    void hear_question(const Json& event);
    void hear_end_of_workflow(const Json& event);
    void hear_end_of_flow();
    void begin();
    void keep_place() const;
    void hear(const Json& event);
    void hear_hello(const Json& event);
    void hear_run();
    void hear_turn(const Json& event);
    void hear_error(const Json& event);
    void hear_ask(const Json& event);
    void hear_asked(const std::string& ask);
    void hear_end_of_worker();
    void withdraw_asks();
    void answer_opening();
    void answer_prompt(const std::string& stop_reason);
    void refuse_prompt(const ToolError& error);
    void replay() const;

    By by;
    SessionPlan plan;
    std::string opening; // the request that opens it, until that is answered
    Updates updates;
    Modes modes;
    std::unique_ptr<Worker> worker;
    bool has_greeted = false; // of the worker
    bool is_kept = false; // the session has a file
    Json begun_with; // what its begin has of the mode; null: it has none
    bool is_ending = false; // the worker
    bool has_ended = false; // this
    std::optional<Prompt> prompted;
    struct Asked {
        std::string ask; // of the run channel
        std::string call;
        Json values = {}; // of a question: by the id of each option
    };
    std::map<std::int64_t, Asked> asks; // by our request
    std::unique_ptr<Worker> lister; // of the workflows of the workspace, until it has told them
    Commands commands;
    std::unique_ptr<Worker> flow; // runs the workflow that was prompted
    Json parameters; // of that
    Json problem; // the last error of that; null: none
    std::vector<std::function<void()>> at_end;
    bool ends_for_good = false;
};

}
