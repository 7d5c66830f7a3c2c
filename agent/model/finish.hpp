#pragma once

#include <string>

namespace agent::model {

// What a server's finish_reason says of a reply.
enum class Finish {
    whole, // the model has said all it wanted
    untold, // the server gives no reason
    unknown, // it gives one that means nothing here
    cut_off, // at a limit of tokens
    filtered,
    failed // the server has given up in the middle
};

// In any case of letters, and by the names that gateways use for what their models say.
Finish finish_of(const std::string& reason);

}
