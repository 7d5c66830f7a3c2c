#pragma once

namespace frontends::investigate {

struct InvestigateOptions {
    bool describe = false; // prints its entry of a manifest
};

}
