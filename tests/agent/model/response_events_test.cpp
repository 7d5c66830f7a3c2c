#include "catch.hpp"

#include "agent/model/chat_completions.hpp"
#include "agent/model/reasoning_items.hpp"
#include "agent/model/response_events.hpp"
#include "agent/model/responses_request.hpp"
#include "agent/model/streamed_reply.hpp"
#include "toolkit/system/error.hpp"

using namespace agent::model;
using namespace toolkit::json;
using namespace toolkit::system;

namespace {

class Listening : public Listener {
public:
    void hear_text(std::string_view piece) override { text += piece; }
    void hear_reasoning(std::string_view piece) override { reasoning += piece; }
    bool has_shown_text() const override { return !text.empty(); }

    std::string text;
    std::string reasoning;
};

}

static std::string event(const Json& data)
{
    return "event: " + data.at("type").get<std::string>() + "\ndata: " + data.dump() + "\n\n";
}

static const Json thought
    = Json::parse(R"({"id":"rs_1","type":"reasoning","encrypted_content":"gAAAAB","summary":[]})");
static const Json call = Json::parse(
    R"({"id":"fc_1","type":"function_call","call_id":"call_1","name":"look","arguments":"{\"at\":1}"})");

// A reply as the server streams it: thought, text, thought, call.
static std::string streamed_call()
{
    return event({{"type", "response.created"}, {"response", {{"status", "in_progress"}}}})
        + event({{"type", "response.reasoning_summary_text.delta"}, {"output_index", 0},
            {"delta", "hm"}})
        + event({{"type", "response.output_item.done"}, {"output_index", 0}, {"item", thought}})
        + event({{"type", "response.output_text.delta"}, {"output_index", 1}, {"delta", "I lo"}})
        + event({{"type", "response.output_text.delta"}, {"output_index", 1}, {"delta", "ok."}})
        + event({{"type", "response.output_item.done"}, {"output_index", 2}, {"item", thought}})
        + event({{"type", "response.output_item.added"}, {"output_index", 3},
            {"item", {{"type", "function_call"}, {"call_id", "call_1"}, {"name", "look"}}}})
        + event({{"type", "response.function_call_arguments.delta"}, {"output_index", 3},
            {"delta", "{\"at\""}})
        + event({{"type", "response.output_item.done"}, {"output_index", 3}, {"item", call}});
}

static const std::string completed = event({{"type", "response.completed"},
    {"response",
        {{"status", "completed"}, {"output", Json::array({thought, call})},
            {"usage", {{"input_tokens", 9}, {"output_tokens", 5}}}}}});

static const std::string origin = "server:443/v1 model";

TEST_CASE("a streamed response is the message of a chat completion")
{
    Listening ear;
    StreamedReply streamed(ear, Wire::responses);
    CHECK(streamed.take(streamed_call()) == Stream::goes_on);
    CHECK(streamed.take(completed) == Stream::has_ended);
    Reply reply = streamed.reply();
    CHECK(ear.text == "I look.");
    CHECK(ear.reasoning == "hm");
    CHECK(reply.finish_reason == "tool_calls");
    CHECK(reply.usage.dump() == R"({"prompt_tokens":9,"completion_tokens":5})");
    const auto calls = take_calls(reply.message);
    REQUIRE(calls.size() == 1);
    CHECK(calls[0].id == "call_1");
    CHECK(calls[0].name == "look");
    CHECK(calls[0].arguments == R"({"at":1})");
}

TEST_CASE("reasoning goes back where it stood, to the server and the model that it came from")
{
    Listening ear;
    StreamedReply streamed(ear, Wire::responses);
    streamed.take(streamed_call() + completed);
    Json message = streamed.reply().message;
    seal_reasoning(message, origin);
    const auto types = [&](const std::string& where) {
        std::string all;
        for (const auto& item : items_of(message, where))
            all += item.at("type").get<std::string>() + " ";
        return all;
    };
    CHECK(types(origin) == "reasoning message reasoning function_call ");
    CHECK((items_of(message, origin)[0] == thought));
    CHECK(types("server:443/v1 another") == "message function_call ");
    message[reasoning_items_field]["items"][0]["item"]["encrypted_content"] = "[redacted]";
    CHECK(types(origin) == "message function_call ");
}

