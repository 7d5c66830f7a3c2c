#include "catch.hpp"

#include "agent/model/chat_completions.hpp"

using namespace agent::model;
using namespace toolkit::json;

TEST_CASE("calls are known, however a gateway writes them")
{
    const std::string call
        = R"([{"id":"a","type":"function","function":{"name":"f","arguments":"{}"}}])";
    const auto [given, expected] = GENERATE_COPY(table<std::string, std::string>({
        {R"([{"id":"a","name":"f","arguments":{}}])", call},
        {R"([{"id":"a","type":"function","name":"f","arguments":"{}"}])", call},
        {R"({"id":"a","function":{"name":"f","arguments":"{}"}})", call},
        {R"([null,{"id":"a","function":{"name":"f","arguments":"{}"}},"x"])", call},
        {R"([{"id":"a","function":{"name":"f","arguments":"{}"}},{"id":"","function":{"name":"","arguments":""}}])",
            call},
        {R"([{"id":"a","function":{"arguments":"{}"}}])",
            R"([{"id":"a","type":"function","function":{"arguments":"{}"}}])"},
        {R"([{"id":"a","function":{"name":null}}])",
            R"([{"id":"a","type":"function","function":{"name":null}}])"},
        {"[null]", "null"},
        {"[]", "null"},
    }));
    CAPTURE(given);
    const Json message = as_assistant({{"content", "x"}, {"tool_calls", Json::parse(given)}});
    CHECK(message.value("tool_calls", Json()).dump() == expected);
}
