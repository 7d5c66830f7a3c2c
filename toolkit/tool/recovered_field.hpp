#pragma once

#include "toolkit/json/json_fwd.hpp"

namespace toolkit::tool {

// Puts what the recovery of an interrupted change has done into an answer or a failure, as the
// contract has it: "recovered", or in a dry run "recovers". Nothing if there is nothing to say.
void put_recovered(Json& answer);

}
