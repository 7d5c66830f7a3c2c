#pragma once

namespace agent::calls {

// What the operator is asked about.
enum class Approve {
    never, // nothing is asked
    // before tools that the manifest says change files, which it also says of those that run
    // programs
    changes,
    always, // before each call
};

}
