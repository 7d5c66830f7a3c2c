#include "frontends/chat/chat.hpp"
#include "frontends/chat/front.hpp"
#include "frontends/chat/slash_table.hpp"
#include "runner/options/command_set.hpp"
#include "runner/options/option_assign.hpp"

#include <csignal>
#include <utility>

namespace frontends::chat {

using namespace agent;
using namespace runner;
using namespace runner::options;
using namespace toolkit;

static void set_color(Options& options, std::string_view value)
{
    if (value != "auto" && value != "always" && value != "never")
        throw ToolError(
            Code::bad_request, text::in_quotes(value) + " is not auto, always or never");
    options.own.of<ChatOptions>().color = value;
}

static void set_notices(Options& options, std::string_view value)
{
    if (value != "off" && value != "bell" && value != "osc9" && value != "osc777")
        throw ToolError(
            Code::bad_request, text::in_quotes(value) + " is not off, bell, osc9 or osc777");
    options.own.of<ChatOptions>().notify = value;
}

static void set_pictures(Options& options, std::string_view value)
{
    if (value != "auto" && value != "off")
        throw ToolError(Code::bad_request, text::in_quotes(value) + " is not auto or off");
    options.own.of<ChatOptions>().draws_pictures = value == "auto";
}

static std::vector<Option> options_of_turns()
{
    return {
        {.name = "approve",
            .place = 131,
            .value = "auto|edits|changes|always|plan",
            .help = "ask on the terminal before tools run: before calls that change files or run "
                    "programs, before those but edits within the workspace, or before all; auto "
                    "asks about none, and plan refuses them unasked",
            .assign = set<&Options::approve, parse_approve>,
            .preset = "changes",
            .commands = {"chat"},
            .in_profile = true,
            .narrow = ask_more_often},
        {.name = "max-steps",
            .place = 141,
            .value = "N",
            .help = "maximum number of requests to the model in a turn",
            .assign = set<&Options::max_steps, parse_count>,
            .preset = "50",
            .commands = {"chat"},
            .in_profile = true,
            .narrow = lower<&Options::max_steps, parse_count>},
        {.name = "max-tool-calls",
            .place = 151,
            .value = "N",
            .help = "maximum number of tool calls in a turn",
            .assign = set<&Options::max_calls, parse_count>,
            .preset = "200",
            .commands = {"chat"},
            .in_profile = true,
            .narrow = lower<&Options::max_calls, parse_count>},
    };
}

static std::vector<Option> options_of_tools()
{
    return {
        option_of_retries(
            "maximum number of retries after a broken connection, 408, 429 or 5xx; Esc ends them",
            "8", {"chat"}),
        option_of_tasks("on", {"chat"}),
        option_of_investigator("on", {"chat"}),
    };
}

static std::vector<Option> options_of_sessions()
{
    return {
        {.name = "continue",
            .place = 505,
            .letter = 'c',
            .help = "continue the latest session of this directory",
            .brief = "continue the latest session of this directory",
            .assign = toggle<&ChatOptions::continues_latest>,
            .commands = {"chat"},
            .excludes = {"session"}},
        {.name = "no-session",
            .help = "keep nothing of the chat",
            .assign = toggle<&ChatOptions::keeps_session, false>,
            .commands = {"chat"},
            .excludes = {"session", "continue"}},
        {.name = "plain",
            .help = "print lines and nothing that moves: for screen readers, logs and odd "
                    "terminals; by default if TERM is unset or dumb, or ACCESSIBLE is set",
            .assign = toggle<&ChatOptions::plain>,
            .commands = {"chat"}},
    };
}

static std::vector<Option> options_of_looks()
{
    return {
        {.name = "color",
            .place = 510,
            .value = "auto|always|never",
            .help = "use colours; auto: unless NO_COLOR is set or TERM is dumb",
            .assign = set_color,
            .preset = "auto",
            .commands = {"chat"},
            .in_profile = true},
        {.name = "notify",
            .value = "off|bell|osc9|osc777",
            .help = "tell that a question waits, or that a turn of more than 10 s has ended: by "
                    "the bell, or by a notice of the terminal",
            .assign = set_notices,
            .preset = "bell",
            .commands = {"chat"},
            .in_profile = true},
        {.name = "pictures",
            .value = "auto|off",
            .help
            = "draw the images of your messages; auto: on terminals that are known to do that "
              "(kitty, Ghostty, iTerm2, WezTerm; not within tmux)",
            .assign = set_pictures,
            .preset = "auto",
            .commands = {"chat"},
            .in_profile = true},
        {.name = "title",
            .help = "set the title of the terminal to the name of the directory",
            .assign = toggle<&ChatOptions::title>,
            .commands = {"chat"},
            .in_profile = true},
    };
}

namespace {

class ChatAhead : public Ahead {
public:
    explicit ChatAhead(Front front)
        : front(std::move(front))
    {
    }
    void stand_down() override { front.end(); }

    Front front;
};

}

// Without a command on a terminal, `agentcli` starts a chat.
static std::unique_ptr<Ahead> begin(std::vector<std::string>& arguments, char** argv)
{
    auto ahead = std::make_unique<ChatAhead>(Front::begin(arguments, argv));
    if (ahead->front.is_there() && (arguments.empty() || arguments.front() != "chat"))
        arguments = as_chat(std::move(arguments));
    return ahead;
}

static int run(Invocation& by)
{
    // The front handles SIGINT of the terminal, and reports what it means.
    std::signal(SIGINT, SIG_IGN);
    return run_chat(by.options, by.secrets, by.cancel(), dynamic_cast<ChatAhead&>(*by.ahead).front);
}

static std::vector<InnerCommand> inner()
{
    std::vector<InnerCommand> all;
    for (const auto& row : slash_table())
        all.push_back({usage_of(row), row.others, row.summary});
    return all;
}

static std::vector<CommandRow> commands()
{
    return {
        {.name = "chat",
            .purpose = "ask",
            .place = 20,
            .summary = "chat with a model that uses the tools, on a terminal",
            .words = "[PROMPT]",
            .max_words = 1,
            .text
            = "On a terminal, 'agentcli' alone is the same. A chat is a session from its first "
              "message on, and asks before a tool changes files or runs programs. docs/chat.md "
              "has the rest.",
            .like = "config",
            .but = {"output-schema", "approve", "max-steps", "max-tool-calls", "investigator",
                "tasks", "http-retries", "debug", "stream", "events", "json"},
            .mode = "chat",
            .span = Span::own,
            .inner_title = "Commands of a chat",
            .inner = inner,
            .run = run},
    };
}

static constexpr CommandExample examples[] {
    {"chat", "Chat about this directory", "agentcli chat"},
    {"chat", "Go on with the latest chat of this directory", "agentcli chat --continue"},
    {"chat", "Choose the model, and let edits run unasked",
        "agentcli chat -m local --approve edits"},
};

extern const CommandSet command_set;
const CommandSet command_set {
    .commands = commands,
    .options = {options_of_turns, options_of_tools, options_of_sessions, options_of_looks},
    .examples = examples,
    .begin = begin,
};

}
