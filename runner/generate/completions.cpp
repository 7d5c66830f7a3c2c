#include "runner/generate/completions.hpp"

#include "runner/generate/generate.hpp"
#include "runner/options/option_table.hpp"

#include <algorithm>
#include <cctype>

namespace runner::generate {

std::string replaced(std::string text, const std::string& what, const std::string& by)
{
    for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += by.size())
        text.replace(at, what.size(), by);
    return text;
}

std::string shell_quoted(const std::string& text)
{
    return "'" + replaced(text, "'", "'\\''") + "'";
}

std::string fish_quoted(const std::string& text)
{
    return "'" + replaced(replaced(text, "\\", "\\\\"), "'", "\\'") + "'";
}

std::string zsh_item(const std::string& name, const std::string& help)
{
    return " \\\n      " + shell_quoted(replaced(name, ":", "\\:") + ":" + help);
}

// The value of a flag is a path, one of several words (a|b), or unknown.
static bool is_path(const options::Option& option) { return option.is_file; }

static bool is_choice(const options::Option& option)
{
    return option.value.find('|') != std::string::npos;
}

static std::string choices(const options::Option& option)
{
    std::string text = option.value;
    std::replace(text.begin(), text.end(), '|', ' ');
    return text;
}

// Returns one row for each name: rows with the same name differ only in their help.
static std::vector<const options::Option*> flags_of_all()
{
    std::vector<const options::Option*> flags;
    for (const auto& option : options::option_table())
        if (!option.is_hidden && std::none_of(flags.begin(), flags.end(), [&](auto* flag) {
                return flag->name == option.name;
            }))
            flags.push_back(&option);
    return flags;
}

template<class Choose>
static std::string flags_that(Choose choose, const std::string& separator)
{
    std::string names;
    for (const auto& flag : flags_of_all())
        if (choose(*flag))
            names += (names.empty() ? "" : separator) + options::flag_of(*flag);
    return names;
}

static bool is_unknown(const options::Option& option)
{
    return !option.value.empty() && !is_path(option) && !is_choice(option);
}

// Returns the words that may follow `before`, such as the second words of commands.
static std::vector<std::pair<std::string, std::string>> words_after(const std::string& before)
{
    std::vector<std::pair<std::string, std::string>> words;
    for (const auto& row : options::command_table()) {
        const std::string start = before.empty() ? "" : before + " ";
        if (row.name == before)
            for (const auto& choice : row.choices)
                words.emplace_back(choice, "");
        if (!row.name.starts_with(start) || row.name == before)
            continue;
        const std::string rest = row.name.substr(start.size());
        const std::string word = rest.substr(0, rest.find(' '));
        const bool is_known = std::any_of(
            words.begin(), words.end(), [&](const auto& known) { return known.first == word; });
        if (!is_known)
            words.emplace_back(word, rest == word ? row.summary : "…");
    }
    return words;
}

// Returns what may precede the first flag: nothing, the first word of several commands, or a
// command.
static std::vector<std::string> beginnings()
{
    std::vector<std::string> result = options::command_words();
    result.insert(result.begin(), "");
    return result;
}

static bool is_chosen_by(const options::CommandRow& row, const std::string& words)
{
    return row.name == words || (words.empty() && row.name == "run");
}

static std::string all_flags(const std::string& command)
{
    std::string words;
    for (const auto& row : options::command_table())
        if (is_chosen_by(row, command))
            for (const options::Option* option : options::shown_options(row.name))
                words += " " + options::flag_of(*option);
    return words;
}

// Code of both shells that determines the command from the words before the first flag.
static const char* const find_command = "    case $word in -*) break ;; esac\n"
                                        "    command=\"${command:+$command }$word\"\n"
                                        "  done\n";

std::string bash_completion()
{
    std::string text
        = "# Completion of bash for agentcli, made by `agentcli generate bash`.\n_agentcli() {\n"
          "  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} "
          "command= words= word\n"
          "  for word in \"${COMP_WORDS[@]:1:COMP_CWORD-1}\"; do\n"
        + std::string(find_command) + "  case $previous in\n    " + flags_that(is_path, " | ")
        + ") COMPREPLY=($(compgen -f -- \"$current\")); return ;;\n";
    for (const options::Option* option : flags_of_all())
        if (is_choice(*option))
            text += "    " + options::flag_of(*option) + ") COMPREPLY=($(compgen -W "
                + shell_quoted(choices(*option)) + " -- \"$current\")); return ;;\n";
    text += "    " + flags_that(is_unknown, " | ")
        + ") COMPREPLY=(); return ;;\n  esac\n  case $command in\n";
    for (const auto& command : beginnings()) {
        std::string words;
        for (const auto& [word, help] : words_after(command))
            words += (words.empty() ? "" : " ") + word;
        text += "    " + shell_quoted(command)
            + ") words=" + shell_quoted(words + all_flags(command)) + " ;;\n";
    }
    return text
        + "  esac\n  COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))\n}\n"
          "complete -o default -F _agentcli agentcli\n";
}

