#include "fuzz.hpp"

#include "toolkit/json/json.hpp"
#include "toolkit/json/object_text.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/error.hpp"

#include <string>

using namespace toolkit;

static bool is_json(std::string_view text, std::size_t max_depth)
{
    json::JsonRules rules;
    rules.max_depth = max_depth;
    try {
        json::parse_json(text, rules);
        return true;
    } catch (const ToolError&) {
        return false;
    }
}

// JSON stays JSON, and nests no deeper than it may; what is no JSON becomes none.
void fuzz(std::string_view input)
{
    constexpr std::size_t max_depth = 3;
    constexpr std::size_t any_depth = 10'000;
    const auto kept = json::without_depth(input, max_depth);
    if (!kept)
        return must(!is_json(input, any_depth) || is_json(input, max_depth));
    must(!json::without_depth(*kept, max_depth));
    must(!is_json(input, any_depth) || is_json(*kept, max_depth));
}
