#include "catch.hpp"

#include "agent/model/refused_value.hpp"

using namespace agent::model;
using namespace toolkit::json;

TEST_CASE("a number becomes one that the error of a server allows")
{
    const auto [refused, error, accepted] = GENERATE(table<Json, std::string, std::string>({
        {50, "max_tokens is too large: 50. This model supports at most 40 completion tokens", "40"},
        {5000, "max_tokens: 5000 > 4096, which is the maximum allowed number of output tokens",
            "4096"},
        {5000, "`max_tokens` must be less than or equal to `4096`, the maximum value for it",
            "4096"},
        {9000, "Invalid max_tokens value, the valid range of max_tokens is [1, 8192]", "8192"},
        {5, "Invalid 'max_tokens': below minimum value. Expected a value >= 16, but got 5 instead.",
            "16"},
        {70000, "the supported range is from 1 (inclusive) to 65536 (inclusive)", "65536"},
        {1.5, "temperature: range: 0..1", "1.0"},
        {3.0, "Expected a value <= 2, but got 3 instead.", "2.0"},
        {1.8, "Input should be less than or equal to 1.5", "1.5"},
        // nothing is known, or nothing is wrong with it
        {0.5, "Only the default (1) value is supported.", ""},
        {100, "max_tokens must be at most 200", ""},
        {100, "(100 > 50 - 80)", ""},
        {"x", "at most 3", ""},
    }));
    CAPTURE(error);
    const auto found = accepted_number(refused, error);
    CHECK((found ? found->dump() : "") == accepted);
}

TEST_CASE("a field is named by a whole word")
{
    CHECK(names_field("'stop' is unknown", "stop"));
    CHECK_FALSE(names_field("stop_words is unknown", "stop"));
    CHECK_FALSE(names_field("nonstop", "stop"));
}
