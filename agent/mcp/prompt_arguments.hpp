#pragma once

#include "toolkit/json/json.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace agent::mcp {

using namespace toolkit;

// An argument that a server's prompt declares. Both texts are untrusted and may contain anything.
struct PromptArgument {
    std::string name;
    std::string description;
    bool is_required = false;
};

// Returns the arguments of an entry of a list of prompts; at most 64, each name once.
std::vector<PromptArgument> arguments_of_prompt(const Json& prompt);

// Returns the words of a line, without the quotes around a word or around the VALUE of KEY=VALUE.
// A quote that is not closed takes the rest.
std::vector<std::string> words_of_arguments(std::string_view line);

// Values of arguments by name.
using GivenArguments = std::vector<std::pair<std::string, std::string>>;

// True if the argument of this name has a value.
bool is_given(const GivenArguments& given, const std::string& name);

// Assigns words to arguments: KEY=VALUE to the argument KEY, any other word to the first argument
// without a value. Throws BAD_REQUEST if a word is left over or an argument is given twice.
GivenArguments given_arguments(
    const std::vector<PromptArgument>& declared, const std::vector<std::string>& words);

// The word of an argument that is being typed at the end of a line.
struct BegunArgument {
    std::string name = {}; // empty: no argument takes it
    std::string value = {}; // the typed part
    bool has_key = false; // KEY= was typed
    GivenArguments others = {}; // arguments of the preceding words
};

// Returns the argument that is being typed at the end of the line; after a space, that is the next
// one. The name is empty within quotes.
BegunArgument begun_argument(const std::vector<PromptArgument>& declared, std::string_view line);

// Returns a value as one word for words_of_arguments(), in quotes if necessary.
std::string quoted_argument(const std::string& value);

}
