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

// The settings of a chat, in addition to the configuration of its runs.
struct ChatStart {
    std::string prompt; // may be empty
    bool continues_latest = false; // continues the latest session of this directory
    bool keeps_session = true;
    bool names_server = false; // a flag or a variable names the server or the model
    DisplayOptions look = {};
    model::Prices prices = {}; // by model
};

// The engine of a chat: it has the key, the network, the tools and the session, and speaks with the
// screen over the channel (docs/host.md, with the messages that only a screen has). What is public
// here is for its commands.
class ChatEngine {
public:
    // `descriptor` is the engine's end of a pair of sockets. All references must outlive the
    // engine.
    ChatEngine(start::RunConfig wanted, const redaction::Secrets& secrets, int descriptor,
        system::Cancel& cancel);

    // Runs the chat until the screen quits or exits, or a signal arrives. Returns the exit status.
    // Throws BAD_REQUEST or a similar error if the chat cannot be started with these settings.
    int run(const ChatStart& beginning);

    // Shows lines to the operator as the answer to the running command; `form` is "diff" or empty.
    void reply(const std::string& text, const char* form = "");

    // Asks the operator. Returns true if the answer is yes; an interruption is a no.
    bool is_agreed(const channel::ChatApproval& question);

    // Asks the operator for a line. Returns nullopt if the question is dismissed or interrupted.
    std::optional<std::string> ask_for_line(const channel::ChatQuestion& question);

    // Asks the operator for a line that the screen does not see, with the echo off: the screen
    // gives up the terminal meanwhile. Returns nullopt after Ctrl-C, Ctrl-D or Esc, or if there is
    // no terminal.
    std::optional<std::string> ask_for_secret(const std::string& question);

    // Hides a secret that the operator has entered, from now on, in events, the session and the
    // audit trail.
    void hide(const std::string& secret);

    // Has the operator choose a row of a list. Returns nullopt if there are no rows, or if the list
    // is closed or interrupted. Must not be called while a turn runs.
    std::optional<channel::Picked> pick(const channel::ChatPick& list);

    // Adds a message to the next request to the model, after the results of running calls.
    void tell_model(const std::string& text);

    // Records a change of a turn, or an undo, in the session.
    void add_change(const Json& event);

    // Adds a step that has changed files for the operator.
    void add_made(const steps::NotedStep& step) { made.push_back(step); }

    // The engine; throws BAD_REQUEST saying what is missing if no model is set up.
    start::Engine& ready_engine();
    bool has_engine() const { return engine != nullptr; }

    // Tells the operator that no model is set up, and what to do.
    void tell_missing_model();

    // Uses the server and the model of the changed config from now on.
    void reconnect();

    // Takes a turn that begins with this message.
    void say(const std::string& text);

    // Takes a turn that begins with messages that the operator has not written.
    void say_prepared(const host::Turns::Prepared& prepared);

    // Takes a turn whose message is already in the transcript.
    void ask_again();

    // Continues the conversation in this session, and shows its last turns again.
    void continue_in(std::unique_ptr<session::Session> session);

    // Returns the settings that the session stores.
    session::Chat chat_now() const;

    // Returns the name of the session; empty if there is none yet.
    std::string session_name() const;

    // Begins a session with this name, or with the default one if it is empty.
    void begin_session(const std::string& name);

    // Puts a message of the user that was removed from the conversation back into the input line.
    void give_back(const std::string& text);

    void quit() { has_quit = true; }

    // Applies the mode from the next call on. Notifies the screen, writes it to the audit trail,
    // and adds it to the next request to the model. Throws if the audit trail cannot be written.
    void change_mode(calls::Approve wanted);

    // Returns the mode that follows the current one for Shift-Tab: "never ask" only if it was
    // chosen before in this chat.
    calls::Approve next_mode() const;

    // False with --no-session.
    bool keeps_sessions() const { return keeps_session; }

    // Returns the price of a model in the config, or else the one that its server publishes.
    std::optional<model::Price> price_of_model(const std::string& model) const;
    bool has_price_in_config(const std::string& model) const { return prices.contains(model); }

    // Sends the values of the status line to the screen: model, mode, session, branch, servers.
    void tell_meters();

    // Sends the task list of the model's messages to the screen.
    void tell_tasks();

    // Sends this content to the model after the operator's next message.
    void attach(Json content) { attached.push_back(std::move(content)); }

    // Stops the job until the shell continues it.
    std::function<void()> suspend_job = [] {};

    start::RunConfig config;
    redaction::Redaction redaction;
    redaction::Redaction redaction_of_questions;
    bool has_terminal = false; // lent by the screen
    system::Cancel& cancel;
    terminal::Output output; // prints nothing: a chat sends events instead
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
    FileIndex files; // files that @ completes
    NameSearch file_search; // in the names of `files`
    skills::PromptFileList prompt_files; // prompt files that / completes
    std::vector<channel::CompletedCommand> sessions_to_complete; // when last read
    std::optional<std::chrono::steady_clock::time_point> sessions_read;
    std::map<std::string, std::int64_t> known_models; // context windows in tokens; 0: unknown
    model::Prices published_prices; // by the current server, which is not trusted
    std::size_t call_count = 0; // calls of the operator
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
    std::vector<model::Message> notes; // messages for the next request
    std::vector<steps::NotedStep> made; // steps of calls in this process, including the operator's
    std::size_t known_steps = 0; // number of the engine's steps that were recorded
    bool turn_begins = false; // the turn has changed nothing so far
    std::size_t turn_number = 0; // from 1
    std::size_t turn_start = 0; // index of its first message
    std::optional<std::string> command_id; // id of the running command
    Json attached = Json::array();
    Attachments resources {Json::array()}; // resources of servers, for the next message
    std::string picture_protocol; // "kitty", "iterm2"; empty: the terminal draws no images
    bool keeps_session = true;
    bool has_quit = false;
    bool offers_never; // the mode was chosen in this chat
    calls::Approve told_mode; // the mode that the model knows
};

}
