#pragma once

#include "agent/redaction/redaction.hpp"
#include "frontends/acp/choices.hpp"
#include "frontends/acp/commands.hpp"
#include "frontends/acp/editor.hpp"
#include "frontends/acp/updates.hpp"
#include "frontends/acp/worker.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/mcp/envelope.hpp"
#include "toolkit/system/cancel.hpp"
#include "toolkit/system/error.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>

namespace frontends::acp {

using namespace agent;
using namespace toolkit;

// How a session is to be opened.
// NOLINTNEXTLINE(bugprone-exception-escape): nlohmann's move does not throw, but is not seen not to
struct SessionPlan {
    enum class Kind { new_one, resumed, loaded };
    Kind kind;
    std::string id; // its name in `agentcli session`
    std::string workspace; // absolute, without links
    Json servers; // an object with mcpServers
};

// Returns the failure that an event reports.
ToolError failure_of(const channel::Error& error);
ToolError failure_of(const channel::Failure& failure);

// Message of a refused ask if the editor does not respond.
inline constexpr const char* editor_is_silent = "the editor has not answered";

// A question of a worker that the editor has not answered yet.
struct OpenAsk {
    std::string ask = {}; // id on the run channel
    std::string call = {}; // id of the call that needs approval

    // The answers by the ids of the options, and the answer if no option is chosen.
    using Content = decltype(channel::Answer::content);
    std::map<std::string, Content> answers = {};
    Content otherwise = {};
};

// A conversation of the editor: its worker, the current turn, and the open questions. A worker is
// ended when another mode requires a new one; the next prompt starts it.
class Session {
public:
    struct Dependencies {
        Editor& editor;
        const WorkerCommands& commands;
        const redaction::Redaction& redaction;
    };

    // Starts the worker. The editor's request `request` is answered after the worker's `hello`.
    // Throws what Worker throws.
    Session(const Dependencies& by, SessionPlan wanted, std::string request);

    // Begins a turn. Throws CONFLICT if one is in progress.
    void prompt(const std::string& request, channel::Say say);

    // Cancels the current turn; its request is answered with "cancelled". cancel_request() does so
    // only if `request` is the id of that request, and otherwise returns false.
    void cancel();
    bool cancel_request(std::string_view request);

    // Returns true if this is the id of a request that has not been answered yet.
    bool answers_later(std::string_view request) const;

    // Takes a response to a request that this session has sent. Returns false if it is for another
    // session.
    bool on_answer(const toolkit::mcp::Envelope& envelope, std::string_view line);

    // Throw BAD_REQUEST naming the available values. Changes take effect with the next prompt.
    void set_mode(const std::string& mode);
    void set_option(const std::string& option, const std::string& value);
    const Choices& chosen() const { return choices; }

    // Ends the turn and the worker. `then` is called when the worker has exited.
    void end(std::function<void()> then = {});

    bool is_over() const { return has_ended; }
    const std::string& workspace() const { return plan.workspace; }

    void watch(system::Watch& watch) const;

    // Throws BAD_REQUEST if a worker writes a line that is not an event.
    void step();

private:
    class ConversationEvents;
    class WorkflowEvents;

    struct Prompt {
        std::string request;
        channel::Say say;
        bool is_filled = false; // from a prompt file
        bool is_sent = false;
        bool has_begun = false;
        bool is_cancelled = false;
    };

    void start_worker();
    void go_on();
    void list_commands();
    void step_listers();
    bool begin_command();
    void step_flow();
    void on_question(const std::string& ask, const channel::QuestionAsk& question);
    void on_form(const std::string& ask, const channel::FormAsk& form);
    void on_page(const std::string& ask, const channel::OpenUrlAsk& page);

    // An option of session/request_permission, and the answer to the worker if it is chosen.
    struct Option {
        std::string name;
        const char* kind;
        OpenAsk::Content content;
    };
    void put_options(OpenAsk asked, const std::string& title, const std::vector<Option>& all);
    void on_end_of_workflow(const channel::WorkflowEnds& workflow);
    void on_end_of_flow();
    void open();
    void begin();
    void take_kept();
    void keep_choices();
    void try_to_keep_choices();
    void apply_choice();
    void tell_choices() const;
    void list_models();
    void step_models();
    void on_hello(const channel::Hello& hello);
    void on_run();
    void on_end_of_turn(const channel::TurnEnds& turn);
    void on_error(const channel::Error& error);
    void on_approval(const std::string& ask, const channel::ApprovalAsk& approval);
    void on_asked(const std::string& ask);
    void update(const Json& update) const;
    void on_end_of_worker();
    void withdraw_asks();
    void answer_opening();
    void answer_prompt(const std::string& stop_reason);
    void refuse_prompt(const ToolError& error);
    void fail_prompt(const channel::Failure& failure); // the turn has failed, not the request
    void replay() const;

    Dependencies by;
    SessionPlan plan;
    std::string opening; // id of the request that opens the session; empty once answered
    Updates updates;
    Choices choices;
    session::Chat kept; // as stored in the session file
    std::unique_ptr<Worker> worker;
    bool has_greeted = false; // the worker has sent `hello`
    std::optional<Choices::Begun> begun_with; // nullopt until the worker got `begin`
    bool is_ending = false; // the worker was asked to end
    bool has_ended = false; // the session has ended
    std::optional<Prompt> prompted;
    std::map<std::int64_t, OpenAsk> asks; // by the id of the request to the editor
    // A worker that lists workflows or prompt files of the workspace, until it has exited.
    struct Lister {
        std::unique_ptr<Worker> worker = {};
        Json told = Json::array();
    };
    std::unique_ptr<Worker> lister_of(const WorkerCommand& command) const;
    bool is_listing() const { return workflows.worker || prompts.worker; }
    Lister workflows;
    Lister prompts;
    std::unique_ptr<Worker> models; // `agentcli models`, until it has exited
    Commands commands;
    std::unique_ptr<Worker> flow; // runs the workflow of the prompt
    Json parameters; // of that workflow
    std::optional<channel::Error> problem; // last error of that workflow
    std::vector<std::function<void()>> at_end;
    bool ends_for_good = false;
};

}
