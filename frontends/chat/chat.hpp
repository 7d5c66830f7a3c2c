#pragma once

#include "agent/redaction/redaction.hpp"
#include "frontends/chat/front.hpp"
#include "runner/options/options.hpp"
#include "toolkit/system/cancel.hpp"

#include <string>
#include <vector>

namespace frontends::chat {

using namespace agent;
using namespace runner;
using namespace toolkit;

// Runs `agentcli chat`. Returns the exit status. Throws BAD_REQUEST if `front` has no process,
// because stdin and stdout are not a terminal.
int run_chat(const options::Options& options, const redaction::Secrets& secrets,
    system::Cancel& cancel, Front& front);

// Returns the arguments for `agentcli chat` if the given ones name no command, are valid for it,
// and contain no flag that stands for another command. Otherwise returns them unchanged.
std::vector<std::string> as_chat(std::vector<std::string> arguments);

// The values of the flags of `agentcli chat`, in addition to those of a run.
struct ChatOptions {
    bool continues_latest = false; // the latest session of this directory
    bool keeps_session = true;
    bool plain = false; // the front end
    std::string color = "auto"; // or "always", "never"
    std::string notify = "bell"; // or "off", "osc9", "osc777"
    bool title = false; // set the title of the terminal
    bool draws_pictures = true; // if the terminal is known to support it
};

}
