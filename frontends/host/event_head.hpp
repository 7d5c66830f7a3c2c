#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace frontends::host {

// The number of the event that this line is, and its name, without looking at the rest.
struct EventHead {
    std::uint64_t seq = 0;
    std::string_view name = {};
};

// Of a line, or of its first 128 bytes; nothing if it is no event.
std::optional<EventHead> event_head(std::string_view line);

}
