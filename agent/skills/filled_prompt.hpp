#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace agent::skills {

// Returns the text with its placeholders filled in: $ARGUMENTS is all arguments, $1 to $9 are words
// of them, of which quotes are taken off (the last of these placeholders also takes the words after
// its own, unless the text has $ARGUMENTS), and $NAME, in capitals, is the VALUE of an argument
// NAME=VALUE. A word that is missing is empty; a $NAME that is not given, and a placeholder after a
// backslash, stay as they are. Arguments for which the text has no placeholder follow it. What is
// filled in is not read again. Throws TOO_LARGE if the result has more than 1 MiB.
std::string filled_prompt(std::string_view body, std::string_view arguments);

// An argument of a prompt whose arguments are given by name.
struct PromptArgument {
    std::string name;
    bool is_required = false;
    char word = '\0'; // '1' to '9' if it fills in $1 to $9
};

// Returns the arguments that the placeholders of a text take. $1 to $9 have the names of the words
// of `hint`, such as "FILE [FOCUS]", or "argument1" and so on if it has no usable word; $NAME is
// called NAME. Those that the hint names without brackets are required. The last one, "arguments",
// is for $ARGUMENTS; it is appended to a text without placeholders.
std::vector<PromptArgument> prompt_arguments(std::string_view body, std::string_view hint);

// Returns the text with the values of prompt_arguments() filled in, by their names, with the same
// rules and limit as above.
std::string filled_prompt(
    std::string_view body, std::string_view hint, const std::map<std::string, std::string>& values);

}
