#include "runner/bounded_json.hpp"

#include "toolkit/error.hpp"

#include <nlohmann/json.hpp>

static constexpr int most_depth = 64;
static constexpr int most_keys = 20'000;

Json parse_bounded(std::string_view text)
{
    int keys = 0;
    const auto check = [&keys](int depth, Json::parse_event_t event, const Json&) {
        if (depth > most_depth)
            throw ToolError(Code::bad_request, "it is JSON that nests deeper than 64");
        if (event == Json::parse_event_t::key && ++keys > most_keys)
            throw ToolError(Code::bad_request, "it is JSON with more than 20000 keys");
        return true;
    };
    try {
        return Json::parse(text, check);
    } catch (const Json::exception& error) {
        std::string_view message
            = error.what(); // "[json.exception.parse_error.101] parse error at line 1, …"
        message.remove_prefix(std::min(message.find("] ") + 2, message.size()));
        // It ends with what was read last, which can be long, and need not be UTF-8.
        throw ToolError(
            Code::bad_request, "it is not JSON: " + std::string(message.substr(0, message.find(';'))));
    }
}
