#include "catch.hpp"

#include "agent/model/chat_completions.hpp"
#include "agent/model/delta_merger.hpp"
#include "toolkit/system/error.hpp"

using namespace agent::model;
using namespace toolkit::json;
using namespace toolkit::system;

// The message that these deltas make, one a chunk.
static std::string message_of(const std::vector<std::string>& deltas)
{
    DeltaMerger assembly;
    for (const auto& delta : deltas)
        assembly.add(Json::parse(R"({"choices":[{"index":0,"delta":)" + delta + "}]}"));
    return message_json(assembly.take().message).dump();
}

TEST_CASE("deltas become one message")
{
    const auto [deltas, expected]
        = GENERATE(
            table<std::vector<std::string>, std::string>(
                {
                    {{R"({"role":"assistant","content":""})", R"({"content":"a"})",
                         R"({"content":null})", R"({"content":"b"})"},
                        R"({"role":"assistant","content":"ab"})"},
                    {{R"({"content":[{"type":"text","text":"a"}]})",
                         R"({"content":[{"type":"text","text":"b"}]})"},
                        R"({"role":"assistant","content":"ab"})"},
                    {{R"({"role":"assistant","reasoning_details":"same"})",
                         R"({"role":"assistant","reasoning_details":"same"})"},
                        R"({"role":"assistant","reasoning_details":"same"})"},
                    {{R"({"reasoning_details":[1]})", R"({"reasoning_details":[2]})"},
                        R"({"role":"assistant","reasoning_details":[1,2]})"},
                    // all in one delta
                    {{R"({"tool_calls":[{"index":0,"id":"a","function":{"name":"f","arguments":"{}"}},{"index":1,"id":"b","function":{"name":"g","arguments":"{}"}}]})"},
                        R"({"role":"assistant","tool_calls":[{"id":"a","type":"function","function":{"name":"f","arguments":"{}"}},{"id":"b","type":"function","function":{"name":"g","arguments":"{}"}}]})"},
                    // no index: an id with a name begins another call
                    {{R"({"tool_calls":[{"id":"a","function":{"name":"f","arguments":"{"}}]})",
                         R"({"tool_calls":[{"function":{"arguments":"}"}}]})",
                         R"({"tool_calls":[{"id":"b","function":{"name":"g","arguments":"{}"}}]})"},
                        R"({"role":"assistant","tool_calls":[{"id":"a","type":"function","function":{"name":"f","arguments":"{}"}},{"id":"b","type":"function","function":{"name":"g","arguments":"{}"}}]})"},
                    // neither index nor id: each name of an array begins a call
                    {{R"({"tool_calls":[{"function":{"name":"f","arguments":"{}"}},{"function":{"name":"g","arguments":"{}"}}]})"},
                        R"({"role":"assistant","tool_calls":[{"id":"","type":"function","function":{"name":"f","arguments":"{}"}},{"id":"","type":"function","function":{"name":"g","arguments":"{}"}}]})"},
                    {{R"({"tool_calls":[{"function":{"name":"f","arguments":{"k":1}}},{"function":{"name":"f","arguments":{"k":2}}}]})"},
                        R"({"role":"assistant","tool_calls":[{"id":"","type":"function","function":{"name":"f","arguments":"{\"k\":1}"}},{"id":"","type":"function","function":{"name":"f","arguments":"{\"k\":2}"}}]})"},
                    // and what follows belongs to the call at its place
                    {{R"({"tool_calls":[{"function":{"name":"f","arguments":"{"}},{"function":{"name":"g","arguments":"["}}]})",
                         R"({"tool_calls":[{"function":{"arguments":"}"}},{"function":{"arguments":"]"}}]})"},
                        R"({"role":"assistant","tool_calls":[{"id":"","type":"function","function":{"name":"f","arguments":"{}"}},{"id":"","type":"function","function":{"name":"g","arguments":"[]"}}]})"},
                    {{R"({"tool_calls":[{"function":{"name":"f","arguments":"{"}},{"function":{"name":"g","arguments":"{"}}]})",
                         R"({"tool_calls":[{"function":{"name":"f","arguments":"}"}},{"function":{"name":"g","arguments":"}"}}]})"},
                        R"({"role":"assistant","tool_calls":[{"id":"","type":"function","function":{"name":"f","arguments":"{}"}},{"id":"","type":"function","function":{"name":"g","arguments":"{}"}}]})"},
                    // in deltas of their own: another name, or the same one behind whole arguments
                    {{R"({"tool_calls":[{"function":{"name":"f","arguments":"{"}}]})",
                         R"({"tool_calls":[{"function":{"arguments":"}"}}]})",
                         R"({"tool_calls":[{"function":{"name":"g"}}]})",
                         R"({"tool_calls":[{"function":{"name":"g","arguments":"{\"k\":\"}\\\""}}]})",
                         R"({"tool_calls":[{"function":{"name":"g","arguments":"}\"}"}}]})",
                         R"({"tool_calls":[{"function":{"name":"g","arguments":"{}"}}]})"},
                        R"({"role":"assistant","tool_calls":[{"id":"","type":"function","function":{"name":"f","arguments":"{}"}},{"id":"","type":"function","function":{"name":"g","arguments":"{\"k\":\"}\\\"}\"}"}},{"id":"","type":"function","function":{"name":"g","arguments":"{}"}}]})"},
                    // the same index for all, and no ids
                    {{R"({"tool_calls":[{"index":0,"id":"","function":{"name":"f","arguments":"{}"}}]})",
                         R"({"tool_calls":[{"index":0,"id":"","function":{"name":"f","arguments":"{\"k\":1}"}}]})",
                         R"({"tool_calls":[{"index":0,"id":"","function":{"name":"f","arguments":""}}]})"},
                        R"({"role":"assistant","tool_calls":[{"id":"","type":"function","function":{"name":"f","arguments":"{}"}},{"id":"","type":"function","function":{"name":"f","arguments":"{\"k\":1}"}}]})"},
                    {{R"({"tool_calls":[{"index":0,"function":{"name":"f","arguments":"{}"}},{"index":0,"function":{"name":"g","arguments":"{}"}}]})"},
                        R"({"role":"assistant","tool_calls":[{"id":"","type":"function","function":{"name":"f","arguments":"{}"}},{"id":"","type":"function","function":{"name":"g","arguments":"{}"}}]})"},
                    // a name in pieces, or longer each time; and one that is whole
                    {{R"({"tool_calls":[{"index":0,"id":"a","function":{"name":"fs_","arguments":""}}]})",
                         R"({"tool_calls":[{"index":0,"function":{"name":"read"}}]})",
                         R"({"tool_calls":[{"index":0,"function":{"arguments":"{}"}}]})"},
                        R"({"role":"assistant","tool_calls":[{"id":"a","type":"function","function":{"name":"fs_read","arguments":"{}"}}]})"},
                    {{R"({"tool_calls":[{"index":0,"function":{"name":"fs_"}}]})", R"({"tool_calls":[{"index":0,"function":{"name":"fs_read"}}]})", R"({"tool_calls":[{"index":0,"function":{"name":"fs_read","arguments":"{}"}}]})"}, R"({"role":"assistant","tool_calls":[{"id":"","type":"function","function":{"name":"fs_read","arguments":"{}"}}]})"},
                    {{R"({"tool_calls":[{"index":0,"id":"","function":{"name":"f","arguments":""}}]})",
                         R"({"tool_calls":[{"index":0,"id":"","function":{"name":"g","arguments":""}}]})"},
                        R"({"role":"assistant","tool_calls":[{"id":"","type":"function","function":{"name":"f","arguments":""}},{"id":"","type":"function","function":{"name":"g","arguments":""}}]})"},
                    // no index: interleaved by ids
                    {{R"({"tool_calls":[{"id":"a","function":{"name":"f","arguments":"{"}}]})",
                         R"({"tool_calls":[{"id":"b","function":{"name":"g","arguments":"{"}}]})",
                         R"({"tool_calls":[{"id":"a","function":{"arguments":"}"}}]})",
                         R"({"tool_calls":[{"id":"b","function":{"name":"g","arguments":"}"}}]})"},
                        R"({"role":"assistant","tool_calls":[{"id":"a","type":"function","function":{"name":"f","arguments":"{}"}},{"id":"b","type":"function","function":{"name":"g","arguments":"{}"}}]})"},
                    // the same index for all
                    {{R"({"tool_calls":[{"index":0,"id":"a","function":{"name":"f","arguments":"{}"}}]})",
                         R"({"tool_calls":[{"index":0,"id":"b","function":{"name":"f","arguments":"{}"}}]})"},
                        R"({"role":"assistant","tool_calls":[{"id":"a","type":"function","function":{"name":"f","arguments":"{}"}},{"id":"b","type":"function","function":{"name":"f","arguments":"{}"}}]})"},
                    // another id, or none, in each delta; the name again
                    {{R"({"tool_calls":[{"index":0,"id":"a","function":{"name":"f","arguments":"{"}}]})",
                         R"({"tool_calls":[{"index":0,"id":"z","function":{"arguments":"\"k\""}}]})",
                         R"({"tool_calls":[{"index":0,"id":"","function":{"name":"f","arguments":":1}"}}]})"},
                        R"({"role":"assistant","tool_calls":[{"id":"a","type":"function","function":{"name":"f","arguments":"{\"k\":1}"}}]})"},
                    // no function, no array, no call
                    {{R"({"tool_calls":{"index":0,"id":"a","name":"f","arguments":"{"}})",
                         R"({"tool_calls":[null,{"index":0,"arguments":"}"}]})"},
                        R"({"role":"assistant","tool_calls":[{"id":"a","type":"function","function":{"name":"f","arguments":"{}"}}]})"},
                    // arguments as an object, and fields that have to go back
                    {{R"({"tool_calls":[{"index":0,"id":"a","extra_content":{"s":1},"function":{"name":"f","arguments":{"k":1}}}]})"},
                        R"({"role":"assistant","tool_calls":[{"id":"a","type":"function","function":{"name":"f","arguments":"{\"k\":1}"},"extra_content":{"s":1}}]})"},
                }));
    CHECK(message_of(deltas) == expected);
}

