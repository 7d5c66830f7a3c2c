#include "frontends/chat/chat_engine.hpp"

#include "agent/session/session.hpp"
#include "agent/tasks/kept_tasks.hpp"
#include "frontends/chat/attachments.hpp"
#include "frontends/chat/first_screen.hpp"
#include "frontends/chat/git_branch.hpp"
#include "frontends/chat/local_time.hpp"
#include "frontends/chat/screen_service.hpp"
#include "frontends/chat/slash_commands.hpp"
#include "runner/options/key_store.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/system/error.hpp"

#include <algorithm>
#include <ctime>
#include <utility>

namespace frontends::chat {

using namespace agent;
using namespace runner;
using namespace toolkit;

// Functions for the beginning of a chat, which also show the earlier conversation.

static bool is_default_server(const start::RunConfig& config)
{
    return config.server.base_url == "https://api.openai.com/v1";
}

// Without a key, the default server refuses requests.
static bool is_set_up(const start::RunConfig& config)
{
    if (!config.replay.empty())
        return true;
    return !config.chat.model.empty()
        && (!is_default_server(config) || !config.server.api_key.empty()
            || !config.server.headers.empty());
}

static std::string missing_part(const start::RunConfig& config)
{
    if (!is_default_server(config))
        return "no model is set up: the server is set, but no model is chosen";
    if (!config.chat.model.empty())
        return "no model is set up: api.openai.com requires a key";
    return "no model is set up";
}

void ChatEngine::tell_missing_model()
{
    channel.error({Code::bad_request, missing_part(config),
        "/connect finds or adds one · /demo shows a chat without one"});
}

static std::string latest_session(const std::string& workspace)
{
    for (const auto& entry : session::list_sessions(session::open_session_directory()))
        if (entry.problem.empty() && entry.messages > 0 && entry.workspace == workspace)
            return entry.name;
    throw ToolError(Code::not_found, "no chat was held in this directory",
        "'agentcli session list' lists all sessions, and -s NAME continues one");
}

void ChatEngine::open(const ChatStart& beginning)
{
    prices = beginning.prices;
    keeps_session = beginning.keeps_session;
    if (beginning.continues_latest)
        config.beginning.session = latest_session(workspace);
    if (!beginning.names_server)
        use_server_of_session();
    if (is_set_up(config))
        open_engine();
}

session::Chat ChatEngine::chat_now() const
{
    return {.workspace = workspace, .model = config.chat.model, .server = config.server.base_url};
}

// A resumed chat uses its earlier server and model, unless others are named.
void ChatEngine::use_server_of_session()
{
    if (config.beginning.session.empty() || !config.replay.empty())
        return;
    const File directory = session::open_session_directory(config.beginning.sessions);
    if (!session::find_session_file(directory, config.beginning.session))
        return;
    const session::Chat chat
        = session::last_chat_in(session::read_session(directory, config.beginning.session));
    if (chat.server.empty() || chat.model.empty())
        return;
    const bool is_other_server = chat.server != config.server.base_url;
    if (is_other_server || chat.model != config.chat.model)
        config.context_window = 0; // it belongs to another model
    if (is_other_server) {
        start::change_server(config.server, chat.server, options::stored_key(chat.server));
        config.chat.fallback.clear();
        hide(config.server.api_key);
    }
    config.chat.model = chat.model;
}

void ChatEngine::open_engine()
{
    auto made = std::make_unique<start::Engine>(
        config, start::EngineDependencies {redaction, observer, audit, approver, observer, cancel});
    made->open();
    engine = std::move(made);
    known_steps = 0;
    if (auto* session = engine->transcript().kept_in()) {
        recall_changes(*engine, *session);
        session->add_chat(chat_now());
    }
}

// Returns an empty name if no model is set up.
std::string ChatEngine::name_of_model() const
{
    if (!engine)
        return {};
    return config.chat.model.empty() ? "of the recording" : config.chat.model;
}

std::vector<std::string> ChatEngine::names_of_tools() const
{
    std::vector<std::string> names;
    if (!engine)
        return names;
    const auto tools = engine->tools();
    names.reserve(tools.size());
    for (const auto* tool : tools)
        names.push_back(tool->name);
    return names;
}

void ChatEngine::greet(const DisplayOptions& look)
{
    channel::ChatHello hello {.version = AGENTCLI_VERSION,
        .tools = names_of_tools(),
        .model = name_of_model(),
        .context_window = config.context_window,
        .approve = static_cast<channel::Approve>(config.approve),
        .look = look_of_screen(look, workspace, config.shown.reasoning)};
    picture_protocol = hello.look.pictures;
    if (keeps_session)
        hello.history = history.lines();
    if (config.replay.empty() && engine)
        hello.server = web::authority(web::parse_url(config.server.base_url));
    if (const std::string name = session_name(); !name.empty())
        hello.session = name;
    describe_place(*this, hello);
    channel.screen_event(hello);
    if (!engine && !config.beginning.session.empty())
        observer.note(
            "the session " + config.beginning.session + " goes on when a model is set up");
}

void ChatEngine::tell_meters()
{
    channel::Meters meters {name_of_model(), static_cast<channel::Approve>(config.approve),
        session_name(), config.context_window};
    if (engine && turns.total().counted().is_null())
        meters.context_tokens = static_cast<std::int64_t>(engine->tokens());
    meters.branch = git_branch(workspace);
    if (auto* const servers = engine ? engine->mcp_servers() : nullptr)
        for (const auto& server : servers->shown()) {
            meters.servers.push_back(server.name);
            meters.failed_servers += server.state == agent::mcp::Server::State::down ? 1 : 0;
        }
    meters.background = static_cast<std::int64_t>(observer.background_count());
    channel.screen_event(meters);
    tell_tasks();
}

void ChatEngine::send_tasks()
{
    const tasks::TaskList& now = observer.tasks;
    channel.screen_event(channel::ChatTasks {static_cast<std::int64_t>(tasks::count_done(now)),
        static_cast<std::int64_t>(now.size()), tasks::active_title(now)});
}

// During a turn, the result of a call may not be among the messages yet.
void ChatEngine::tell_tasks()
{
    if (inbox.busy == host::Inbox::Busy::turn)
        return;
    const tasks::TaskList now
        = engine ? tasks::last_tasks(engine->transcript().messages()) : tasks::TaskList();
    if (now == observer.tasks)
        return;
    observer.tasks = now;
    send_tasks();
}

bool ChatEngine::has_past() const
{
    if (!engine)
        return false;
    const model::Messages& messages = engine->transcript().messages();
    return std::any_of(messages.begin(), messages.end(),
        [](const auto& message) { return message->role == model::Role::user; });
}

// Returns the text after "continues": the first line of the session and the time of its last
// message.
std::string ChatEngine::words_about_past() const
{
    const auto* const session = engine->transcript().kept_in();
    if (session == nullptr)
        return "the conversation";
    session::SessionEntry entry {.name = session->known_as()};
    for (const auto& message : engine->transcript().messages())
        if (entry.prompt.empty() && message->role == model::Role::user)
            entry.prompt = message->text();
    const std::time_t time = seconds_of(session->last_past_message());
    return "\"" + title_of_session(*this, entry) + "\""
        + (time == 0 ? "" : " of " + local_time(time, std::time(nullptr)));
}

// Shows the calls in a message of the model, whose results follow it.
void ChatEngine::tell_past_calls(const model::Messages& messages, std::size_t at)
{
    if (messages[at]->calls.empty())
        return;
    const auto tools = engine->tools();
    for (const auto& call : messages[at]->calls) {
        std::size_t result = at + 1;
        while (result < messages.size() && messages[result]->call_id != call.id
            && messages[result]->role == model::Role::tool)
            ++result;
        if (result == messages.size() || messages[result]->call_id != call.id)
            continue;
        const auto tool = std::find_if(
            tools.begin(), tools.end(), [&](const auto* one) { return one->name == call.name; });
        observer.tell_past_call(call, {call.name, tool == tools.end() ? Json() : (*tool)->display},
            messages[result]->text());
    }
}

// Shows the last three turns, and how many messages precede them.
void ChatEngine::tell_past()
{
    static constexpr int told_turns = 3;
    const model::Messages& messages = engine->transcript().messages();
    std::size_t first = messages.size();
    for (int count = 0; first > 0 && count < told_turns;)
        count += session::begins_turn(messages, --first) ? 1 : 0;
    if (!has_past())
        return;
    for (std::size_t at = first; at < messages.size(); ++at) {
        const model::Message& message = *messages[at];
        const std::string text = message.text();
        if (is_attachment(message))
            continue;
        if (session::is_note_to_model(message))
            observer.note(session::first_line_of_note(text));
        else if (message.role == model::Role::user)
            channel.screen_event(channel::ChatSaid {channel::SaidState::delivered, text, true});
        else if (message.role == model::Role::assistant && !text.empty())
            channel.screen_event(channel::ChatMessage {
                .message = channel::Document(model::message_json(message)), .past = true});
        tell_past_calls(messages, at);
    }
    observer.note("continues " + words_about_past()
        + (first > 1 ? "; " + std::to_string(first) + " earlier messages are not shown"
                     : std::string()));
}

}
