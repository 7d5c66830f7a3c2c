#pragma once

#include "agent/redaction/redaction.hpp"
#include "toolkit/system/file.hpp"

#include <string>
#include <vector>

namespace frontends::serve {

using namespace agent;
using namespace toolkit;

// `agentcli serve`, before anything is read. This process becomes the front, and does not return;
// a child of it returns, with its end of a pair of sockets, to read the flags and become the
// spawner. Of any other command, returns a File that holds none.
File begin_server(const std::vector<std::string>& arguments, char** argv);

// The child's part: opens what the front needs, hands it over, and starts workers until the front
// is gone. `arguments` are those of the command line, which workers get as well; the front is told
// nothing of the secrets. The exit status, which is that of the server if the front was not handed
// anything.
int run_server(const std::vector<std::string>& arguments, const redaction::Secrets& secrets,
    const File& front);

}
