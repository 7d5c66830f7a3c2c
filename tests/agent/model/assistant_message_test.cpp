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

TEST_CASE("calls may be parts of the content")
{
    const auto [content, expected] = GENERATE(table<std::string, std::string>({
        {R"([{"type":"text","text":"ok"},{"type":"tool_use","id":"a","name":"f","input":{"x":1}}])",
            R"([{"id":"a","type":"function","function":{"name":"f","arguments":"{\"x\":1}"}}])"},
        {R"([{"type":"function_call","call_id":"a","id":"fc","name":"f","arguments":"{}"}])",
            R"([{"id":"a","type":"function","function":{"name":"f","arguments":"{}"}}])"},
        {R"([{"type":"tool_call","id":"a","function":{"name":"f","arguments":{}}}])",
            R"([{"id":"a","type":"function","function":{"name":"f","arguments":"{}"}}])"},
        {R"([{"type":"text","text":"tool_use"}])", "null"},
    }));
    CAPTURE(content);
    const Json message = as_assistant({{"content", Json::parse(content)}});
    CHECK(message.value("tool_calls", Json()).dump() == expected);
}

TEST_CASE("a reply whose calls can't be used is read without them, and says why")
{
    const std::string call = R"({"id":"a","function":{"name":"f","arguments":"{}"}})";
    std::string many = call;
    for (std::size_t count = 0; count < max_calls_of_message; ++count)
        many += "," + call;
    const auto [calls, reason] = GENERATE_COPY(table<std::string, std::string>({
        {R"("none")", "the server's response can't be used: tool_calls is not an array"},
        {"[" + many + "]", "the server's response can't be used: it has more than 1000 tool calls"},
    }));
    const Reply reply = read_chat_response(R"({"choices":[{"message":{"content":"x","tool_calls":)"
        + calls + R"(},"finish_reason":"tool_calls"}],"usage":{"completion_tokens":7}})");
    REQUIRE(reply.unusable_calls);
    CHECK(reply.unusable_calls->code == Code::unsupported);
    CHECK(reply.unusable_calls->message == reason);
    CHECK(message_json(reply.message).dump() == R"({"content":"x","role":"assistant"})");
    CHECK(reply.usage["completion_tokens"] == 7);
    CHECK_FALSE(read_chat_response(R"({"choices":[{"message":{"content":"x"}}]})").unusable_calls);
}
