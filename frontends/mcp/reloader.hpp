#pragma once

#include "toolkit/system/cancel.hpp"

#include <functional>
#include <vector>

namespace frontends::mcp {

using namespace toolkit;

// Calls `reload` on SIGHUP, to read the manifest again. If the signal was sent because the terminal
// of this process is gone, it ends the process as usual.
class Reloader {
public:
    Reloader(system::Cancel& cancel, std::function<void()> reload);

    void watch(system::Watch& watch) const { watch.readable(signals.descriptor()); }
    void step();

private:
    std::function<void()> reload;
    std::vector<int> terminals; // among the descriptors of this process
    File signals;
};

}
