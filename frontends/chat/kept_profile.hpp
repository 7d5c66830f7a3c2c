#pragma once

#include "runner/servers/config_target.hpp"

#include <cstdint>
#include <string>

namespace frontends::chat {

using namespace toolkit;

struct ServerChoice {
    std::string url;
    std::string model;
    std::int64_t context = 0; // tokens; 0: not known
};

// The profile of the user's config.json that chats and runs use unless a flag names another: the
// one in "defaults" for chats, or "default".
class KeptProfile {
public:
    // Reads the file. Throws as ConfigTarget::of_user() does.
    KeptProfile();

    const std::string& path() const { return target.path(); }
    const std::string& name() const { return chosen; }

    // Sets the server, the model and its context in the profile, which keeps its other fields
    // unless they are those of another server, and makes it the default of chats and runs that have
    // none. Throws as ConfigTarget::write() does.
    void write(const ServerChoice& choice) const;

private:
    runner::servers::ConfigTarget target;
    std::string chosen;
};

}
