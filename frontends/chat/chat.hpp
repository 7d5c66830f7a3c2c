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

// `agentcli chat`. Returns the exit status. Throws BAD_REQUEST if there is no front, since stdin
// and stdout have to be a terminal.
int run_chat(const options::Options& options, const redaction::Secrets& secrets,
    system::Cancel& cancel, Front& front);

// The arguments of `agentcli chat`, if these name no command and would be right there, and no flag
// is another spelling of a command; else as they are.
std::vector<std::string> as_chat(std::vector<std::string> arguments);

// The values of the flags of `agentcli chat`, in addition to those of a run.
struct ChatOptions {
    bool continues_latest = false; // session of this directory
    bool keeps_session = true;
    bool plain = false; // the front end
    std::string color = "auto"; // or "always", "never"
    std::string notify = "bell"; // or "off", "osc9", "osc777"
    bool title = false; // sets the terminal's
    bool draws_pictures = true; // if the terminal is known to do that
};

}
