#include "zone.hpp"

#include "toolkit/tool/tool.hpp"

#include <ctime>

namespace get_time {

using namespace toolkit;
using namespace toolkit::tool;

struct Request {
    std::string timezone = "UTC";
};

static Answer get_time(const Request& request, const Workspace&)
{
    const std::time_t now = std::time(nullptr);
    const LocalTime local = local_time(request.timezone, now);
    return {{"timezone", request.timezone}, {"iso8601", local.iso8601}, {"unix", now},
        {"utcOffset", local.utc_offset}, {"abbreviation", local.abbreviation}};
}

static const Tool<Request> tool {
    .name = "get_time",
    .summary = "Return the current date and time.",
    .parameters = {
        optional("timezone", &Request::timezone, "IANA name, e.g. Europe/Berlin").alias("tz"),
    },
    .sandbox = {},
    .answer = {{"timezone", "string"}, {"iso8601", "string"}, {"unix", "integer"},
        {"utcOffset", "string"}, {"abbreviation", "string"}},
    .display = {"other", "time", {"{timezone}"}, {"{iso8601}"}},
    .example = {R"(echo '{"timezone":"Europe/Helsinki"}' | get_time)",
        R"({"timezone":"Europe/Helsinki","iso8601":"…","unix":…,"utcOffset":"+0…:00","abbreviation":"EE…T"})"},
    .run = get_time,
};

}

int main(int argc, char** argv) { return get_time::tool.main(argc, argv); }
