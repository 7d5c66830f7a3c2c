#include "catch.hpp"

#include "frontends/screen/notices.hpp"

using frontends::screen::Notices;

TEST_CASE("the clipboard takes 100,000 bytes, and nothing of a text that has more")
{
    CHECK(Notices::clipboard("abc") == "\033]52;c;YWJj\a");
    CHECK(Notices::clipboard(std::string(100'000, 'x')).size() > 100'000);
    CHECK(Notices::clipboard(std::string(100'001, 'x')).empty());
}
