#pragma once

#include "agent/channel/screen_events.hpp"
#include "frontends/screen/line.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace frontends::screen {

using namespace agent;

// The list that Tab opens: at most eight names are shown.
class Completion {
public:
    void open(const channel::Completions& list);
    void close() { items.clear(); }
    bool is_open() const { return !items.empty(); }
    std::size_t size() const { return items.size(); }

    void next() { at = (at + 1) % items.size(); }
    void previous() { at = (at + items.size() - 1) % items.size(); }
    const std::string& chosen() const { return items[at].text; }

    Lines rows(std::size_t columns, std::size_t most, const Palette& palette) const;

private:
    std::vector<channel::CompletedCommand> items; // a path has no summary
    std::size_t at = 0;
};

}
