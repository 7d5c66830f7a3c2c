#pragma once

namespace frontends::agents {

struct AgentOptions {
    bool describe = false; // print the entry for a manifest
};

}
