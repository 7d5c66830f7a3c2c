#include "runner/options/option_assign.hpp"

template<std::vector<std::string> Options::*member>
static void names(Options& options, std::string_view value)
{
    options.*member = parse_names(value);
}

std::vector<Option> options_of_conversation()
{
    return {
        {"approve", "never|changes|always",
            "ask on the terminal before tools are run: of those that change files or run programs, or all",
            [](Options& options, std::string_view value) { options.approve = parse_approve(value); },
            "never"},
        {"context-window", "TOKENS",
            "what the model takes at most: what is old is shortened, then summarised, to stay within it",
            count<&Options::context_window>},
        {"output-schema", "FILE",
            "the answer is JSON that fits this JSON Schema; where it does not, the model is asked once more",
            text<&Options::output_schema>},
        {"only-tools", "NAMES", "give the model these tools of the manifest only: a,b,c",
            names<&Options::only_tools>},
        {"without-tools", "NAMES", "give the model all tools but these", names<&Options::without_tools>, "",
            {}, {Command::run}, Given::once_or_empty},
        {"system-file", "FILE", "the system message is in FILE", text<&Options::system_file>},
        {"no-agents-md", "", "leave AGENTS.md of the current directory out of the system message",
            [](Options& options, std::string_view value) { options.agents_md = !parse_switch(value); }},
        {"profile", "NAME",
            "take values from this profile of ~/.config/agentcli/config.json and ./.agentcli/config.json",
            text<&Options::profile>, "", {}, {Command::run, Command::embed}},
        {"print-config", "", "print each value and where it comes from", toggle<&Options::print_config>},
        {"capabilities", "", "print what each tool can really do", toggle<&Options::capabilities>},
        {"dry-run", "", "print the request that would be sent, redacted, and send nothing",
            toggle<&Options::dry_run>},
        {"s", "NAME", "go on with the session NAME, or begin it", text<&Options::session>},
        {"fork", "NEW", "with -s: copy the session to a new one, and go on with that", text<&Options::fork>},
        {"list-sessions", "", "print the sessions, the latest first", toggle<&Options::list_sessions>},
        {"show-session", "NAME", "print a session; with --json its messages", text<&Options::show_session>},
        {"delete-session", "NAME", "delete a session", text<&Options::delete_session>},
        {"load-messages", "FILE", "begin with the messages in FILE, a JSON array",
            text<&Options::load_messages>},
        {"save-messages", "FILE", "write all messages to FILE at the end, redacted",
            text<&Options::save_messages>},
    };
}
