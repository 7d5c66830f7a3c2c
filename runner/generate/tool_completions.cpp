#include "runner/generate/generate.hpp"
#include "runner/generate/shell_words.hpp"

#include <algorithm>

namespace runner::generate {

// A placeholder a|b is a choice, DIR, PATH and FILE name files, and nobody can guess any other
// value.
static bool is_choice(const ToolFlag& flag) { return flag.value.find('|') != std::string::npos; }

static bool is_path(const ToolFlag& flag)
{
    return flag.value == "DIR" || flag.value == "PATH" || flag.value == "FILE";
}

static std::string choices(const ToolFlag& flag) { return replaced(flag.value, "|", " "); }

// Names a shell function: the tool's name has only letters, digits, _ and -.
static std::string function_of(const ToolPage& tool)
{
    return "_agentcli_" + replaced(tool.name, "-", "_");
}

// The arms of a `case` over the word before the current one.
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
