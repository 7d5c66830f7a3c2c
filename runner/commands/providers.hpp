#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace runner::commands {

// A server of models, and how it is configured. The source of `agentcli help providers` and of
// docs/providers.md.
struct Provider {
    std::string_view name;
    std::string_view profile; // the name of one for it
    std::string_view base_url;
    std::string_view key_variable; // empty: a server on this machine needs none
    std::string_view model; // an example
    std::string_view notes; // what has to be set at the server, and what differs there
    std::string_view tried; // how agentcli was tried with it
};

const std::vector<Provider>& providers();

// Returns the text of `agentcli help providers`: lines of at most 80 columns, but for the profiles.
std::string help_of_providers();

}
