#pragma once

#include "frontends/serve/settings.hpp"
#include "runner/options/options.hpp"

#include <sys/types.h>

#include <vector>

namespace frontends::serve {

using namespace runner;

// Returns the peers of --peer. Throws BAD_REQUEST if one is not UID=SCOPES, if the kernel could
// report another user as a peer, and if --listen has no Unix socket for them.
std::vector<Peer> peers_of(const options::Options& options);

std::vector<uid_t> users_of(const std::vector<Peer>& peers);

}
