#include "runner/generate/generate.hpp"
#include "runner/options/command_set.hpp"

namespace runner::generate {

using namespace options;

static std::vector<CommandRow> commands()
{
    return {
        {.name = "generate",
            .purpose = "more",
            .place = 20,
            .summary
            = "print completions or a man page, of agentcli or of a tool, docs/reference.md, or "
              "the JSON Schema of the run channel",
            .brief = "print completions, man pages or the reference",
            .words = "{bash|zsh|fish|man} [TOOL] | man agentcli-COMMAND | reference | channel",
            .min_words = 1,
            .max_words = 2,
            .reads_config = false,
            .choices = {"bash", "zsh", "fish", "man", "reference", "channel"},
            .has_secrets = false,
            .run = [](Invocation& by) { return run_generate(by.options, by.cancel()); }},
    };
}

static constexpr CommandExample examples[] {
    {"generate", "Load the completions into this shell", "eval \"$(agentcli generate bash)\""},
    {"generate", "Read the page of a command", "agentcli generate man agentcli-chat | man -l -"},
};

extern const CommandSet command_set;
const CommandSet command_set {.commands = commands, .examples = examples};

}
