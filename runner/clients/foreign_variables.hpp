#pragma once

#include "runner/clients/server_file.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace runner::clients {

// A string from a client's configuration with its variables converted to agentcli's syntax.
struct TranslatedText {
    std::string text;
    std::vector<std::string> inputs = {}; // IDs of each ${input:ID} that was replaced
    std::optional<std::string> file = {}; // PATH of the first {file:PATH}, which is not replaced
};

// Converts variables to agentcli's syntax: {env:NAME} of opencode and $NAME of Gemini CLI to
// ${NAME}; in all formats, ${input:ID} to variable_of_input(ID), and ${/} and ${pathSeparator} to
// '/'.
TranslatedText with_our_variables(std::string_view text, Format format);

// Returns the name of the variable for an input of VS Code: GITHUB_TOKEN for github-token.
std::string variable_of_input(std::string_view id);

}