TEST_CASE("how a response ends is told as chat completions tell it")
{
    const auto [response, text, reason] = GENERATE(table<std::string, std::string, std::string>({
        {R"({"output":[{"type":"message","content":[{"type":"output_text","text":"all"}]}]})",
            "all", "stop"},
        {R"({"status":"incomplete","incomplete_details":{"reason":"max_output_tokens"},"output":[{"type":"message","content":[{"type":"output_text","text":"ha"}]}]})",
            "ha", "length"},
        {R"({"status":"incomplete","incomplete_details":{"reason":"content_filter"},"output":[]})",
            "", "content_filter"},
    }));
    const Reply reply = read_responses_answer(response);
    CHECK(text_of(reply.message) == text);
    CHECK(reply.finish_reason == reason);
}

TEST_CASE("a response that failed is an error, and one that may pass is worth another try")
{
    const auto [response, code, message] = GENERATE(table<std::string, Code, std::string>({
        {R"({"status":"failed","error":{"code":"invalid_prompt","message":"not so"},"output":[]})",
            Code::internal, "the server answered with an error: not so"},
        {R"({"status":"failed","error":{"code":"server_error","message":"oh"}})", Code::io_error,
            "the server answered with an error: oh"},
        {R"({"error":{"message":"no"}})", Code::internal, "the server answered with an error: no"},
        {R"({"greeting":"hello"})", Code::unsupported,
            R"(the server's response can't be used: it has no output; it says: {"greeting":"hello"})"},
    }));
    try {
        read_responses_answer(response);
        FAIL("it is taken");
    } catch (const ToolError& error) {
        CHECK(error.code == code);
        CHECK(error.message == message);
    }
}

TEST_CASE("an error in the middle of a streamed response ends it")
{
    Listening ear;
    StreamedReply streamed(ear, Wire::responses);
    streamed.take(streamed_call());
    const auto failure = GENERATE(as<std::string> {},
        R"({"type":"error","code":"server_error","message":"gone","param":null})",
        R"({"type":"response.failed","response":{"error":{"code":"server_error","message":"gone"}}})");
    CHECK_THROWS_WITH(
        streamed.take(event(Json::parse(failure))), "the server answered with an error: gone");
}

TEST_CASE("a request has the fields and the items of the Responses API")
{
    const Json chat = Json::parse(
        R"({"model":"m","max_tokens":7,"reasoning_effort":"low","stream":true,"stream_options":{},
            "tools":[{"type":"function",
                      "function":{"name":"look","description":"d","parameters":{}}}],
            "response_format":{"type":"json_schema","json_schema":{"name":"a","schema":{}}}})");
    CHECK(responses_request(chat).dump()
        == R"({"model":"m","max_output_tokens":7,"reasoning":{"effort":"low"},"stream":true,)"
           R"("tools":[{"type":"function","name":"look","description":"d","parameters":{},"strict":false}],)"
           R"("text":{"format":{"type":"json_schema","name":"a","schema":{}}},"store":false})");
    const Json messages = Json::parse(
        R"([{"role":"system","content":"s"},
            {"role":"user","content":[{"type":"text","text":"u"},
                                      {"type":"image_url","image_url":{"url":"data:x"}}]},
            {"role":"tool","tool_call_id":"c","content":"r"}])");
    Json items = Json::array();
    for (const auto& message : messages)
        for (auto& item : items_of(message, origin))
            items.push_back(item);
    CHECK(items.dump()
        == R"([{"type":"message","role":"system","content":"s"},{"type":"message","role":"user","content":)"
           R"([{"type":"input_text","text":"u"},{"type":"input_image","image_url":"data:x","detail":"auto"}]},)"
           R"({"type":"function_call_output","call_id":"c","output":"r"}])");
}
