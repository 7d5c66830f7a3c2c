#pragma once

#include "agent/audit/audit.hpp"
#include "agent/permissions/permissions.hpp"
#include "agent/skills/prompt_file.hpp"
#include "frontends/chat/attachments.hpp"
#include "frontends/chat/changes.hpp"
#include "frontends/chat/chat_observer.hpp"
#include "frontends/chat/clipboard.hpp"
#include "frontends/chat/file_index.hpp"
#include "frontends/chat/name_search.hpp"
#include "frontends/chat/nested_calls.hpp"
#include "frontends/chat/operator_calls.hpp"
#include "frontends/chat/screen_service.hpp"
#include "frontends/chat/slash_table.hpp"
#include "frontends/host/asks.hpp"
#include "frontends/host/channel.hpp"
#include "frontends/host/host_approver.hpp"
#include "frontends/host/inbox.hpp"
#include "frontends/host/turns.hpp"
#include "runner/start/engine.hpp"
#include "runner/start/run_config.hpp"
#include "runner/terminal/output.hpp"
#include "toolkit/system/cancel.hpp"

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace frontends::chat {

using namespace agent;
using namespace runner;
using namespace toolkit;

// The settings of a chat in addition to the configuration of its runs.
struct ChatStart {
    std::string prompt; // may be empty
    bool continues_latest = false; // continues the latest session of this directory
    bool keeps_session = true;
    bool names_server = false; // a flag or a variable names the server or the model
    DisplayOptions look = {};
    model::Prices prices = {}; // by model
};

// The engine of a chat: it has the key, the network, the tools and the session, and exchanges
// messages with the screen over the channel (docs/host.md; some messages are for screens only). The
// public members are for its commands.
class ChatEngine {
public:
    // `descriptor` is the engine's end of a socket pair. The references must outlive this object.
    ChatEngine(start::RunConfig wanted, const redaction::Secrets& secrets, int descriptor,
        system::Cancel& cancel);

    // Runs the chat until the screen quits or disconnects, or a signal is received. Returns the
    // exit status. Throws BAD_REQUEST, and errors of the configuration, if the chat cannot begin.
    int run(const ChatStart& beginning);

    // Sends the output of the current command to the screen; `form` is "diff" or empty.
    void reply(const std::string& text, const char* form = "");

    // Asks the operator. Returns true if the answer is yes; false also after an interruption.
    bool is_agreed(const channel::ChatApproval& question);

    // Asks the operator for a line. Returns nullopt if the question is dismissed or interrupted.
    std::optional<std::string> ask_for_line(const channel::ChatQuestion& question);

    // Asks the operator for a line that the screen does not see, with the echo off: the screen
    // gives up the terminal meanwhile. Returns nullopt after Ctrl-C, Ctrl-D or Esc, or if there is
    // no terminal.
    std::optional<std::string> ask_for_secret(const std::string& question);

    // Registers a secret that the operator has entered, which is redacted from now on in all
    // output, files and the audit trail.
    void hide(const std::string& secret);

    // Lets the operator choose a row of a list. Returns nullopt if there are no rows, or if the
    // list is closed or interrupted. Must not be called during a turn.
    std::optional<channel::Picked> pick(const channel::ChatPick& list);

    // Sends the text to the model with its next request, after the results of running calls.
    void tell_model(const std::string& text);

    // Records the changes of a turn, or an undo, in the session.
    void add_change(const Json& event);

    // Records a step of the operator that changed files.
    void add_made(const steps::NotedStep& step) { made.push_back(step); }

    // Returns the engine. Throws BAD_REQUEST naming what is missing if no model is set up.
    start::Engine& ready_engine();
    bool has_engine() const { return engine != nullptr; }

    // Tells the operator that no model is set up, and what to do.
    void tell_missing_model();

    // Applies a changed server or model of the config.
    void reconnect();

    // Runs a turn that begins with this message.
    void say(const std::string& text);

    // Runs a turn that begins with messages that the operator has not written.
    void say_prepared(const host::Turns::Prepared& prepared);

    // Runs a turn whose message is already in the transcript.
    void ask_again();

    // Continues the conversation in this session, and shows its last turns again.
    void continue_in(std::unique_ptr<session::Session> session);

    // Returns the settings to store in the session.
    session::Chat chat_now() const;

    // Returns the name of the session; empty if there is none yet.
    std::string session_name() const;

    // Begins a session with this name, or with a generated name if it is empty.
    void begin_session(const std::string& name);

    // Returns a message of the user that was removed from the conversation to the screen.
    void give_back(const std::string& text);

    void quit() { has_quit = true; }

    // Applies the mode to following calls, and reports it to the screen, the audit trail and, with
    // the next request, the model. Throws if the audit trail cannot be written.
    void change_mode(calls::Approve wanted);

    // Returns the mode that follows the current one for Shift-Tab. "never ask" is included only if
    // it was chosen before in this chat.
    calls::Approve next_mode() const;

    // False with --no-session.
    bool keeps_sessions() const { return keeps_session; }

    // Returns the price of a model in the config, otherwise the price published by its server;
    // nullopt if there is none.
    std::optional<model::Price> price_of_model(const std::string& model) const;
    bool has_price_in_config(const std::string& model) const { return prices.contains(model); }

    // Sends the changed values of the status row to the screen.
    void tell_meters();

    // Sends the screen the tasks of the model, as recorded in its messages.
    void tell_tasks();

    // Adds content that is sent to the model after the next message of the operator.
    void attach(Json content) { attached.push_back(std::move(content)); }

    // Stops the job until the shell continues it.
    std::function<void()> suspend_job = [] {};

    start::RunConfig config;
    redaction::Redaction redaction;
    redaction::Redaction redaction_of_questions;
    bool has_terminal = false; // the screen has released it to the engine
    system::Cancel& cancel;
    terminal::Output output; // prints nothing, since output consists of events here
    host::Channel channel;
    host::ChannelAsks asks;
    host::Inbox inbox;
    LiveCalls live_calls;
    ChatObserver observer;
    audit::Audit audit;
    NestedCalls nested; // calls of agents
    permissions::Permissions rules; // calls that need no question
    CallWatcher approver;
    host::Turns turns;
    std::string workspace; // the current directory
    History history;
    OperatorCalls operator_calls;
    ClipboardImages clipboard; // images that mentions can name
    FileIndex files; // for completions of @
    NameSearch file_search; // searches these files
    skills::PromptFileList prompt_files; // for completions of /
    std::vector<channel::CompletedCommand> sessions_to_complete; // as last read
    std::optional<std::chrono::steady_clock::time_point> sessions_read;
    std::map<std::string, std::int64_t> known_models; // context sizes; 0: unknown
    model::Prices published_prices; // prices of the current server, which is not trusted
    std::size_t call_count = 0; // number of the operator's calls
    Changes changes;

private:
    std::string name_of_model() const;
    bool has_past() const;
    void greet(const DisplayOptions& look);
    std::vector<std::string> names_of_tools() const;
    void open(const ChatStart& beginning);
    std::optional<double> price_of(const Json& usage, const std::string& fallback) const;
    void use_server_of_session();
    void open_engine();
    void tell_past();
    void tell_past_calls(const model::Messages& messages, std::size_t at);
    std::string words_about_past() const;
    void serve();
    void take(const host::Inbox::Next& message);
    void take_turn(const channel::ScreenSay* say);
    void run_turn(const std::function<void(start::Engine& talking)>& turn);
    bool may_send(const channel::ScreenSay& say);
    std::optional<host::Asks::Answer> wait_for_answer(const std::string& id);
    std::vector<start::Engine::Turn::Message> messages_of(const channel::ScreenSay& say);
    void obey(const channel::SlashCommand& command);
    bool obey_at_once(const channel::SlashCommand& command);
    void wait_for_message();
    void say_goodbye();
    std::string words_about_files() const;
    std::string files_changed_since(std::size_t step) const;

    void recall_changes(start::Engine& talking, const session::Session& session);
    void add_notes();
    std::string diff_of_last_call() const;
    void begin_turn_of_changes();
    void tell_mode();
    void send_tasks();
    void on_end_of(const ChatObserver::SeenCall& call);
    void on_edited(const calls::PreparedCall& made, const calls::Arguments& edited);

    std::unique_ptr<start::Engine> engine;
    model::Prices prices; // of the config
    std::vector<model::Message> notes; // messages that the model has not received
    std::vector<steps::NotedStep> made; // steps of calls in this process, including the operator's
    std::size_t known_steps = 0; // number of steps of the engine that were processed
    bool turn_begins = false; // the turn has not changed anything yet
    std::size_t turn_number = 0; // from 1
    std::size_t turn_start = 0; // index of its first message
    std::optional<std::string> command_id; // id of the current command
    Json attached = Json::array();
    Attachments resources {Json::array()}; // resources of servers for the next message
    std::string picture_protocol; // protocol of the terminal; empty: it draws no images
    bool keeps_session = true;
    bool has_quit = false;
    bool offers_never; // the mode was chosen in this chat
    calls::Approve told_mode; // the mode that the model knows
};

}
