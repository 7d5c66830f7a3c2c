#include "agent/display/shown_command.hpp"

#include "agent/display/rows.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/json/json_value.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace agent::display {

static bool is_shell(const std::string& program)
{
    static constexpr std::array<std::string_view, 5> shells {"sh", "bash", "dash", "zsh", "ksh"};
    const std::string name = program.substr(program.rfind('/') + 1); // all of it without a '/'
    return std::find(shells.begin(), shells.end(), name) != shells.end();
}

// Returns the program and its arguments; an empty list if one of them is not a string.
static Json words_of_command(const Json& arguments)
{
    const Json& rest = json::member(arguments, "args");
    const bool has_rest = rest.is_array() && !rest.empty();
    Json words = Json::array();
    for (const char* name : {"cmd", "command"}) {
        const Json& given = json::member(arguments, name);
        if (given.is_array())
            words.insert(words.end(), given.begin(), given.end());
        else if (given.is_string() && has_rest)
            words.push_back(given);
    }
    if (has_rest)
        words.insert(words.end(), rest.begin(), rest.end());
    const bool are_texts = std::all_of(
        words.begin(), words.end(), [](const Json& word) { return word.is_string(); });
    return are_texts ? words : Json::array();
}

// Returns the script of `sh -c SCRIPT` and of other shells; empty for other commands.
static std::string script_of(const Json& words)
{
    if (words.size() != 3 || !is_shell(words[0]))
        return {};
    const std::string flags = words[1];
    const bool is_script = flags.size() <= 4 && flags.starts_with('-') && flags.ends_with('c');
    return is_script ? words[2].get<std::string>() : std::string();
}

std::string shown_command(const Json& arguments)
{
    const Json words = words_of_command(arguments);
    const std::string script = script_of(words);
    return script.empty() ? shown_value(words) : script;
}

}
