#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace runner::commands {

// A provider of models, and how agentcli is configured for it. The source of `agentcli help
// providers` and of docs/providers.md.
struct Provider {
    std::string_view name;
    std::string_view profile; // name of a suggested profile
    std::string_view base_url;
    std::string_view key_variable; // empty if no key is needed, as for a local server
    std::string_view model; // an example
    std::string_view notes; // settings required at the server, and differences from other servers
    std::string_view tried; // how agentcli was tested with it
};

const std::vector<Provider>& providers();

// Returns the text of `agentcli help providers`, in lines of at most 80 columns except for the
// profiles.
std::string help_of_providers();

}
