#include "frontends/chat/chat.hpp"

#include "frontends/chat/chat_engine.hpp"
#include "runner/options/command_line.hpp"
#include "runner/servers/choose_servers.hpp"
#include "runner/start/approval_rules.hpp"
#include "runner/terminal/output.hpp"

#include <csignal>
#include <utility>

namespace frontends::chat {

using namespace agent;
using namespace runner;
using namespace toolkit;

static ChatStart beginning_of(const options::Options& options)
{
    return {options.words.empty() ? "" : options.words[0],
        options.own.of<ChatOptions>().continues_latest, options.own.of<ChatOptions>().keeps_session,
        options.names_server,
        {options.own.of<ChatOptions>().color, options.own.of<ChatOptions>().notify,
            options.own.of<ChatOptions>().title, options.own.of<ChatOptions>().draws_pictures,
            options.taste.colours, options.taste.keys},
        options.taste.prices};
}

int run_chat(const options::Options& options, const redaction::Secrets& secrets,
    system::Cancel& cancel, Front& front)
{
    if (const auto& problem = front.problem()) {
        terminal::print_note(terminal::one_line(*problem));
        return static_cast<int>(loop::Reason::failed);
    }
    if (!front.is_there())
        throw ToolError(Code::bad_request, "a chat needs a terminal as stdin and stdout",
            "'agentcli --prompt -' asks once, and 'agentcli host' is for programs");
    start::RunConfig config = start::run_config_of(options);
    config.approval_rules = start::approval_rules_of(options, "chat");
    config.chat.streaming = model::Streaming::on;
    config.shown = {true, options.verbose};
    servers::RunServers servers = servers::servers_of_run(options, secrets);
    if (servers.problem)
        throw ToolError(*servers.problem);
    config.servers = std::move(servers.entries);
    ChatEngine talk(std::move(config), servers.secrets, front.descriptor(), cancel);
    if (options.own.of<ChatOptions>().title)
        front.expect_title();
    if (has_kitty_keyboard())
        front.expect_keyboard();
    if (front.is_screen()) { // the screen owns the terminal, and has to begin the stop
        std::signal(SIGTSTP, SIG_IGN);
        talk.suspend_job = [&front] { front.suspend(); };
    }
    for (const auto& note : servers.notes)
        talk.observer.note(note);
    int status = talk.run(beginning_of(options));
    const int of_front = front.end();
    if (status == 0 && of_front == Front::died) {
        const std::string name = talk.session_name();
        terminal::print_note("the front end of the chat is gone"
            + (name.empty() ? std::string() : "; 'agentcli chat -s " + name + "' continues it"));
        status = static_cast<int>(loop::Reason::failed);
    }
    return status != 0 ? status : of_front;
}

std::vector<std::string> as_chat(std::vector<std::string> arguments)
{
    std::vector<std::string> of_chat {"chat"};
    of_chat.insert(of_chat.end(), arguments.begin(), arguments.end());
    try {
        if (options::read_command_line(of_chat).command == "chat")
            return of_chat;
    } catch (const ToolError&) { // a flag that only a run accepts
    }
    return arguments;
}

}
