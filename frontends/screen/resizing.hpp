#pragma once

#include "frontends/screen/keys.hpp"
#include "frontends/screen/region.hpp"

#include <optional>

namespace frontends::screen {

// When the size of a terminal has changed, nothing is drawn until it was the same for 300 ms;
// where it goes on changing for a second, finished text goes out all the same.
class Resizing {
public:
    explicit Resizing(Size size)
        : drawn(size)
        , seen(size)
    {
    }

    enum class Say { draw, draw_anew, draw_roughly, wait };
    Say look(Size size, Moment now, bool has_finished);
    std::optional<Moment> deadline(bool has_finished) const;

private:
    Size drawn;
    Size seen;
    Moment changed {};
    std::optional<Moment> since;
};

}
