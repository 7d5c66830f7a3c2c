#include "runner/generate/man_page.hpp"
#include "runner/commands/help.hpp"
#include "runner/generate/generate.hpp"
#include "runner/generate/roff.hpp"
#include "runner/options/option_table.hpp"
#include "toolkit/text/contains.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <span>
#include <string_view>

namespace runner::generate {

using namespace options;

namespace {

// A group of a run's flags: those from this place up to the next group.
struct Topic {
    int first_place;
    std::string_view title;
};

struct Named {
    std::string_view name;
    std::string_view text;
};

}

static constexpr std::array topics {Topic {0, "The prompt"}, Topic {20, "The system message"},
    Topic {30, "The model and its server"}, Topic {100, "Tools and approval"},
    Topic {140, "Limits"}, Topic {229, "Tasks and agents"},
    Topic {500, "Sessions, recordings and profiles"}, Topic {600, "Output"},
    Topic {700, "Audit and redaction"}, Topic {800, "Workflows"}, Topic {890, "All commands"}};

static constexpr std::array<std::string_view, 4> description {
    "agentcli sends a question to a language model, on this machine or at any provider with an "
    "OpenAI-compatible API, runs the tools that the model calls, and prints the answer.",
    "The tools are programs that a manifest lists. They work in the current directory, the "
    "workspace, and change nothing outside it; commands that the model runs have no network unless "
    "the manifest gives it to them. Each call is recorded, and 'agentcli undo' takes changes of "
    "files back.",
    "A run does not ask before it changes files or runs commands in the workspace, unless "
    "--approve says so. A chat does. On a terminal, 'agentcli' alone is 'agentcli chat'.",
    "A flag overrides the environment, which overrides the profile, which overrides the default. "
    "--name VALUE and --name=VALUE are the same, and one dash works as well as two. The default of "
    "a flag stands in brackets."};

static constexpr std::string_view before_commands
    = "A command stands before or after flags. 'agentcli help COMMAND' prints what its page says.";

static constexpr std::string_view before_flags
    = "These are the flags of 'agentcli run', which is the command if none is named. The pages of "
      "the other commands say which of them they take, too.";

static constexpr std::array more_variables {
    Named {"XDG_CONFIG_HOME, XDG_STATE_HOME",
        "the directories of the files below; by default ~/.config and ~/.local/state"},
    Named {"HTTPS_PROXY, HTTP_PROXY, ALL_PROXY, NO_PROXY",
        "the proxy of connections to servers; lower case counts, too"},
    Named {"SSL_CERT_FILE, SSL_CERT_DIR",
        "the certificate authorities to trust, in place of the system's"},
    Named {"NO_COLOR", "if it is set, use no colours"},
};

static constexpr std::array files {
    Named {"./tools.json", "the manifest of the tools, if it is trusted (agentcli trust)"},
    Named {"../share/agentcli/tools.json",
        "beside the directory of the program: the manifest that is used otherwise"},
    Named {"$XDG_CONFIG_HOME/agentcli/config.json",
        "profiles, defaults, approval rules, agents, hooks and MCP servers of the user"},
    Named {"./.agentcli/config.json", "a profile of the workspace, which only narrows that"},
    Named {"./.mcp.json", "MCP servers of the workspace, each if it is trusted"},
    Named {"./AGENTS.md", "instructions that are added to the system message"},
    Named {"./.agentcli/audit/", "the record of all calls (agentcli audit)"},
    Named {"./.agentcli/undo/", "what changes have replaced and removed (agentcli undo)"},
    Named {"./.agentcli/output/", "results that were too long for the conversation"},
    Named {"$XDG_STATE_HOME/agentcli/sessions/", "sessions (agentcli session)"},
    Named {"$XDG_STATE_HOME/agentcli/runs/", "runs of workflows (agentcli runs)"},
};

static constexpr std::array exit_statuses {
    Named {"0", "answered"},
    Named {"1", "failed"},
    Named {"2", "misuse: a flag, the manifest or the prompt"},
    Named {"3, 4, 5, 6, 8",
        "a limit was reached: --max-steps, --max-tool-calls, --max-seconds, "
        "--max-repeats, and --max-total-tokens or --max-cost"},
    Named {"124", "a server was silent for longer than --timeout or --idle-timeout"},
    Named {"130", "interrupted (Ctrl-C); other signals: 128 and their number"},
    Named {"141", "the reader closed stdout"},
};

static std::string paragraphs(std::span<const std::string_view> texts)
{
    std::string text;
    for (const std::string_view each : texts)
        text += (text.empty() ? "" : ".PP\n") + roff(each) + "\n";
    return text;
}

static std::string entries(std::span<const Named> list)
{
    std::string text;
    for (const Named& each : list)
        text += roff_entry(std::string(each.name), std::string(each.text));
    return text;
}

// Returns the variables that set flags, each with the flags.
static std::string variables()
{
    std::vector<std::pair<std::string, std::vector<std::string>>> all;
    for (const Option& option : option_table())
        for (const auto& name : option.environment) {
            if (option.is_hidden)
                continue;
            auto found = std::find_if(
                all.begin(), all.end(), [&](const auto& known) { return known.first == name; });
            if (found == all.end())
                found = all.insert(all.end(), {name, {}});
            if (!text::contains(found->second, flag_of(option)))
                found->second.push_back(flag_of(option));
        }
    std::string text;
    for (const auto& [name, flags] : all) {
        std::string list;
        for (const auto& flag : flags)
            list += (list.empty() ? "the same as " : ", ") + flag;
        text += roff_entry(name, list);
    }
    return text + entries(more_variables);
}

// Returns the flags of a run, by topic.
static std::string flags_by_topic()
{
    std::string text;
    const Topic* last = nullptr;
    for (const Option* option : shown_options("run")) {
        const Topic& topic = *std::prev(std::upper_bound(topics.begin(), topics.end(),
            option->place, [](int place, const Topic& each) { return place < each.first_place; }));
        if (&topic != last)
            text += ".SS " + roff(topic.title) + "\n";
        last = &topic;
        text += roff_entry(usage_of(*option), explanation_of(*option));
    }
    return text;
}

// Returns the commands of a purpose, with the pages that explain them.
static std::string commands_for(const Purpose& purpose)
{
    std::string text = ".SS " + roff(purpose.title) + "\n";
    std::string last;
    for (const CommandRow& row : command_table()) {
        if (row.purpose != purpose.name)
            continue;
        const std::string word = first_word(row);
        text += word == last ? ".br\n" : ".TP\n.BR " + roff(page_of_word(word)) + " (1)\n";
        text += (row.name == word ? "" : ".B " + roff(row.name) + "\n\\- ")
            + roff(row.name == word ? commands::sentence(row.summary) : row.summary + ".") + "\n";
        last = word;
    }
    return text;
}

std::string man_page()
{
    std::string text = roff_head("agentcli", options::row_of("run").summary)
        + ".SH SYNOPSIS\n.B agentcli\n" + roff("--prompt TEXT [flags]")
        + "\n.br\n.B agentcli\nCOMMAND [flags]\n" + ".SH DESCRIPTION\n" + paragraphs(description)
        + examples_of_rows({&options::row_of("run")}) + ".SH ENVIRONMENT\n" + variables()
        + ".SH FILES\n" + entries(files) + ".SH EXIT STATUS\n" + entries(exit_statuses)
        + ".SH COMMANDS\n" + roff(before_commands) + "\n";
    for (const Purpose& purpose : purposes())
        text += commands_for(purpose);
    return text + ".SH OPTIONS\n" + roff(before_flags) + "\n" + flags_by_topic() + ".SH SEE ALSO\n"
        + roff("The page of a tool, such as") + "\n.BR fs_read_file (1)\n";
}

}