TEST_CASE("usage and the reason come when they come")
{
    DeltaMerger assembly;
    CHECK_FALSE(assembly.has_reason());
    assembly.add(Json::parse(
        R"({"choices":[{"delta":{"content":"x"},"finish_reason":"length"}],"usage":null})"));
    CHECK(assembly.has_reason());
    assembly.add(Json::parse(R"({"choices":[{"index":1,"delta":{"content":"another choice"}}]})"));
    assembly.add(Json::parse(R"({"choices":[],"usage":{"total_tokens":3}})"));
    const Reply reply = assembly.take();
    CHECK(reply.finish_reason == "length");
    CHECK(reply.usage.dump() == R"({"total_tokens":3})");
    CHECK(reply.message.text() == "x");
}

TEST_CASE("chunks without choices are skipped")
{
    const std::string chunk
        = GENERATE(as<std::string>(), "{}", R"({"type":"ping"})", R"({"choices":null})",
            R"({"choices":[]})", R"({"choices":[null]})", R"({"choices":[{"delta":null}]})");
    DeltaMerger assembly;
    CHECK(assembly.add(Json::parse(chunk)).is_null());
    assembly.add(Json::parse(R"({"choices":[{"delta":{"content":"x"}}]})"));
    assembly.add(Json::parse(chunk));
    CHECK(message_json(assembly.take().message).dump() == R"({"role":"assistant","content":"x"})");
}

