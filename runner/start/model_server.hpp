#pragma once

#include "agent/model/http.hpp"
#include "runner/start/run_config.hpp"

#include <string>

namespace runner::start {

using namespace agent;

// Returns how to reach the server. Tells `trace` if its certificate is not checked. Throws
// BAD_REQUEST.
model::Server server_of(const ServerConfig& config, model::Trace& trace);

// Returns true if the host of this URL is localhost or a loopback address; false if `url` is not a
// URL of a server.
bool is_on_this_machine(const std::string& url);

// Returns the same name. No default: a name would age, and decide what a run costs. Throws
// BAD_REQUEST if it is empty.
const std::string& named_model(const std::string& name);

}
