#pragma once

namespace frontends::agents {

struct AgentOptions {
    bool describe = false; // prints its entry of a manifest
};

}