TEST_CASE("a stream can't make messages that take long to look through")
{
    DeltaMerger assembly;
    const auto add_fields = [&] {
        for (int count = 0; count < 2000; ++count)
            assembly.add(
                Json::parse(R"({"choices":[{"delta":{"x)" + std::to_string(count) + R"(":1}}]})"));
    };
    CHECK_THROWS_AS(add_fields(), ToolError);
}

TEST_CASE("what is no chunk is refused")
{
    const std::string chunk = GENERATE(as<std::string>(), "1", "[]", "null", R"({"choices":1})",
        R"({"error":"x"})", R"({"choices":[{"delta":{"tool_calls":1}}]})",
        R"({"choices":[{"delta":{"tool_calls":[1]}}]})");
    DeltaMerger assembly;
    CHECK_THROWS_AS(assembly.add(Json::parse(chunk)), ToolError);
}

TEST_CASE("a message has at most a thousand calls")
{
    Json message {{"role", "assistant"}, {"tool_calls", Json::array()}};
    const Json call {{"id", "a"}, {"function", {{"name", "cat"}, {"arguments", "{}"}}}};
    for (std::size_t count = 0; count < max_calls_of_message; ++count)
        message["tool_calls"].push_back(call);
    CHECK(read_message(message).calls.size() == max_calls_of_message);
    message["tool_calls"].push_back(call);
    CHECK_THROWS_WITH(read_message(message),
        "the server's response can't be used: it has more than 1000 tool calls");
}

