#pragma once

#include "agent/redaction/redaction.hpp"
#include "runner/options/options.hpp"
#include "toolkit/system/cancel.hpp"

namespace frontends::servers {

using namespace agent;
using namespace runner;
using namespace toolkit;

// Without a word: lists the configurations of other clients that are found. Else the first word is
// a client or a file, and the others are names of servers: shows what would be added to the
// configuration, asks, and adds it. Returns the exit status: 1 if nothing was added that is not
// there already. Throws BAD_REQUEST or NOT_FOUND for what cannot be read.
int run_mcp_import(
    const options::Options& options, const redaction::Secrets& secrets, system::Cancel& cancel);

}
