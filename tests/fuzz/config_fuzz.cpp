#include "fuzz.hpp"

#include "runner/options/command_set.hpp"
#include "runner/options/config.hpp"
#include "runner/options/option_table.hpp"

#include <algorithm>

using namespace agent::calls;
using namespace runner::options;

// The flags of a run alone.
const std::vector<const CommandSet*>& runner::options::command_sets()
{
    static const CommandSet set {
        .commands = [] { return std::vector<CommandRow> {{.name = "run", .purpose = "ask"}}; },
        .options = {options_of_model, options_of_tools, options_of_conversation, options_of_output,
            options_of_redaction},
    };
    static const std::vector<const CommandSet*> all {&set};
    return all;
}

// The config of a workspace, which anybody may have written, and that of the user: whatever they
// are, the workspace's sets nothing that does not narrow, and leaves no limit higher and no
// approval looser than it was.
void fuzz(std::string_view input)
{
    ConfigText own {"own", std::string(take_text(input))};
    if (own.text->empty())
        own.text.reset();
    const Config config = config_of({own, {"workspace", std::string(input)}}, {"p"});
    Options options;
    options.max_steps = 8;
    options.retries = 2;
    options.approve = Approve::changes;
    options.without_tools = {"exec"};
    const Options before = options;
    for (const auto& setting : config.own)
        must(find_option("run", setting.flag)->in_profile);
    for (const auto& setting : config.workspace) {
        const Option* const option = find_option("run", setting.flag);
        must(option != nullptr && option->narrow != nullptr);
        option->narrow(options, setting.value);
    }
    must(options.max_steps > 0 && options.max_steps <= before.max_steps);
    must(options.retries >= 0 && options.retries <= before.retries);
    must(options.timeout <= before.timeout && options.reply_timeout <= before.reply_timeout);
    must(options.approve >= before.approve);
    must(std::find(options.without_tools.begin(), options.without_tools.end(), "exec")
        != options.without_tools.end());
    must(options.model == before.model && options.base_url == before.base_url
        && options.tools == before.tools);
}