static std::vector<ToolCall> calls_of(const std::vector<std::string>& deltas)
{
    DeltaMerger assembly;
    for (const auto& delta : deltas)
        assembly.add(Json::parse(R"({"choices":[{"delta":{"tool_calls":[)" + delta + R"(]}}]})"));
    return assembly.take().message.calls;
}

TEST_CASE("deltas that are counted in place of calls continue the call before them")
{
    const auto calls = calls_of({R"({"index":0,"id":"a","function":{"name":"cat","arguments":""}})",
        R"({"index":1,"function":{"arguments":"{\"x\":"}})",
        R"({"index":2,"function":{"arguments":"1}"}})"});
    REQUIRE(calls.size() == 1);
    CHECK(calls[0].arguments == R"({"x":1})");
}

TEST_CASE("arguments that each delta says anew are those of the last one")
{
    CHECK(calls_of({R"({"index":0,"id":"a","function":{"name":"cat","arguments":"{\"x"}})",
              R"({"index":0,"function":{"arguments":"{\"x\":"}})",
              R"({"index":0,"function":{"arguments":"{\"x\":1}"}})"})[0]
              .arguments
        == R"({"x":1})");
    CHECK(calls_of({R"({"index":0,"id":"a","function":{"name":"cat","arguments":"{\"x\":1"}})",
              R"({"index":0,"function":{"arguments":"1"}})",
              R"({"index":0,"function":{"arguments":"1}"}})"})[0]
              .arguments
        == R"({"x":111})");
}

TEST_CASE("a count that says nothing takes no other one back")
{
    DeltaMerger assembly;
    assembly.add(Json::parse(R"({"choices":[],"usage":{"prompt_tokens":10,"total_tokens":12}})"));
    assembly.add(Json::parse(R"({"choices":[],"usage":{"prompt_tokens":0,"cost":0.1}})"));
    assembly.add(Json::parse(R"({"choices":[],"usage":{"total_tokens":13}})"));
    CHECK(assembly.take().usage.dump() == R"({"prompt_tokens":10,"total_tokens":13,"cost":0.1})");
}

TEST_CASE("calls that are parts of the content are calls in a stream, too")
{
    CHECK(message_of({R"({"content":[{"type":"text","text":"ok"}]})",
              R"({"content":[{"type":"tool_use","id":"a","name":"f","input":{"x":1}}]})"})
        == R"({"role":"assistant","content":"ok","tool_calls":[{"id":"a","type":"function",)"
           R"("function":{"name":"f","arguments":"{\"x\":1}"}}]})");
}
