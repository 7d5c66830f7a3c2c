#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace agent::skills {

// Returns the text with its placeholders replaced. $ARGUMENTS is the whole of `arguments`. $1 to $9
// are its words, without quotes; the highest of these placeholders also takes all further words,
// unless the text has $ARGUMENTS. $NAME, in capitals, is the VALUE of a word NAME=VALUE. A missing
// word is empty. A $NAME that is not given, and a placeholder after a backslash, are unchanged.
// Arguments without a placeholder are appended to the text. Inserted text is not searched for
// placeholders. Throws TOO_LARGE if the result has more than 1 MiB.
std::string filled_prompt(std::string_view body, std::string_view arguments);

// An argument of a prompt whose arguments are given by name.
struct PromptArgument {
    std::string name;
    bool is_required = false;
    char word = '\0'; // '1' to '9' if it fills in $1 to $9
};

// Returns the arguments for the placeholders of a text. $1 to $9 are named by the words of `hint`,
// such as "FILE [FOCUS]", or "argument1" and so on if there is no usable word; $NAME is named NAME.
// Those that the hint has without brackets are required. The last argument, "arguments", is for
// $ARGUMENTS; its value is appended if the text has no placeholders.
std::vector<PromptArgument> prompt_arguments(std::string_view body, std::string_view hint);

// Returns the text with its placeholders replaced by the values of prompt_arguments(), given by
// name, with the same rules and limit as above.
std::string filled_prompt(
    std::string_view body, std::string_view hint, const std::map<std::string, std::string>& values);

}
