#include "runner/bounded_json.hpp"

#include "toolkit/error.hpp"
#include "toolkit/whole_json.hpp"

#include <vector>

namespace {

using Event = Json::parse_event_t;

class Bounds {
public:
    void meet(int depth, Event event)
    {
        const bool opens = event == Event::array_start || event == Event::object_start;
        if (opens && depth >= most_depth)
            throw ToolError(Code::bad_request, "it is JSON that nests deeper than 64");
        if (event == Event::object_start)
            keys.push_back(0);
        if (event == Event::key)
            comparisons += keys.back()++;
        if (event == Event::object_end)
            keys.pop_back();
        if (comparisons > most_comparisons)
            throw ToolError(Code::bad_request, "it is JSON with too many keys in one object");
        if (opens || event == Event::value)
            ++values;
        if (values > most_values)
            throw ToolError(Code::bad_request, "it is JSON with more than 1000000 values");
    }

private:
    static constexpr int most_depth = 64;
    static constexpr std::size_t most_values = 1'000'000; // some 100 MB
    static constexpr std::size_t most_comparisons = 200'000'000; // some tenths of a second

    std::vector<std::size_t> keys; // of the objects that are open
    std::size_t comparisons = 0; // of each key with those before it
    std::size_t values = 0;
};

}

Json parse_bounded(std::string_view text)
{
    Bounds bounds;
    const auto check = [&bounds](int depth, Event event, const Json&) {
        bounds.meet(depth, event);
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
