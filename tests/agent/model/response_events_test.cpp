#include "agent/message_list.hpp"
#include "catch.hpp"

#include "agent/model/chat_completions.hpp"
#include "agent/model/response_events.hpp"
#include "agent/model/responses_request.hpp"
#include "agent/model/streamed_reply.hpp"
#include "toolkit/system/error.hpp"

using namespace agent::model;
using namespace toolkit::json;
using namespace toolkit::system;

namespace {

class Listening : public ReplyListener {
public:
    void on_text(std::string_view piece) override { text += piece; }
    void on_reasoning(std::string_view piece) override { reasoning += piece; }
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
    StreamedReply streamed(ear, agent::model::Wire::responses);
    CHECK(streamed.take(streamed_call()) == Stream::goes_on);
    CHECK(streamed.take(completed) == Stream::has_ended);
    Reply reply = streamed.reply();
    CHECK(ear.text == "I look.");
    CHECK(ear.reasoning == "hm");
    CHECK(reply.finish_reason == "tool_calls");
    CHECK(reply.usage.dump() == R"({"prompt_tokens":9,"completion_tokens":5})");
    const auto& calls = reply.message.calls;
    REQUIRE(calls.size() == 1);
    CHECK(calls[0].id == "call_1");
    CHECK(calls[0].name == "look");
    CHECK(calls[0].arguments == R"({"at":1})");
}

TEST_CASE("reasoning goes back where it stood, to the server and the model that it came from")
{
    Listening ear;
    StreamedReply streamed(ear, agent::model::Wire::responses);
    streamed.take(streamed_call() + completed);
    Message message = streamed.reply().message;
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
    Json kept = field_of(message, reasoning_items_field);
    kept["items"][0]["item"]["encrypted_content"] = "[redacted]";
    set_field(message, reasoning_items_field, kept);
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
    CHECK(reply.message.text() == text);
    CHECK(reply.finish_reason == reason);
}

TEST_CASE("a response that failed is an error, and one that may pass is worth another try")
{
    const auto [response, code, message] = GENERATE(table<std::string, Code, std::string>({
        {R"({"status":"failed","error":{"code":"invalid_prompt","message":"not so"},"output":[]})",
            Code::internal, "the server answered with an error: not so"},
        {R"({"status":"failed","error":{"code":"server_error","message":"oh"}})", Code::io_error,
            "the server answered with an error: oh"},
        {R"({"status":"failed","error":null})", Code::internal,
            "the server answered with an error: the response has failed, without a reason"},
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
    StreamedReply streamed(ear, agent::model::Wire::responses);
    streamed.take(streamed_call());
    const auto failure = GENERATE(as<std::string> {},
        R"({"type":"error","code":"server_error","message":"gone","param":null})",
        R"({"type":"response.failed","response":{"error":{"code":"server_error","message":"gone"}}})");
    CHECK_THROWS_WITH(
        streamed.take(event(Json::parse(failure))), "the server answered with an error: gone");
}

// An item of a call, as an event has it.
static Json call_item(const char* id, const Json& arguments)
{
    return {{"type", "function_call"}, {"call_id", id}, {"name", "look"}, {"arguments", arguments}};
}

static std::string call_event(const char* type, const Json& item, const Json& more = Json::object())
{
    Json data {{"type", type}, {"item", item}};
    data.update(more);
    return event(data);
}

static std::string arguments_event(const char* id, const Json& more)
{
    Json data {{"type", "response.function_call_arguments.delta"}, {"item_id", id}};
    data.update(more);
    return event(data);
}

static std::string completed_with(const Json& output)
{
    return event({{"type", "response.completed"}, {"response", {{"output", output}}}});
}

static std::string calls_of(const std::string& stream)
{
    Listening ear;
    StreamedReply streamed(ear, agent::model::Wire::responses);
    streamed.take(stream);
    Reply reply = streamed.reply();
    std::string all;
    for (const auto& one : reply.message.calls)
        all += one.id + one.arguments + " ";
    return all;
}

TEST_CASE("calls of a streamed response are told apart, whatever servers leave out")
{
    const char* const added = "response.output_item.added";
    const char* const done = "response.output_item.done";
    const Json first = call_item("a", R"({"at":1})");
    const Json second = call_item("b", R"({"at":2})");
    const Json at_0 {{"output_index", 0}};
    const auto piece = [](const char* id, const char* text) {
        return arguments_event(id, {{"delta", text}});
    };
    const auto [what, stream] = GENERATE_COPY(table<std::string, std::string>({
        {"llama-server: no index",
            call_event(added, call_item("a", "")) + piece("a", R"({"at")")
                + call_event(added, call_item("b", "")) + piece("b", R"({"at":2})")
                + piece("a", ":1}") + call_event(done, first) + call_event(done, second)
                + completed_with({first, second})},
        {"one index for all",
            call_event(added, call_item("a", ""), at_0)
                + arguments_event("x", {{"delta", R"({"at":1})"}, {"output_index", 0}})
                + call_event(done, first, at_0) + call_event(added, call_item("b", ""), at_0)
                + arguments_event("y", {{"delta", R"({"at":2})"}, {"output_index", 0}})
                + call_event(done, second, at_0) + completed_with({first, second})},
        {"done alone, with one index",
            call_event(done, first, at_0) + call_event(done, second, at_0)
                + completed_with(Json::array())},
        {"the whole response alone",
            event({{"type", "response.created"}, {"response", {{"output", Json::array()}}}})
                + completed_with({first, second})},
        {"the second in the whole response alone",
            call_event(done, first) + completed_with({first, second})},
        {"other ids in the whole response",
            call_event(done, first, at_0) + call_event(done, second, {{"output_index", 1}})
                + completed_with({call_item("x", R"({"at":1})"), call_item("y", R"({"at":2})")})},
        {"arguments with the beginning alone",
            call_event(added, first) + call_event(added, second) + completed_with(Json::array())},
        {"arguments as objects",
            completed_with({call_item("a", {{"at", 1}}), call_item("b", {{"at", 2}})})},
    }));
    INFO(what);
    CHECK(calls_of(stream) == R"(a{"at":1} b{"at":2} )");
}

TEST_CASE("a call that the whole response has before one of the stream is a call of its own")
{
    const Json first = call_item("a", R"({"at":1})");
    const Json second = call_item("b", R"({"at":2})");
    CHECK(
        calls_of(call_event("response.output_item.done", second) + completed_with({first, second}))
        == R"(b{"at":2} a{"at":1} )");
}

TEST_CASE("whole arguments count for more than an empty object in their item")
{
    const Json empty = call_item("a", "{}");
    CHECK(calls_of(call_event("response.output_item.added", call_item("a", ""))
              + event({{"type", "response.function_call_arguments.done"}, {"item_id", "a"},
                  {"arguments", R"({"at":1})"}})
              + call_event("response.output_item.done", empty) + completed_with({empty}))
        == R"(a{"at":1} )");
}

TEST_CASE("a text of a streamed response is heard once, whichever events have it")
{
    const Json message = Json::parse(
        R"({"type":"message","content":[{"type":"output_text","text":"an "},{"type":"output_text","text":"answer"}]})");
    const std::string begin
        = event({{"type", "response.created"}, {"response", {{"output", Json::array()}}}});
    const auto piece = [](const char* type, const char* field, const char* text, int part) {
        return event({{"type", type}, {"content_index", part}, {field, text}});
    };
    const std::string first = piece("response.output_text.delta", "delta", "an ", 0);
    const auto [what, stream] = GENERATE_COPY(table<std::string, std::string>({
        {"the whole response alone", begin + completed_with(Json::array({message}))},
        {"a text in place of parts",
            completed_with({{{"role", "assistant"}, {"content", "an answer"}}})},
        {"the rest in the whole response", begin + first + completed_with(Json::array({message}))},
        {"texts that are done",
            piece("response.output_text.done", "text", "an ", 0)
                + piece("response.output_text.done", "text", "answer", 1)
                + completed_with(Json::array())},
        {"all of them",
            first + piece("response.output_text.done", "text", "an ", 0)
                + piece("response.output_text.delta", "delta", "answer", 1)
                + piece("response.output_text.done", "text", "answer", 1)
                + event({{"type", "response.output_item.done"}, {"item", message}})
                + completed_with(Json::array({message}))},
        {"two messages, and one in the whole response",
            event({{"type", "response.output_text.delta"}, {"output_index", 0}, {"delta", "an "}})
                + event({{"type", "response.output_text.delta"}, {"output_index", 1},
                    {"delta", "answer"}})
                + completed_with(Json::array({message}))},
        {"an index and an id after deltas without",
            first + event({{"type", "response.output_text.delta"}, {"delta", "answer"}})
                + event({{"type", "response.output_text.done"}, {"output_index", 1},
                    {"item_id", "m"}, {"text", "an answer"}})
                + completed_with(Json::array({message}))},
        {"another index after deltas",
            event({{"type", "response.output_text.delta"}, {"output_index", 0},
                {"delta", "an answer"}})
                + event(
                    {{"type", "response.output_item.done"}, {"output_index", 1}, {"item", message}})
                + completed_with(Json::array({message}))},
        {"another name of the end",
            first + event({{"type", "response.done"}, {"response", {{"output", {message}}}}})},
    }));
    INFO(what);
    Listening ear;
    StreamedReply streamed(ear, agent::model::Wire::responses);
    streamed.take(stream);
    CHECK(streamed.reply().message.text() == "an answer");
    CHECK(ear.text == "an answer");
}

TEST_CASE("reasoning in the whole response alone goes back where it stands there")
{
    Listening ear;
    StreamedReply streamed(ear, agent::model::Wire::responses);
    streamed.take(call_event("response.output_item.done", call)
        + event({{"type", "response.completed"}, {"response", {{"output", {thought, call}}}}}));
    Message message = streamed.reply().message;
    seal_reasoning(message, origin);
    CHECK((items_of(message, origin)[0] == thought));
    CHECK(items_of(message, origin).size() == 2);
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
            {"role":"tool","tool_call_id":"c","content":"r"},
            {"role":"tool","tool_call_id":"d","content":[{"type":"text","text":"r"}]},
            {"role":"tool","tool_call_id":"e","content":[{"type":"text","text":"r"},
                                      {"type":"image_url","image_url":{"url":"data:x"}}]}])");
    Json items = Json::array();
    for (const auto& message : read_message_list(messages))
        for (auto& item : items_of(*message, origin))
            items.push_back(item);
    CHECK(items.dump()
        == R"([{"type":"message","role":"system","content":"s"},{"type":"message","role":"user","content":)"
           R"([{"type":"input_text","text":"u"},{"type":"input_image","image_url":"data:x","detail":"auto"}]},)"
           R"({"type":"function_call_output","call_id":"c","output":"r"},)"
           R"({"type":"function_call_output","call_id":"d","output":"r"},)"
           R"({"type":"function_call_output","call_id":"e","output":)"
           R"([{"type":"input_text","text":"r"},{"type":"input_image","image_url":"data:x","detail":"auto"}]}])");
}
