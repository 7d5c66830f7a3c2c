#pragma once

#include "agent/redaction/redaction.hpp"
#include "runner/options/options.hpp"
#include "runner/start/run_config.hpp"
#include "runner/terminal/output.hpp"
#include "toolkit/system/cancel.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace frontends::host {

using namespace agent;
using namespace runner;
using namespace toolkit;

// Settings that a host may choose, in addition to choosing from what the flags allow.
struct HostRights {
    std::vector<std::string> may; // fields of begin: model, system, temperature
    bool calls_are_trusted = false; // calls of the host's own tools need no approval
};

// The descriptors of a run channel.
struct HostPipes {
    int in = 0;
    int out = 1;
};

// The settings of a run channel.
struct HostSetting {
    const redaction::Secrets& secrets;
    terminal::Debug debug = {};
    HostPipes pipes = {};
    std::uint64_t last_event = 0; // the events are numbered from the next number on
    // Leaves open questions to another process: see HostOptions::last_event.
    bool leaves_waiting = false;
    bool has_private_session = false; // no event names the session
};

// Serves a host until it quits, closes its input or disconnects, or a signal is received. Returns
// the exit status: 0; 2 if the begin message is refused; 141 if the events have no reader; 128 plus
// the number of a signal.
int serve_host(const start::RunConfig& config, const HostRights& rights, const HostSetting& setting,
    system::Cancel& cancel);

// Runs `agentcli host`. Returns the exit status.
int run_host(
    const options::Options& options, const redaction::Secrets& secrets, system::Cancel& cancel);

}
