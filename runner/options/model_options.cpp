#include "agent/model/chat_completions.hpp"
#include "runner/options/option_assign.hpp"
#include "toolkit/text/characters.hpp"

#include <algorithm>
#include <cctype>

namespace runner::options {

using namespace toolkit;

// Flags for the prompt, the model server, and earlier messages.

static const std::vector<Command> commands_with_requests {"run", "config", "embed", "models"};
static const std::vector<Command> commands_with_server {
    "run", "config", "embed", "doctor", "models"};
static const std::vector<Command> commands_with_replies {"run", "config"};

// A newline would begin another header.
static void bearer(Options& options, std::string_view value)
{
    if (!std::all_of(value.begin(), value.end(), [](char c) { return c > ' ' && c < 0x7f; }))
        throw ToolError(
            Code::bad_request, "the key contains whitespace or a character that is not ASCII");
    options.api_key = value;
}

// The error does not repeat the name, which may be the key itself.
static void name_key_variable(Options& options, std::string_view value)
{
    const auto is_of_name = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; };
    if (!std::all_of(value.begin(), value.end(), is_of_name)
        || (!value.empty() && std::isdigit(static_cast<unsigned char>(value.front())) != 0))
        throw ToolError(Code::bad_request, "it is not the name of an environment variable",
            "export NAME=KEY sets the variable, and NAME is what goes here");
    options.env_key = value;
}

// Chat completions of OpenAI and Azure accept four.
static void add_stop(Options& options, std::string_view value)
{
    if (value.empty())
        return options.stops.clear();
    if (options.stops.size() == model::max_stops)
        throw ToolError(Code::bad_request,
            "there are more than " + std::to_string(model::max_stops) + " texts that end a reply",
            "an empty --stop removes those before it, also of a profile");
    add_text<&Options::stops>(options, value);
}

// Headers that frame the request cannot be set.
static void add_header(Options& options, std::string_view value)
{
    const std::size_t colon = value.find(':');
    if (colon == 0 || colon != text::name_length(value, "-_"))
        throw ToolError(Code::bad_request, "it is not 'Name: value'");
    const auto is_plain = [](unsigned char c) { return (c >= ' ' && c < 0x7f) || c == '\t'; };
    if (!std::all_of(value.begin(), value.end(), is_plain))
        throw ToolError(Code::bad_request, "it has a character that can't stand in a header");
    const std::string name = text::in_lower_case(value.substr(0, colon));
    for (const char* ours : {"host", "content-length", "transfer-encoding", "connection"})
        if (name == ours)
            throw ToolError(
                Code::bad_request, text::in_quotes(name) + " is set by agentcli itself");
    options.headers.emplace_back(value);
}

static void prompt_text(Options& options, std::string_view value)
{
    if (text::stripped(value).empty())
        throw ToolError(Code::bad_request, "it is only whitespace");
    set_text<&Options::prompt>(options, value);
}

static void system_text(Options& options, std::string_view value)
{
    if (!text::is_utf8(value))
        throw ToolError(Code::bad_request, text::in_quotes(value) + " is not UTF-8");
    options.system = value;
    options.system_file.clear();
}

static std::vector<Option> options_of_prompts()
{
    return {
        {.name = "prompt",
            .place = 10,
            .letter = 'p',
            .elsewhere = {"message", "print", "exec", "query"},
            .value = "TEXT",
            .help = "the question; text on stdin, from a file or a pipe, is appended; - reads "
                    "stdin alone "
                    "(required)",
            .brief = "the question; text on stdin is appended",
            .assign = prompt_text,
            .commands = {"run"},
            .given = FlagRepetition::once,
            .is_required = true,
            .unless = "prompt-file"},
        {.name = "prompt-file",
            .value = "NAME",
            .help = "ask what the prompt file NAME says, with the words of --prompt as its "
                    "arguments; a NAME with a / is a path",
            .assign = set_text<&Options::prompt_file>,
            .commands = {"run"},
            .given = FlagRepetition::once},
        {.name = "image",
            .value = "FILE",
            .help = "show the model a PNG, JPEG, GIF or WebP image of at most 3.75 MB; - reads "
                    "stdin; up to 20 times",
            .assign = add_text<&Options::images>,
            .commands = {"run"},
            .given = FlagRepetition::often,
            .is_file = true},
        {.name = "prompt",
            .letter = 'p',
            .value = "TEXT",
            .help = "the text to embed; - reads stdin (required)",
            .assign = prompt_text,
            .commands = {"embed"},
            .given = FlagRepetition::once,
            .is_required = true},
    };
}

