#include "catch.hpp"

#include "toolkit/io/event_loop.hpp"

#include <string>
#include <vector>

namespace toolkit::io {

using namespace std::chrono_literals;
using Names = std::vector<std::string>;

TEST_CASE("those whose time has come are taken once, in the order of their times")
{
    Timers<std::string> timers;
    const auto now = system::Watch::Clock::now();
    CHECK(timers.take_due().empty());
    timers.set("second", now - 1s);
    timers.set("first", now - 2s);
    timers.set("never", system::Watch::Clock::time_point::max());
    timers.set("later", now + 1h);
    CHECK(timers.take_due() == Names {"first", "second"});
    CHECK(timers.take_due().empty());
}

TEST_CASE("an earlier time counts, a later one does not")
{
    Timers<std::string> timers;
    const auto now = system::Watch::Clock::now();
    timers.set("one", now + 1h);
    timers.set("one", now + 2h);
    system::Watch watch;
    timers.watch(watch);
    CHECK(watch.deadline == now + 1h);
    timers.set("one", now - 1s);
    CHECK(timers.take_due() == Names {"one"});
    system::Watch without;
    timers.watch(without);
    CHECK(without.is_empty());
}

TEST_CASE("what is forgotten is never due")
{
    Timers<std::string> timers;
    timers.set("one", system::Watch::Clock::now() - 1s);
    timers.forget("one");
    timers.forget("another");
    CHECK(timers.take_due().empty());
}

}
