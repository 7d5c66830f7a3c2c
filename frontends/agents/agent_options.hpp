#pragma once

namespace frontends::agents {

struct InvestigateOptions {
    bool describe = false; // prints its entry of a manifest
};

}