std::string zsh_completion()
{
    std::string text
        = "#compdef agentcli\n# Completion of zsh for agentcli, made by `agentcli generate "
          "zsh`.\n_agentcli() {\n"
          "  local command= word\n  local -a items\n  for word in \"${(@)words[2,CURRENT-1]}\"; "
          "do\n"
        + std::string(find_command) + "  case ${words[CURRENT-1]} in\n    ("
        + flags_that(is_path, "|") + ") _files; return ;;\n";
    for (const options::Option* option : flags_of_all())
        if (is_choice(*option))
            text += "    (" + options::flag_of(*option) + ") compadd -- " + choices(*option)
                + "; return ;;\n";
    text += "    (" + flags_that(is_unknown, "|") + ") return ;;\n  esac\n  case $command in\n";
    for (const auto& command : beginnings()) {
        text += "    (" + shell_quoted(command) + ") items=(";
        for (const auto& [word, help] : words_after(command))
            text += zsh_item(word, help);
        for (const auto& row : options::command_table())
            if (is_chosen_by(row, command))
                for (const options::Option* option : options::shown_options(row.name))
                    text += zsh_item(options::flag_of(*option), option->help);
        text += ") ;;\n";
    }
    return text + "  esac\n  _describe agentcli items || _files\n}\n_agentcli \"$@\"\n";
}

std::string fish_completion()
{
    std::string text = "# Completion of fish for agentcli, made by `agentcli generate fish`.\n"
                       "function __agentcli_command_is\n    set -l command\n"
                       "    for word in (commandline -opc)[2..-1]\n"
                       "        string match -q -- '-*' $word; and break\n"
                       "        set -a command $word\n    end\n"
                       "    test \"$command\" = \"$argv[1]\"\nend\n";
    for (const auto& command : beginnings()) {
        const std::string where = "complete -c agentcli -n "
            + fish_quoted("__agentcli_command_is " + fish_quoted(command));
        for (const auto& [word, help] : words_after(command))
            text += where + " -f -a " + word + " -d " + fish_quoted(help) + "\n";
        for (const auto& row : options::command_table()) {
            if (!is_chosen_by(row, command))
                continue;
            for (const options::Option* option : options::shown_options(row.name)) {
                text += where + " -l " + option->name
                    + (option->letter == 0 ? "" : std::string(" -s ") + option->letter);
                text += option->value.empty() ? "" : option->is_file ? " -r -F" : " -x";
                text += (is_choice(*option) ? " -a " + fish_quoted(choices(*option)) : "") + " -d "
                    + fish_quoted(option->help) + "\n";
            }
        }
    }
    return text;
}

// In a placeholder, a|b is a choice, DIR, PATH and FILE stand for files, and any other value is
// unknown.
static bool is_choice(const ToolFlag& flag) { return flag.value.find('|') != std::string::npos; }

static bool is_path(const ToolFlag& flag)
{
    return flag.value == "DIR" || flag.value == "PATH" || flag.value == "FILE";
}

static std::string choices(const ToolFlag& flag) { return replaced(flag.value, "|", " "); }

// Returns the name of a shell function: the tool's name has only letters, digits, _ and -.
static std::string function_of(const ToolPage& tool)
{
    return "_agentcli_" + replaced(tool.name, "-", "_");
}

// Returns the arms of a `case` for the word before the current one.
static std::string arms(const ToolPage& tool, std::string (*complete)(const ToolFlag&))
{
    std::string text;
    for (const auto& flag : tool.flags)
        if (!flag.value.empty())
            text += "    --" + flag.name + ") " + complete(flag) + "return ;;\n";
    return text;
}

std::string bash_completion(const ToolPage& tool)
{
    std::string words;
    for (const auto& flag : tool.flags)
        words += (words.empty() ? "--" : " --") + flag.name;
    return "# Completion of bash for " + tool.name + ", made by `agentcli generate bash "
        + tool.name + "`.\n" + function_of(tool)
        + "() {\n  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}\n"
          "  case $previous in\n"
        + arms(tool,
            [](const ToolFlag& flag) {
                return is_path(flag)  ? std::string("COMPREPLY=($(compgen -f -- \"$current\")); ")
                    : is_choice(flag) ? "COMPREPLY=($(compgen -W " + shell_quoted(choices(flag))
                        + " -- \"$current\")); "
                                      : std::string("COMPREPLY=(); ");
            })
        + "  esac\n  COMPREPLY=($(compgen -W " + shell_quoted(words)
        + " -- \"$current\"))\n}\ncomplete -F " + function_of(tool) + " " + tool.name + "\n";
}

std::string zsh_completion(const ToolPage& tool)
{
    std::string items;
    for (const auto& flag : tool.flags)
        items += zsh_item("--" + flag.name, flag.text);
    return "#compdef " + tool.name + "\n# Completion of zsh for " + tool.name
        + ", made by `agentcli generate zsh " + tool.name + "`.\n" + function_of(tool)
        + "() {\n  local -a items\n  case ${words[CURRENT-1]} in\n"
        + arms(tool,
            [](const ToolFlag& flag) {
                return is_path(flag)  ? std::string("_files; ")
                    : is_choice(flag) ? "compadd -- " + choices(flag) + "; "
                                      : std::string();
            })
        + "  esac\n  items=(" + items + ")\n  _describe flags items\n}\n" + function_of(tool)
        + " \"$@\"\n";
}

std::string fish_completion(const ToolPage& tool)
{
    std::string text = "# Completion of fish for " + tool.name
        + ", made by `agentcli generate fish " + tool.name + "`.\n";
    for (const auto& flag : tool.flags) {
        text += "complete -c " + tool.name + " -l " + flag.name;
        text += flag.value.empty() ? "" : is_path(flag) ? " -r -F" : " -x";
        text += (is_choice(flag) ? " -a " + fish_quoted(choices(flag)) : "") + " -d "
            + fish_quoted(flag.text) + "\n";
    }
    return text;
}

}
