#include "runner/options/option_assign.hpp"

namespace runner::options {

using namespace toolkit;

// Where a server listens, and who may speak to it.

static void allow_host(Options& options, std::string_view value)
{
    options.allowed_hosts.emplace_back(value);
}

static void allow_origin(Options& options, std::string_view value)
{
    options.allowed_origins.emplace_back(value);
}

static std::vector<Option> options_of_places()
{
    return {
        {.name = "listen",
            .value = "ADDRESS",
            .help = "serve by HTTP at 127.0.0.1:PORT, [::1]:PORT or unix:PATH in place of stdin "
                    "and stdout; port 0 is a free one",
            .assign = text<&Options::listen>,
            .commands = {Command::mcp}},
        {.name = "token-file",
            .value = "FILE",
            .help = "the token that clients send, made if FILE is missing; by default in "
                    "$XDG_RUNTIME_DIR/agentcli",
            .assign = text<&Options::token_file>,
            .commands = {Command::mcp, Command::serve},
            .is_file = true,
            .needs = "listen",
            .excludes = {"no-token"}},
        {.name = "no-token",
            .help = "let every user of this machine call the tools",
            .assign = toggle<&Options::has_no_token>,
            .commands = {Command::mcp},
            .needs = "listen"},
    };
}

static std::vector<Option> options_of_strangers()
{
    return {
        {.name = "allow-host",
            .value = "NAME",
            .help = "a name of this server in Host, beside those of this machine; repeatable",
            .assign = allow_host,
            .commands = {Command::mcp, Command::serve},
            .given = Given::often,
            .needs = "listen"},
        {.name = "allow-origin",
            .value = "ORIGIN",
            .help = "let web pages of this origin call the tools; repeatable",
            .assign = allow_origin,
            .commands = {Command::mcp, Command::serve},
            .given = Given::often,
            .needs = "listen"},
        {.name = "resource-metadata",
            .value = "FILE",
            .help = "tell clients without a token what FILE says of where they get one (RFC 9728)",
            .assign = text<&Options::resource_metadata>,
            .commands = {Command::mcp},
            .is_file = true,
            .needs = "listen"},
    };
}

std::vector<Option> options_of_listening()
{
    return joined({options_of_places, options_of_strangers});
}

}
