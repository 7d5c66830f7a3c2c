#include "catch.hpp"

#include "toolkit/text/percent_encoding.hpp"

using namespace toolkit::text;

TEST_CASE("percent-encoding")
{
    CHECK(percent_decoded("a%2Fb%2f%") == "a/b/%");
    CHECK(percent_decoded("%4g%4%-1%+1% 1%\x11\x12") == "%4g%4%-1%+1% 1%\x11\x12");
    CHECK(percent_decoded("%41") == "A");
    CHECK(percent_escape("%00", 0) == '\0');
    CHECK_FALSE(percent_escape("%0", 0));
    CHECK_FALSE(percent_escape("a%41", 0));
    CHECK(percent_escape("a%41", 1) == 'A');
    CHECK(percent_encoded('\xff') == "%FF");
    CHECK(percent_encoded('\n') == "%0A");
}
