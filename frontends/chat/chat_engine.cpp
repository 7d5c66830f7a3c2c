#include "frontends/chat/chat_engine.hpp"

#include "agent/session/session.hpp"
#include "frontends/chat/attachments.hpp"
#include "frontends/chat/chat_prompter.hpp"
#include "frontends/chat/images.hpp"
#include "frontends/chat/local_time.hpp"
#include "frontends/chat/screen_service.hpp"
#include "frontends/chat/server_prompts.hpp"
#include "frontends/chat/server_resources.hpp"
#include "frontends/chat/slash_commands.hpp"
#include "frontends/chat/turn_hints.hpp"
#include "runner/servers/asked_sign_ins.hpp"
#include "runner/start/run_config.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <ctime>
#include <filesystem>
#include <utility>

namespace frontends::chat {

using namespace agent;
using namespace runner;
using namespace toolkit;

ChatEngine::ChatEngine(start::RunConfig wanted, const redaction::Secrets& secrets, int descriptor,
    system::Cancel& cancel)
    : config(std::move(wanted))
    , redaction(secrets)
    , redaction_of_questions(secrets.of_questions())
    , cancel(cancel)
    , output(redaction)
    , channel({descriptor, descriptor}, {&redaction, &redaction_of_questions}, cancel)
    , asks(channel)
    , inbox(channel, asks, host::Client::screen)
    , live_calls(channel, redaction)
    , observer(channel, redaction, output)
    , audit(
          redaction, [this](const std::string& text) { observer.note(text); }, config.audit,
          config.audit_directory)
    , nested(audit.run_name(), config.audit_directory,
          [this](const std::string& id, std::size_t count, const std::string& doing) {
              live_calls.at_work(id, count, doing);
          })
    , rules(config.approval_rules, {audit, [this](const auto& text) { observer.note(text); }})
    , approver(asks, redaction_of_questions, cancel)
    , turns({channel, inbox, audit, cancel}, config)
    , workspace(std::filesystem::current_path().string())
    , history(workspace, redaction)
    , operator_calls(config, {audit, approver, cancel, redaction})
    , clipboard(workspace)
    , files(workspace)
    , offers_never(config.approve == calls::Approve::never)
    , told_mode(config.approve == calls::Approve::plan ? calls::Approve::changes : config.approve)
{
    inbox.do_at_once = [this](const auto& command) { return obey_at_once(command); };
    inbox.cancel_call = [this](const std::string& id) { return ready_engine().calls().cancel(id); };
    inbox.serve_screen = [this](const auto& request) { chat::serve_screen(*this, request); };
    observer.nested = &nested;
    observer.hears_tasks = [this] { send_tasks(); };
    observer.price = [this](const Json& usage, const std::string& fallback) {
        return price_of(usage, fallback);
    };
    observer.counts = [this](const Json& usage) { turns.count_usage(usage); };
    turns.hint_of = [this](const auto& stop) {
        const auto& messages = ready_engine().transcript().messages();
        return hint_in_chat(stop, config.server.base_url,
            !messages.empty() && loop::is_broken_off(*messages.back()));
    };
    turns.may_send = [this](const auto& say) { return may_send(say); };
    turns.messages = [this](const auto& say) { return messages_of(say); };
    approver.ask_about(config.approve);
    rules.ask_about(config.approve);
    approver.use(rules);
    config.prompter = std::make_shared<ChatPrompter>(asks);
    config.sign_ins = std::make_shared<servers::AskedSignIns>(config.prompter,
        servers::SignInSetting {redaction, audit, cancel}, servers::AskedSignIns::AtStart::silent);
    config.server_commands = {"/mcp login", "/mcp retry"};
    approver.place_of = [this](const std::string& id) { return observer.place_of(id); };
    approver.hears_question = [this](const std::string& id, const std::string& diff) {
        observer.asked_with_diff(id, diff);
    };
    approver.tell_edited
        = [this](const auto& made, const auto& edited) { on_edited(made, edited); };
    observer.live = approver.live = &live_calls;
    observer.diff_of_last_call = [this] { return diff_of_last_call(); };
    observer.background_has_changed = [this] { tell_meters(); };
    observer.call_has_ended = [this](const auto& call) { on_end_of(call); };
    turns.take_notes = [this] {
        tell_mode();
        return std::exchange(notes, {});
    };
}

void ChatEngine::reply(const std::string& text, const char* form)
{
    channel::ReplyText reply {text};
    if (*form != '\0')
        reply.form = form;
    channel.screen_event(channel::Reply {command_id, reply});
}

start::Engine& ChatEngine::ready_engine()
{
    if (!engine)
        throw ToolError(Code::bad_request, "no model is set up",
            "/connect finds a server on this machine, and /demo shows a chat without one");
    return *engine;
}

void ChatEngine::reconnect()
{
    operator_calls.renew_agents();
    published_prices.clear();
    if (engine) {
        if (const auto* session = engine->transcript().kept_in())
            session->add_chat(chat_now());
        return engine->reconnect();
    }
    open_engine();
    channel.screen_event(channel::ChatRun {names_of_tools()}); // the greeting had no tools
    tell_past();
}

std::string ChatEngine::session_name() const
{
    auto* session = engine ? engine->transcript().kept_in() : nullptr;
    return session != nullptr ? session->known_as() : "";
}

void ChatEngine::continue_in(std::unique_ptr<session::Session> session)
{
    start::Engine& talking = ready_engine();
    recall_changes(talking, *session);
    talking.transcript().resume(std::move(session));
    talking.invalidate_messages();
    talking.transcript().kept_in()->add_chat(chat_now());
    tell_past();
}

void ChatEngine::begin_session(const std::string& name)
{
    const File directory = session::open_session_directory();
    std::unique_ptr<session::Session> made;
    const std::time_t now = std::time(nullptr);
    for (int number = 1; !made; ++number) {
        try {
            made = std::make_unique<session::Session>(directory,
                name.empty() ? session::session_name(workspace, now, number) : name, redaction, "");
        } catch (const ToolError& error) {
            if (error.code != Code::already_exists || !name.empty())
                throw;
        }
    }
    made->add_chat(chat_now());
    ready_engine().transcript().keep_in(std::move(made));
}

void ChatEngine::give_back(const std::string& text)
{
    channel.screen_event(channel::ChatSaid {channel::SaidState::taken_back, text});
}

void ChatEngine::take_turn(const channel::ScreenSay* say)
{
    if (!engine) { // the message is kept, but not sent
        const auto* const said
            = say == nullptr ? nullptr : std::get_if<channel::SaidText>(&say->content);
        give_back(said == nullptr ? "" : said->text);
        return tell_missing_model();
    }
    if (say == nullptr || may_send(*say))
        run_turn([&](start::Engine& talking) { turns.take(talking, say); });
}

void ChatEngine::say_prepared(const host::Turns::Prepared& prepared)
{
    run_turn([&](start::Engine& talking) { turns.take(talking, prepared); });
}

void ChatEngine::run_turn(const std::function<void(start::Engine& talking)>& turn)
{
    start::Engine& talking = ready_engine();
    if (keeps_session && talking.transcript().kept_in() == nullptr)
        begin_session({});
    tell_meters();
    tell_mode();
    add_notes();
    begin_turn_of_changes();
    const std::size_t steps_before = known_steps;
    turn(talking);
    live_calls.forget();
    nested.forget();
    add_notes();
    if (const std::string files = files_changed_since(steps_before); !files.empty())
        observer.note(files + " · /diff · /undo");
    tell_meters();
}

// Reads the resources of servers that the message mentions. If one can't be read, the message goes
// back to the operator.
bool ChatEngine::may_send(const channel::ScreenSay& say)
{
    const bool is_in_turn = inbox.busy == host::Inbox::Busy::turn;
    try {
        resources = resources_of_servers(*this, say.mentions);
        return true;
    } catch (const ToolError& error) {
        if (cancel.signal() != 0 || !channel.has_reader())
            throw;
        const auto* const said = std::get_if<channel::SaidText>(&say.content);
        give_back(said == nullptr ? "" : said->text);
        if (is_in_turn && cancel.is_set()) // the messages that precede it are kept
            return false;
        channel.error(error);
        if (!is_in_turn)
            cancel.reset();
        return false;
    }
}

// Adds what the message mentions, and the commands that the operator has run.
std::vector<start::Engine::Turn::Message> ChatEngine::messages_of(const channel::ScreenSay& say)
{
    auto messages = start::messages_of(say.content, say.context);
    Attachments all {std::exchange(attached, Json::array())};
    const auto add = [&all](Attachments more) {
        for (Json& content : more.contents)
            all.contents.push_back(std::move(content));
        all.images.insert(all.images.end(), more.images.begin(), more.images.end());
        all.names.insert(all.names.end(), more.names.begin(), more.names.end());
    };
    if (const auto files = mentions_of_files(*this, say.mentions); !files.empty())
        add(attachments_of(
            files, operator_calls, [this](const std::string& text) { observer.note(text); },
            [this](const std::string& name) {
                const auto pasted = clipboard.find(name);
                return pasted ? pasted : image_outside(name, workspace);
            }));
    for (std::size_t at = 0; at < all.names.size(); ++at)
        channel.screen_event(
            drawn_image_event(*all.images[at], with_tilde(all.names[at]), picture_protocol));
    add(std::exchange(resources, {Json::array()}));
    if (!all.contents.empty())
        messages.push_back({attachment_message(all)});
    return messages;
}

void ChatEngine::say(const std::string& text)
{
    const channel::ScreenSay say {.content = channel::SaidText {text}};
    take_turn(&say);
}

void ChatEngine::ask_again() { take_turn(nullptr); }

bool ChatEngine::obey_at_once(const channel::SlashCommand& command)
{
    if (names_prompt_file(command.line) || prompt_in_line(*this, command.line))
        return false;
    const SlashCommand& row = row_of_line(command.line);
    const bool opens_list
        = row.picks && words_of_line(command.line).empty() && inbox.busy == host::Inbox::Busy::no;
    if (opens_list || !row.works_in_turn
        || (row.waits_with_words && !words_of_line(command.line).empty()))
        return false;
    obey(command);
    return true;
}

void ChatEngine::obey(const channel::SlashCommand& command)
{
    command_id = command.id;
    if (names_prompt_file(command.line))
        say_prompt_file(*this, command.line);
    else if (prompt_in_line(*this, command.line))
        say_server_prompt(*this, command.line);
    else
        row_of_line(command.line).run(*this, words_of_line(command.line));
    tell_meters();
}

void ChatEngine::take(const host::Inbox::Next& message)
{
    try {
        if (const auto* const line = std::get_if<channel::SlashCommand>(&message))
            obey(*line);
        else if (const auto* const command = std::get_if<channel::ShellCommand>(&message))
            run_own_command(*this, *command);
        else
            take_turn(&std::get<channel::ScreenSay>(message));
    } catch (const ToolError& error) {
        if (cancel.signal() != 0 || !channel.has_reader())
            throw;
        if (!inbox.is_over()) // a client that has disconnected interrupts what follows the turn
            channel.error(error);
        cancel.reset();
    }
}

// Called after everything about the earlier conversation was sent.
void ChatEngine::wait_for_message()
{
    channel.screen_event(channel::Ready {});
    cancel.wait_for_anything();
    cancel.is_set();
    cancel.reset();
}

void ChatEngine::serve()
{
    while (!inbox.is_over() && !has_quit && cancel.signal() == 0) {
        if (const auto message = inbox.take_next())
            take(*message);
        else
            wait_for_message();
    }
}

static std::string words_about_tokens(const loop::Tally& total)
{
    if (total.steps() == 0)
        return {};
    const Json& asked = json::member(total.counted(), "prompt_tokens");
    const Json& answered = json::member(total.counted(), "completion_tokens");
    return std::to_string(total.steps()) + (total.steps() == 1 ? " step" : " steps")
        + (asked.is_number() && answered.is_number()
                ? ", " + asked.dump() + " tokens in and " + answered.dump() + " out"
                : ", tokens not counted");
}

void ChatEngine::say_goodbye()
{
    if (const std::string name = session_name(); !name.empty())
        observer.note("this chat is the session " + name + ": agentcli chat -s " + name);
    std::string words = words_about_tokens(turns.total());
    if (const std::string of_files = words_about_files(); !of_files.empty())
        words += (words.empty() ? "" : "; ") + of_files;
    if (!words.empty())
        observer.note(words);
}

int ChatEngine::run(const ChatStart& beginning)
{
    try {
        open(beginning);
        if (keeps_session)
            inbox.remember = [this](const std::string& text) { history.add(text); };
        greet(beginning.look);
        if (engine)
            tell_past();
        tell_meters();
        if (!beginning.prompt.empty())
            inbox.say({.content = channel::SaidText {beginning.prompt}});
        serve();
        say_goodbye();
    } catch (const ToolError&) {
        // The operator left while the chat began.
        const bool is_quitting = has_quit || inbox.is_over();
        if (channel.has_reader() && cancel.signal() == 0 && !is_quitting)
            throw;
    }
    return cancel.signal() != 0 ? 128 + cancel.signal() : 0;
}

}
