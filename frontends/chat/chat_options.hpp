#pragma once

#include <string>

namespace frontends::chat {

// What the flags of `agentcli chat` say, beside those of a run.
struct ChatOptions {
    bool continues_latest = false; // session of this directory
    bool keeps_session = true;
    bool plain = false; // the front end
    std::string color = "auto"; // or "always", "never"
    std::string notify = "bell"; // or "off", "osc9", "osc777"
    bool title = false; // sets the terminal's
};

}