static std::vector<Option> options_of_instructions()
{
    return {
        {.name = "system",
            .place = 20,
            .value = "TEXT",
            .help = "the system message in place of the default one; an empty one sends none",
            .assign = system_text,
            .may_be_empty = true,
            .in_profile = true},
        {.name = "system-file",
            .value = "FILE",
            .help = "read the system message from FILE",
            .assign = set_text<&Options::system_file>,
            .is_file = true,
            .excludes = {"system"},
            .in_profile = true},
        {.name = "no-default-system",
            .help = "send no system message if neither --system nor --system-file gives one",
            .assign = toggle<&Options::default_system, false>},
        {.name = "no-agents-md",
            .help = "leave all files of instructions, such as AGENTS.md, out of the system message",
            .assign = toggle<&Options::agents_md, false>},
        {.name = "no-skills",
            .help = "leave out skills: their list in the system message, and the tool skill",
            .assign = toggle<&Options::skills, false>},
        {.name = "output-schema",
            .value = "FILE",
            .help = "require an answer that is JSON and fits this JSON Schema; ask once more if it "
                    "does not",
            .assign = set_text<&Options::output_schema>,
            .commands = {"run", "config"},
            .is_file = true,
            .in_profile = true},
    };
}

static std::vector<Option> options_of_server()
{
    return {
        {.name = "model",
            .place = 30,
            .letter = 'm',
            .value = "NAME",
            .help = "the model; required to send a request",
            .brief = "the model (or OAI_MODEL)",
            .assign = set_text<&Options::model>,
            .environment = {"OAI_MODEL"},
            .commands = commands_with_server,
            .in_profile = true},
        {.name = "base-url",
            .elsewhere = {"url", "api-base", "endpoint", "host", "server"},
            .value = "URL",
            .help = "the URL of the server's API, without /chat/completions; beside OPENAI_API_KEY "
                    "also that of OPENAI_BASE_URL",
            .brief = "the server's API (or OAI_BASE_URL)",
            .assign = set_text<&Options::base_url>,
            .preset = "https://api.openai.com/v1",
            .environment = {"OAI_BASE_URL"},
            .commands = commands_with_server,
            .in_profile = true},
        {.name = "api-key",
            .elsewhere = {"key", "token"},
            .value = "KEY",
            .help = "the bearer token; other users can read it on a command line, so prefer the "
                    "environment",
            .assign = bearer,
            .environment = {"OAI_API_KEY", "OPENAI_API_KEY"},
            .commands = commands_with_server},
    };
}

static std::vector<Option> options_of_other_service()
{
    return {
        {.name = "env-key",
            .value = "NAME",
            .help = "the environment variable that holds the key, such as OPENROUTER_API_KEY, in "
                    "place of OAI_API_KEY and OPENAI_API_KEY; empty: these",
            .assign = name_key_variable,
            .commands = commands_with_server,
            .may_be_empty = true,
            .excludes = {"api-key"},
            .in_profile = true},
        {.name = "fallback-model",
            .value = "NAME",
            .help = "the model of the same server that is asked for the rest of a run or a turn "
                    "if the other one fails, after the retries",
            .assign = set_text<&Options::fallback_model>,
            .commands = commands_with_replies,
            .in_profile = true},
        {.name = "prompt-cache",
            .value = "auto|off|on",
            .help = "mark what the server may keep in its cache (cache_control); auto: for "
                    "Anthropic's models at OpenRouter",
            .assign = set<&Options::prompt_cache, parse_prompt_cache>,
            .preset = "auto",
            .commands = commands_with_replies,
            .in_profile = true},
    };
}

static std::vector<Option> options_of_sampling()
{
    return {
        {.name = "temp",
            .place = 40,
            .value = "NUMBER",
            .help = "the sampling temperature, from 0 to 2; by default the server's",
            .assign = set<&Options::temperature, parse_temperature>,
            .commands = commands_with_replies,
            .in_profile = true},
        {.name = "top-p",
            .value = "NUMBER",
            .help = "sample only among the likeliest tokens that together have this probability, "
                    "from 0 to 1; by default the server's",
            .assign = set<&Options::top_p, parse_top_p>,
            .commands = commands_with_replies,
            .in_profile = true},
        {.name = "seed",
            .value = "N",
            .help = "the number that sampling begins with: a server that obeys it repeats its "
                    "replies",
            .assign = set<&Options::seed, parse_seed>,
            .commands = commands_with_replies,
            .in_profile = true},
        {.name = "stop",
            .value = "TEXT",
            .help = "end a reply before this text; repeatable, at most 4 times; an empty one "
                    "removes those before it, also of a profile",
            .assign = add_stop,
            .commands = commands_with_replies,
            .given = FlagRepetition::often,
            .may_be_empty = true,
            .in_profile = true},
    };
}

