#include "catch.hpp"

#include "frontends/screen/transcript.hpp"

#include <string>

using namespace frontends::screen;
using namespace std::chrono_literals;

TEST_CASE("a parse that took long is followed by a pause, ten times as long")
{
    const Palette palette;
    Transcript transcript(palette);
    Moment now = 0ms;
    Moment cost = 20ms;
    int asked = 0;
    const auto clock = [&] { return asked++ % 2 == 0 ? now : now += cost; };
    const auto settle = [&] {
        transcript.settle(80, 8, clock);
        return transcript.take().size();
    };
    transcript.add_text("one\n\ntwo\n\nthree");
    CHECK(settle() == 1);
    transcript.add_text("\n\nfour");
    now = 100ms;
    asked = 0;
    CHECK(settle() == 0);
    CHECK(transcript.unfinished(80, 8).size() == 4); // as it was: two more, each after a gap
    now = 220ms;
    asked = 0;
    cost = 0ms;
    CHECK(settle() == 2);
    CHECK(settle() == 0); // nothing has come since
}
