#include "runner/commands/help.hpp"
#include "runner/generate/generate.hpp"
#include "runner/generate/roff.hpp"
#include "runner/options/option_table.hpp"

namespace runner::generate {

static std::string flag_entries(options::Command command)
{
    std::string text;
    for (const options::Option* option : options::shown_options(command))
        text += roff_entry(options::usage_of(*option), options::explanation_of(*option));
    return text;
}

static std::string inner_entries(const options::CommandRow& row)
{
    if (row.inner == nullptr)
        return {};
    std::string text = ".PP\n" + roff(row.inner_title) + ":\n";
    for (const auto& command : row.inner())
        text += roff_entry(command.usage, command.summary);
    return text;
}

std::string man_page()
{
    std::string text = roff_head("agentcli", options::row_of("run").summary)
        + ".SH SYNOPSIS\n.B agentcli\n" + roff("--prompt TEXT [flags]") + "\n";
    for (const auto& row : options::command_table())
        text += ".br\n.B agentcli " + roff(row.name) + "\n"
            + (row.words.empty() ? "" : roff(row.words) + " ") + "[flags]\n";
    text += ".SH OPTIONS\n" + flag_entries("run") + ".SH COMMANDS\n";
    for (const auto& row : options::command_table())
        if (row.name != "run")
            text += ".SS " + roff(row.name) + "\n"
                + roff(row.summary + ".\n" + row.text + (row.text.empty() ? "" : "\n"))
                + flag_entries(row.name) + inner_entries(row);
    return text + ".SH EXIT STATUS\n" + roff(std::string(commands::exit_statuses) + "\n")
        + ".SH FILES\n.I ../share/agentcli/tools.json\nbeside the program is the manifest, or\n.I "
          "./tools.json\nif it is trusted;\n.I ./.agentcli/audit/\nhas the audit trail.\n";
}

}
