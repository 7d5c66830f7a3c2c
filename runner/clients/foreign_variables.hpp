#pragma once

#include "runner/clients/server_file.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace runner::clients {

// A text of a client's configuration in which variables have the syntax of agentcli.
struct TranslatedText {
    std::string text;
    std::vector<std::string> inputs = {}; // IDs of each ${input:ID} that was replaced
    std::optional<std::string> file = {}; // PATH of the first {file:PATH}, which is not replaced
};

// Replaces the variables of a format: {env:NAME} of opencode and $NAME of Gemini CLI by ${NAME};
// in all formats ${input:ID} by variable_of_input(ID), ${/} and ${pathSeparator} by '/'.
TranslatedText with_our_variables(std::string_view text, Format format);

// Returns the name of the variable for an input of VS Code: GITHUB_TOKEN for github-token.
std::string variable_of_input(std::string_view id);

}
