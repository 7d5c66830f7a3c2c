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

// What a chat begins with, beside the configuration of its runs.
struct ChatStart {
    std::string prompt; // may be empty
    bool continues_latest = false; // the latest session of this directory
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
    // `descriptor` is the engine's end of a pair of sockets. All have to outlive it.
    ChatEngine(start::RunConfig wanted, const redaction::Secrets& secrets, int descriptor,
        system::Cancel& cancel);

    // Until the screen quits or is gone, or a signal comes. Returns the exit status. Throws
    // BAD_REQUEST and its kin for what the chat can't begin with.
    int run(const ChatStart& beginning);

    // The answer to the command that runs: lines for the operator; `form` is "diff" or empty.
    void reply(const std::string& text, const char* form = "");

    // Asks the operator. Returns true if the answer is yes; an interruption is a no.
    bool is_agreed(const channel::ChatApproval& question);

    // Asks the operator for a line. Returns nullopt if the question is dismissed or interrupted.
    std::optional<std::string> ask_for_line(const channel::ChatQuestion& question);

    // Asks the operator for a line that the screen does not see, with the echo off: the screen
    // gives up the terminal meanwhile. Returns nullopt after Ctrl-C, Ctrl-D or Esc, or if there is
    // no terminal.
    std::optional<std::string> ask_for_secret(const std::string& question);

    // Hides a secret that the operator has given, in everything that is told, kept or audited from
    // now on.
    void hide(const std::string& secret);

    // Has the operator choose a row of a list. Returns nullopt if there are no rows, or if the list
    // is closed or interrupted. Must not be called while a turn runs.
    std::optional<channel::Picked> pick(const channel::ChatPick& list);

    // The model hears this with its next request: after the results of the calls that run.
    void tell_model(const std::string& text);

    // What a turn has changed, or what was undone; kept in the session.
    void add_change(const Json& event);

    // A step of the operator's, by which files were changed.
    void add_made(const steps::NotedStep& step) { made.push_back(step); }

    // The engine; throws BAD_REQUEST saying what is missing if no model is set up.
    start::Engine& ready_engine();
    bool has_engine() const { return engine != nullptr; }

    // Tells the operator that no model is set up, and what to do.
    void tell_missing_model();

    // The server or the model have changed in the config: they are asked from now on.
    void reconnect();

    // A turn that begins with this message.
    void say(const std::string& text);

    // Takes a turn that begins with messages that the operator has not written.
    void say_prepared(const host::Turns::Prepared& prepared);

    // A turn whose message the transcript has already.
    void ask_again();

    // The conversation continues in this session, whose last turns are told again.
    void continue_in(std::unique_ptr<session::Session> session);

    // Returns what the session keeps of the settings.
    session::Chat chat_now() const;

    // The name of the session; empty if there is none yet.
    std::string session_name() const;

    // A session by this name, or by the usual one if it is empty, from now on.
    void begin_session(const std::string& name);

    // What becomes of a message of the user that was taken out of the conversation.
    void give_back(const std::string& text);

    void quit() { has_quit = true; }

    // Applies the mode from the next call on, and tells the screen and the audit trail. The model
    // is told with its next request. Throws if the audit trail cannot be written.
    void change_mode(calls::Approve wanted);

    // Returns the mode that follows the current one for Shift-Tab: "never ask" only if it was
    // chosen before in this chat.
    calls::Approve next_mode() const;

    // False with --no-session.
    bool keeps_sessions() const { return keeps_session; }

    // Returns the price of a model in the config, or else the one that its server publishes.
    std::optional<model::Price> price_of_model(const std::string& model) const;
    bool has_price_in_config(const std::string& model) const { return prices.contains(model); }

    // What has changed of the line of meters.
    void tell_meters();

    // Tells the screen of the tasks that the model keeps by its messages.
    void tell_tasks();

    // Goes to the model after the next message of the operator.
    void attach(Json content) { attached.push_back(std::move(content)); }

    // Stops the job until the shell continues it.
    std::function<void()> suspend_job = [] {};

    start::RunConfig config;
    redaction::Redaction redaction;
    redaction::Redaction redaction_of_questions;
    bool has_terminal = false; // the screen has lent it
    system::Cancel& cancel;
    terminal::Output output; // prints nothing: what a run prints are events here
    host::Channel channel;
    host::ChannelAsks asks;
    host::Inbox inbox;
    LiveCalls live_calls;
    ChatObserver observer;
    audit::Audit audit;
    NestedCalls nested; // of agents
    permissions::Permissions rules; // by which calls need no question
    CallWatcher approver;
    host::Turns turns;
    std::string workspace; // the current directory
    History history;
    OperatorCalls operator_calls;
    ClipboardImages clipboard; // that mentions name
    FileIndex files; // that @ completes
    NameSearch file_search; // in their names
    skills::PromptFileList prompt_files; // whose names / completes
    std::vector<channel::CompletedCommand> sessions_to_complete; // as they were read last
    std::optional<std::chrono::steady_clock::time_point> sessions_read;
    std::map<std::string, std::int64_t> known_models; // their windows; 0: not known
    model::Prices published_prices; // of the server in use, which is not trusted
    std::size_t call_count = 0; // of the operator's own
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
    std::vector<model::Message> notes; // that the model has not got
    std::vector<steps::NotedStep> made; // by calls in this process, also the operator's
    std::size_t known_steps = 0; // of the engine
    bool turn_begins = false; // it has changed nothing so far
    std::size_t turn_number = 0; // from 1
    std::size_t turn_start = 0; // index of its first message
    std::optional<std::string> command_id; // of the command that runs
    Json attached = Json::array();
    Attachments resources {Json::array()}; // of servers, for the next message
    std::string picture_protocol; // of the terminal; empty: it draws no images
    bool keeps_session = true;
    bool has_quit = false;
    bool offers_never; // the mode was chosen in this chat
    calls::Approve told_mode; // to the model
};

}
