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

// What the operator lets a host do beyond choosing among what the flags allow.
struct HostRights {
    std::vector<std::string> may; // fields of begin: model, system, temperature
    bool calls_are_trusted = false; // nobody is asked about the calls that the host makes itself
};

// The descriptors of a run channel.
struct HostPipes {
    int in = 0;
    int out = 1;
};

// What a run channel hides, reports and speaks through.
struct HostSetting {
    const redaction::Secrets& secrets;
    terminal::Debug debug = {};
    HostPipes pipes = {};
    std::uint64_t last_event = 0; // after which the events are numbered
    bool leaves_waiting = false; // to another process: see HostOptions::last_event
    bool has_private_session = false; // no event names the session
};

// Serves a host until it quits, ends its input or is gone, or a signal comes. Returns the exit
// status: 0; 2 for a beginning that is refused; 141 if nobody reads the events; of a signal 128 and
// its number.
int serve_host(const start::RunConfig& config, const HostRights& rights, const HostSetting& setting,
    system::Cancel& cancel);

// `agentcli host`.
int run_host(
    const options::Options& options, const redaction::Secrets& secrets, system::Cancel& cancel);

}
