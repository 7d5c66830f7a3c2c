#pragma once

#include "runner/servers/config_target.hpp"

#include <cstdint>
#include <string>

namespace frontends::chat {

using namespace toolkit;

struct ServerChoice {
    std::string url;
    std::string model;
    std::int64_t context = 0; // tokens; 0: unknown
};

// The profile of the user's config.json that chats and runs use unless a flag names another: the
// one in "defaults" for chats, or "default".
class KeptProfile {
public:
    // Reads the file. Throws like ConfigTarget::of_user().
    KeptProfile();

    const std::string& path() const { return target.path(); }
    const std::string& name() const { return chosen; }

    // Stores the server, the model and its context size in the profile, and makes it the default of
    // chats and runs that have no default. Other fields of the profile are kept unless they belong
    // to another server. Throws like ConfigTarget::write().
    void write(const ServerChoice& choice) const;

private:
    runner::servers::ConfigTarget target;
    std::string chosen;
};

}
