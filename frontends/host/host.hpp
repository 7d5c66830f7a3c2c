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

// The rights that the operator gives a host, in addition to a choice among what the flags allow.
struct HostRights {
    std::vector<std::string> may; // the fields that begin may set: model, system, temperature
    bool calls_are_trusted = false; // calls that the host itself makes need no approval
};

// The descriptors of a run channel.
struct HostPipes {
    int in = 0;
    int out = 1;
};

// The secrets, the debug output and the descriptors of a run channel.
struct HostSetting {
    const redaction::Secrets& secrets;
    terminal::Debug debug = {};
    HostPipes pipes = {};
    std::uint64_t last_event = 0; // the number before that of the first event
    bool leaves_waiting = false; // another process waits: see HostOptions::last_event
    bool has_private_session = false; // events do not contain the name of the session
};

// Serves a host until it quits, closes a descriptor, or a signal arrives. Returns the exit status:
// 0; 2 if the first message is refused; 141 if the events cannot be written because the host is
// gone; or 128 plus the number of a signal.
int serve_host(const start::RunConfig& config, const HostRights& rights, const HostSetting& setting,
    system::Cancel& cancel);

// Runs `agentcli host`; returns the exit status.
int run_host(
    const options::Options& options, const redaction::Secrets& secrets, system::Cancel& cancel);

}
