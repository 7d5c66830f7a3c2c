#include "runner/options/listen_options.hpp"
#include "runner/options/option_assign.hpp"

namespace runner::options {

using namespace toolkit;

// Flags for the address at which a server listens and the clients that it accepts.

static std::vector<Option> options_of_places()
{
    return {
        {.name = "token-file",
            .place = 310,
            .value = "FILE",
            .help = "the token that clients send, made if FILE is missing; by default in "
                    "$XDG_RUNTIME_DIR/agentcli",
            .assign = set_text<&ListenOptions::token_file>,
            .commands = {},
            .is_file = true,
            .needs = "listen",
            .excludes = {"no-token"}},
    };
}

static std::vector<Option> options_of_strangers()
{
    return {
        {.name = "allow-host",
            .place = 320,
            .value = "NAME",
            .help = "a name of this server in Host, beside those of this machine; repeatable",
            .assign = add_text<&ListenOptions::allowed_hosts>,
            .commands = {},
            .given = FlagRepetition::often,
            .needs = "listen"},
        {.name = "allow-origin",
            .value = "ORIGIN",
            .help = "let web pages of this origin call the tools; repeatable",
            .assign = add_text<&ListenOptions::allowed_origins>,
            .commands = {},
            .given = FlagRepetition::often,
            .needs = "listen"},
    };
}

std::vector<Option> options_of_listening()
{
    return joined({options_of_places, options_of_strangers});
}

}
