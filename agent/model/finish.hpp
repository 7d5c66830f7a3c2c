#pragma once

#include <string>

namespace agent::model {

// The meaning of a server's finish_reason.
enum class Finish {
    whole, // the reply is complete
    untold, // the server has sent no reason
    unknown, // the server has sent an unknown reason
    cut_off, // the reply ended at a limit of tokens
    filtered,
    failed // the server gave up in the middle of the reply
};

// Returns the meaning of a finish_reason. Ignores case, and also accepts the names that gateways
// use.
Finish finish_of(const std::string& reason);

}
