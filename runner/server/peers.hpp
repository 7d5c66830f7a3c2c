#pragma once

#include "runner/options/options.hpp"
#include "runner/server/settings.hpp"

#include <sys/types.h>

#include <vector>

namespace runner::server {

// Those of --peer. Throws BAD_REQUEST if one is not UID=SCOPES, if the kernel could take another
// user for him, and if no Unix socket of --listen lets them in.
std::vector<Peer> peers_of(const options::Options& options);

std::vector<uid_t> users_of(const std::vector<Peer>& peers);

}
