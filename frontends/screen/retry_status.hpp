#pragma once

#include "agent/channel/screen_events.hpp"
#include "frontends/screen/keys.hpp"
#include "frontends/screen/line.hpp"

#include <cstddef>
#include <optional>

namespace frontends::screen {

using namespace agent;

// The pauses before a request is sent again: a countdown, and what is kept of it.
class RetryStatus {
public:
    // True if the current pause is for a model that is loaded, and the new one is not, or the other
    // way round. finish() has to be called first then.
    bool is_of_other_kind(const channel::ChatRetry& event) const;

    // Begins a pause, or continues the current one with another attempt.
    void begin(const channel::ChatRetry& event, Moment now);

    // Returns the row with the countdown, or an empty line if nothing is paused. If it is too long,
    // it loses the number of the attempt, then the key, then the host.
    Line line(Moment now, std::size_t columns, const Palette& palette) const;

    // Returns when line() changes next, or nullopt.
    std::optional<Moment> deadline(Moment now) const;

    // Returns the end of the last pause, which may be in the future, or 0.
    Moment end_of_pause() const { return until; }

    // Ends the pause. Returns a row about it if it took 2 s or longer, otherwise an empty line.
    Line finish(Moment now, const Palette& palette);

private:
    std::optional<channel::ChatRetry> pause;
    Moment since {}; // the first attempt
    Moment until {}; // the next attempt
};

}
