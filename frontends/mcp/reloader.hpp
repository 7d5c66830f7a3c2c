#pragma once

#include "toolkit/system/cancel.hpp"

#include <functional>
#include <vector>

namespace frontends::mcp {

using namespace toolkit;

// Calls `reload` on SIGHUP. If the terminal of this process was closed, ends the process instead,
// as SIGHUP does by default.
class Reloader {
public:
    Reloader(system::Cancel& cancel, std::function<void()> reload);

    void watch(system::Watch& watch) const { watch.readable(signals.descriptor()); }
    void step();

private:
    std::function<void()> reload;
    std::vector<int> terminals; // descriptors of this process that are terminals
    File signals;
};

}
