#include "catch.hpp"

#include "tools/get_time/database.hpp"
#include "tools/get_time/posix_zone.hpp"
#include "tools/get_time/zone.hpp"

#include "toolkit/system/error.hpp"

#include <cstdlib>
#include <ctime>

using namespace get_time;
using namespace toolkit::system;

// Instants on both sides of changes, from the table of a zone and from the rule behind its end.
static const std::int64_t instants[] = {-2'000'000'000, 0, 951'782'400 /* 29 February 2000 */,
    1'774'745'999, 1'774'746'000 /* 29 March 2026 01:00 UTC */, 1'792'889'999,
    1'792'890'000 /* 25 October 2026 01:00 UTC */, 1'772'953'199,
    1'772'953'200 /* 8 March 2026, New York */, 2'000'000'000, 2'531'530'799,
    4'102'444'800 /* 2100 */, 4'118'083'200};

// The C library, reading the same database from the disk, is the oracle.
TEST_CASE("every zone tells the time that the C library tells")
{
    for (const auto& zone : zone_names()) {
        setenv("TZ", (":" + zone).c_str(), 1);
        tzset();
        for (const std::time_t instant : instants) {
            std::tm expected {};
            localtime_r(&instant, &expected);
            char text[64];
            std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S", &expected);
            const LocalTime local = local_time(zone, instant);
            CAPTURE(zone, instant);
            CHECK(local.iso8601 == text + local.utc_offset);
            CHECK(local.abbreviation == expected.tm_zone);
        }
    }
}

TEST_CASE("a POSIX rule is read as RFC 8536 allows it")
{
    struct Row {
        const char* rule;
        std::int64_t instant;
        std::int64_t offset;
        const char* abbreviation;
    };
    for (const Row& row : {Row {"UTC0", 0, 0, "UTC"}, Row {"<+0330>-3:30", 0, 12600, "+0330"},
             Row {"EST5EDT,M3.2.0,M11.1.0", 1'772'953'199, -18000, "EST"},
             Row {"EST5EDT,M3.2.0,M11.1.0", 1'772'953'200, -14400, "EDT"},
             Row {"IST-1GMT0,M10.5.0,M3.5.0/1", 1'767'225'600, 0, "GMT"},
             Row {"AAA0BBB,J60/0,J61/0", 951'868'800 /* 1 March 2000 */, 3600, "BBB"},
             Row {"AAA0BBB,J60/0,J61/0", 951'782'400, 0, "AAA"},
             Row {"AAA0BBB,59/0,60/0", 951'782'400, 3600, "BBB"},
             Row {"<-02>2<-01>,M3.5.0/-1,M10.5.0/0", 1'774'745'999, -7200, "-02"}}) {
        CAPTURE(row.rule, row.instant);
        const ZonePeriod period = posix_period(row.rule, row.instant);
        CHECK(period.offset_seconds == row.offset);
        CHECK(period.abbreviation == row.abbreviation);
    }
    CHECK_THROWS_AS(posix_period("EST5EDT,nonsense", 0), ToolError);
}
