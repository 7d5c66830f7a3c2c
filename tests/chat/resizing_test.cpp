#include "catch.hpp"

#include "frontends/screen/region.hpp"

using namespace frontends::screen;
using namespace std::chrono_literals;
using Say = Resizing::Say;

TEST_CASE("after a resize nothing is drawn until the size was the same for 300 ms")
{
    Resizing resizing({80, 24});
    CHECK(resizing.look({80, 24}, 0ms, true) == Say::draw);
    CHECK_FALSE(resizing.deadline(true));
    CHECK(resizing.look({60, 24}, 100ms, true) == Say::wait);
    CHECK(resizing.deadline(true) == 400ms);
    CHECK(resizing.look({50, 24}, 300ms, true) == Say::wait);
    CHECK(resizing.look({50, 24}, 599ms, true) == Say::wait);
    CHECK(resizing.look({50, 24}, 600ms, true) == Say::redraw);
    CHECK(resizing.look({50, 24}, 601ms, true) == Say::draw);
}

TEST_CASE("finished text goes out once a second while the size keeps changing")
{
    Resizing resizing({80, 24});
    Moment now = 0ms;
    int rough = 0;
    for (std::size_t columns = 30; now < 5s; now += 100ms, ++columns)
        rough += resizing.look({columns, 24}, now, true) == Say::draw_roughly ? 1 : 0;
    CHECK(rough == 4);
    Resizing silent({80, 24});
    for (now = 0ms; now < 5s; now += 100ms)
        CHECK(
            silent.look({30 + static_cast<std::size_t>(now / 100ms), 24}, now, false) == Say::wait);
}