static std::vector<Option> options_of_replies()
{
    return {
        {.name = "reasoning-effort",
            .value = "WORD",
            .help = "how much a model thinks before it answers, in the server's words: low, "
                    "medium, high; by default the server's",
            .assign = set_text<&Options::reasoning_effort>,
            .commands = commands_with_replies,
            .in_profile = true},
        {.name = "api",
            .value = "auto|chat|responses",
            .help
            = "the interface to use: chat is /chat/completions, responses is /responses; auto "
              "begins with chat, and changes if the server says that it accepts a request "
              "only at /responses",
            .assign = set<&Options::api, parse_api>,
            .preset = "auto",
            .commands = commands_with_replies,
            .in_profile = true},
        {.name = "max-tokens",
            .value = "N",
            .help = "maximum length of a reply in tokens; by default the server's",
            .assign = set<&Options::max_tokens, parse_count>,
            .commands = commands_with_replies,
            .in_profile = true},
        {.name = "context-window",
            .value = "TOKENS",
            .help = "the size of the model's context: shorten, then summarize old messages to stay "
                    "within it",
            .assign = set<&Options::context_window, parse_count>,
            .commands = commands_with_replies,
            .in_profile = true},
    };
}

static std::vector<Option> options_of_connections()
{
    return {
        {.name = "header",
            .place = 50,
            .value = "'NAME: VALUE'",
            .help = "also send this header; repeatable",
            .assign = add_header,
            .commands = commands_with_requests,
            .given = FlagRepetition::often},
        {.name = "ca-file",
            .value = "FILE",
            .help = "trust the certificate authorities in FILE instead of the system's",
            .assign = set_text<&Options::ca_file>,
            .commands = commands_with_requests,
            .is_file = true,
            .in_profile = true},
        {.name = "no-verify",
            .help = "do not check the server's certificate; prints a warning each time",
            .assign = toggle<&Options::verify, false>,
            .commands = commands_with_requests},
    };
}

static std::vector<Option> options_of_sessions()
{
    return {
        {.name = "session",
            .place = 500,
            .letter = 's',
            .value = "NAME",
            .help = "continue the session NAME, or begin it",
            .brief = "continue the session NAME, or begin it",
            .assign = set_text<&Options::session>},
    };
}

static std::vector<Option> options_of_messages_in_files()
{
    return {
        {.name = "fork",
            .place = 520,
            .value = "NEW",
            .help = "copy the session to a new one, and continue in the copy",
            .assign = set_text<&Options::fork>,
            .needs = "session",
            .or_needs = "continue"},
        {.name = "load-messages",
            .value = "FILE",
            .help = "begin with the messages in FILE, a JSON array",
            .assign = set_text<&Options::load_messages>,
            .is_file = true},
        {.name = "save-messages",
            .value = "FILE",
            .help = "write all messages to FILE at the end, redacted",
            .assign = set_text<&Options::save_messages>,
            .is_file = true},
    };
}

static std::vector<Option> options_of_recordings()
{
    return {
        {.name = "record",
            .place = 530,
            .value = "FILE",
            .help = "write the conversation with the model to FILE, redacted, for --replay",
            .assign = set_text<&Options::record>,
            .commands = commands_with_replies,
            .is_file = true},
        {.name = "replay",
            .value = "FILE",
            .help
            = "take the model's messages from a recording: no network, no key; the tools do run",
            .assign = set_text<&Options::replay>,
            .commands = commands_with_replies,
            .is_file = true},
        {.name = "profile",
            .value = "NAME",
            .help = "use the values of this profile of ~/.config/agentcli/config.json and "
                    "./.agentcli/config.json; 'none' uses no profile",
            .assign = set_text<&Options::profile>,
            .commands = {"run", "config", "embed", "doctor", "capabilities", "models"},
            .is_first = true},
    };
}

std::vector<Option> options_of_model()
{
    return joined({options_of_prompts, options_of_instructions, options_of_server,
        options_of_other_service, options_of_sampling, options_of_replies, options_of_connections});
}

std::vector<Option> options_of_conversation()
{
    return joined({options_of_sessions, options_of_messages_in_files, options_of_recordings});
}

}
