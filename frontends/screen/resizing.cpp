#include "frontends/screen/resizing.hpp"

#include <algorithm>

namespace frontends::screen {

using namespace std::chrono_literals;

static constexpr Moment settled_after = 300ms;
static constexpr Moment rough_after = 1000ms;

Resizing::Say Resizing::look(Size size, Moment now, bool has_finished)
{
    if (size == drawn && !since)
        return Say::draw;
    if (!since || !(size == seen)) {
        since = since.value_or(now);
        seen = size;
        changed = now;
    }
    if (now - changed >= settled_after) {
        since.reset();
        drawn = size;
        return Say::draw_anew;
    }
    if (has_finished && now - *since >= rough_after) {
        since = now;
        return Say::draw_roughly;
    }
    return Say::wait;
}

std::optional<Moment> Resizing::deadline(bool has_finished) const
{
    if (!since)
        return std::nullopt;
    return has_finished ? std::min(changed + settled_after, *since + rough_after)
                        : changed + settled_after;
}

}
