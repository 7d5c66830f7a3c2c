#include "catch.hpp"

#include "frontends/facade/chat_answer.hpp"
#include "frontends/facade/chat_request.hpp"
#include "frontends/facade/responses_answer.hpp"
#include "frontends/facade/responses_request.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/error.hpp"

#include <string>

namespace frontends::facade {

static RunEventTracker told_by(const std::string& events)
{
    RunEventTracker told;
    std::string_view rest = events;
    for (std::size_t end = 0; (end = rest.find('\n')) != std::string_view::npos;) {
        told.on_line(rest.substr(0, end));
        rest.remove_prefix(end + 1);
    }
    return told;
}

static std::string end_of(const std::string& result)
{
    return R"({"event":"end","seq":9,"run":{"result":)" + result + "}}\n";
}

TEST_CASE("what a run has ended by is a status and a code")
{
    const auto [result, status, code] = GENERATE(table<const char*, int, const char*>({
        {R"({"exitReason":"max-steps","steps":3})", 422, "agent_limit"},
        {R"({"exitReason":"max-seconds","steps":3})", 422, "agent_limit"},
        {R"({"exitReason":"timed-out","steps":0})", 504, "timed_out"},
        {R"({"exitReason":"failed","steps":1,"error":{"code":"INTERNAL","message":"the server"}})",
            502, "model_failed"},
        {R"({"exitReason":"failed","steps":1,"error":{"code":"IO_ERROR","retryAfter":0}})", 429,
            "rate_limit_exceeded"},
        {R"({"exitReason":"failed","exitStatus":137})", 500, "internal"},
        {R"({"exitReason":"failed","exitStatus":2})", 400, "bad_request"},
        {R"({"exitReason":"interrupted"})", 503, "run_cancelled"},
    }));
    const auto failure = in_openai_form("/openai/v1/chat", failure_of(told_by(end_of(result))));
    CHECK(failure.status == status);
    const Json error = json::parse_bounded(failure.body).at("error");
    CHECK(error.at("code").get<std::string>() == code);
    CHECK(error.at("message").is_string());
    CHECK(error.at("param").is_null());
    CHECK(in_openai_form("/openai/v1/chat", failure).body == failure.body);
}

TEST_CASE("only errors of the façade have its form")
{
    const auto ours = toolkit::http::error_response(422, "BAD_REQUEST", "no", "yes");
    CHECK(in_openai_form("/v1/runs", ours).body == ours.body);
    CHECK(in_openai_form("/openai/v1/models", ours).status == 400);
}

TEST_CASE("the reason of a finish is that of the last reply")
{
    const auto [result, reason] = GENERATE(table<const char*, const char*>({
        {R"({"exitReason":"answered","answer":"a","finishReason":"stop"})", "stop"},
        {R"({"exitReason":"answered","answer":"a"})", "stop"},
        {R"({"exitReason":"answered","answer":"a","finishReason":"length"})", "length"},
        {R"({"exitReason":"content-filter","answer":null})", "content_filter"},
    }));
    const RunEventTracker told = told_by(end_of(result));
    CHECK(failure_of(told).status == 200);
    const Json completion = completion_of({"R", "m", 1}, told);
    const Json& choice = completion.at("choices").at(0);
    CHECK(choice.at("finish_reason").get<std::string>() == reason);
}

TEST_CASE("texts of several messages are apart, and usage is that of one answer")
{
    const std::string usage
        = R"({"event":"usage","seq":3,"step":1,"usage":{"prompt_tokens":5,"completion_tokens":2,)"
          R"("total_tokens":7}})"
          "\n";
    RunEventTracker told
        = told_by(R"({"event":"text","seq":1,"text":"one"})"
                  "\n"
                  R"({"event":"message","seq":2,"step":1,"message":{"content":"one"}})"
                  "\n"
            + usage + "{\"event\":\"text\",\"seq\":4,\"text\":\"two\"}\n" + usage
            + end_of(R"({"exitReason":"answered","answer":"two"})"));
    CHECK(told.take_text() == "one\n\ntwo");
    CHECK(told.take_text().empty());
    CHECK(told.usage().at("total_tokens") == 14);
    told.begin_answer();
    CHECK(told.usage().is_null());
}

TEST_CASE("a request becomes a run, within the rights of its profile")
{
    const ChatRequest request = chat_request_in(json::parse_bounded(R"({"model":"m",
        "messages":[{"role":"developer","content":"a"},{"role":"system","content":[
            {"type":"text","text":"b"}]},{"role":"user","content":"c"}],
        "temperature":0.5,"top_p":0.9,"seed":7,"max_completion_tokens":900,"tool_choice":"none",
        "tools":[{"type":"function","function":{"name":"f"}}]})"));
    const ChatRun run = run_of(request, {{"instructions", "temperature", "topP", "seed"}, 60});
    CHECK(run.begin.instructions == "a\n\nb");
    CHECK(run.begin.max_reply_tokens == 900);
    CHECK(run.begin.temperature == 0.5);
    CHECK(run.begin.top_p == 0.9);
    CHECK(run.begin.seed == 7);
    CHECK(run.begin.host_tools.empty());
    CHECK(std::get<channel::SaidText>(run.say.content).text == "c");
    CHECK_FALSE(run.begin.required_call);
    CHECK(run.begin.parallel_calls);
    for (const std::vector<std::string>& may :
        {std::vector<std::string> {"temperature", "topP", "seed"}, {"instructions", "topP", "seed"},
            {"instructions", "temperature", "seed"}, {"instructions", "temperature", "topP"}})
        CHECK_THROWS_AS(run_of(request, {may, 60}), ToolError);
}

TEST_CASE("a conversation that ends with a result or a reply continues without a message")
{
    const auto [rest, size, results] = GENERATE(table<const char*, std::size_t, std::size_t>({
        {R"(,{"role":"tool","tool_call_id":"c","content":"d"})", 3, 1},
        {R"(,{"role":"tool","tool_call_id":"c","content":"d"},{"role":"assistant","content":"e"})",
            4, 0},
        {"", 2, 0},
    }));
    const ChatRequest request = chat_request_in(json::parse_bounded(
        R"({"model":"m","messages":[{"role":"user","content":"a"},{"role":"assistant",
        "tool_calls":[{"id":"c","type":"function","function":{"name":"f","arguments":"{}"}}]})"
        + std::string(rest) + "]}"));
    CHECK(request.history.size() == size);
    CHECK(request.results.size() == results);
    CHECK(request.digest_before_results.empty() == (results == 0));
    const ChatRun run = run_of(request, {{}, 60});
    CHECK(std::holds_alternative<channel::Continuation>(run.say.content));
    CHECK(run.begin.history->size() == size);
}

static Json calls_of(const std::vector<const char*>& ids)
{
    Json calls = Json::array();
    for (const char* id : ids)
        calls.push_back(
            {{"id", id}, {"type", "function"}, {"function", {{"name", "f"}, {"arguments", "{}"}}}});
    return {{"role", "assistant"}, {"content", nullptr}, {"tool_calls", calls}};
}

static Json result_of_call(const char* id)
{
    return {{"role", "tool"}, {"tool_call_id", id}, {"content", "r"}};
}

TEST_CASE("each call has one result, in any order, before the next message")
{
    const Json user {{"role", "user"}, {"content", "a"}};
    const Json reply {{"role", "assistant"}, {"content", "b"}};
    const auto refused = [&](const Json& messages) -> std::string {
        try {
            chat_request_in({{"model", "m"}, {"messages", messages}});
            return "";
        } catch (const ToolError& error) {
            return error.message;
        }
    };
    const auto is_refused = [&](const Json& messages, const char* place) {
        return refused(messages).find("'" + std::string(place) + "'") != std::string::npos;
    };
    const Json x = result_of_call("x");
    const Json y = result_of_call("y");
    CHECK(refused({user, calls_of({"x", "y"}), y, x, user}).empty());
    CHECK(refused({user, calls_of({"x"}), x, calls_of({"x"}), x}).empty());
    CHECK(refused({user, calls_of({"x", "y"})}).empty());
    CHECK(is_refused({user, x}, "messages[1]"));
    CHECK(is_refused({user, calls_of({"x"}), x, reply, x}, "messages[4]"));
    CHECK(is_refused({user, calls_of({"x"}), x, x}, "messages[3]"));
    CHECK(is_refused({user, calls_of({"x", "x"}), x}, "messages[1].tool_calls"));
    CHECK(is_refused({user, calls_of({"x", "y"}), x, user}, "messages[3]"));
    CHECK(is_refused({user, calls_of({"x", "y"}), x}, "messages[2]"));
    CHECK(is_refused({user, calls_of({"x"}), reply, x}, "messages[2]"));
}

static PastResponses no_responses()
{
    const auto find_nothing = [](const std::string& /*id*/) { return Json(); };
    return {find_nothing, find_nothing};
}

TEST_CASE("outputs follow the items with their calls, and a message between them precedes these")
{
    const auto messages_of = [](const std::string& items) {
        const Json body {{"model", "m"}, {"input", json::parse_bounded(items)}};
        return chat_body_of(body, no_responses()).at("messages");
    };
    const std::string call
        = R"({"type":"function_call","call_id":"x","name":"f","arguments":"{}"})";
    const std::string output = R"({"type":"function_call_output","call_id":"x","output":"r"})";
    const std::string said = R"({"role":"assistant","content":"b"})";
    const Json messages = messages_of("[" + call + "," + said + "," + output + "]");
    REQUIRE(messages.size() == 2);
    CHECK(messages[0].at("content") == "b");
    CHECK(messages[0].at("tool_calls").size() == 1);
    CHECK(messages[1] == result_of_call("x"));
    CHECK(messages_of("[" + said + "," + call + "," + said + "," + output + "]").size() == 3);
    try {
        messages_of("[" + said + "," + output + "]");
        FAIL("it is taken");
    } catch (const ToolError& error) {
        CHECK(error.message.find("input[1].call_id") != std::string::npos);
    }
}

TEST_CASE("a reference finds each message of a response, also an empty one")
{
    const RunEventTracker told = told_by(end_of(R"({"exitReason":"answered","answer":""})"));
    StoredResponses stored;
    ResponsesForm form(Json::object(), Json::array(), stored, "");
    form.set_frame({"R", "m", 1});
    const Json response = form.whole(told);
    form.keep({{"role", "assistant"}, {"content", ""}});
    REQUIRE(response.at("output").size() == 1);
    CHECK_FALSE(stored
                    .item(response.at("output").at(0).at("id"),
                        [](const std::string& owner) { return owner.empty(); })
                    .is_null());
}

TEST_CASE("a text setting other than the default is refused by name")
{
    const auto message_for = [](const std::string& text) -> std::string {
        try {
            chat_body_of(json::parse_bounded(R"({"model":"m","input":"a","text":)" + text + "}"),
                no_responses());
            return "";
        } catch (const ToolError& error) {
            return error.message;
        }
    };
    CHECK(message_for(R"({"format":{"type":"text"},"verbosity":"medium"})").empty());
    CHECK(message_for(R"({"verbosity":"low"})").find("text.verbosity") != std::string::npos);
    CHECK(message_for(R"({"length":1})").find("length") != std::string::npos);
}

TEST_CASE("a client checks the arguments of a tool whose schema has a pattern")
{
    const auto [schema, by_client] = GENERATE(table<const char*, bool>({
        {R"({"properties":{"a":{"type":"string"}}})", false},
        {R"({"properties":{"a":{"pattern":"^a$"}}})", true},
        {R"({"patternProperties":{"^a$":{}}})", true},
        {R"({"unevaluatedProperties":false})", true},
    }));
    const ChatRequest request = chat_request_in(json::parse_bounded(
        R"({"model":"m","messages":[{"role":"user","content":"a"}],"tools":[{"type":"function",)"
        R"("function":{"name":"f","parameters":)"
        + std::string(schema) + "}}]}"));
    CHECK(request.tools.at(0).checks_arguments == by_client);
}

static std::string digest_of(const std::string& messages, const std::string& fields = "")
{
    return chat_request_in(
        json::parse_bounded(R"({"model":"m")" + fields + R"(,"messages":)" + messages + "}"))
        .digest;
}

TEST_CASE("requests with equivalent messages are one conversation")
{
    const std::string call
        = R"([{"role":"user","content":"a"},{"role":"assistant","content":"t","tool_calls":[)"
          R"({"id":"c","type":"function","function":{"name":"f","arguments":"{\"x\":1,\"y\":2}"}}]}])";
    const std::string written_otherwise
        = R"([{"content":[{"type":"text","text":"a"}],"role":"user"},{"role":"assistant",)"
          R"("refusal":null,"audio":null,"content":[{"type":"text","text":"t"}],"tool_calls":[)"
          R"({"index":0,"type":"function","id":"c","function":{"name":"f",)"
          R"("arguments":"{\"y\": 2, \"x\": 1}"}}]}])";
    CHECK(digest_of(call) == digest_of(written_otherwise));
    CHECK(digest_of(call) == digest_of(call, R"(,"stream":true,"user":"u","seed":null)"));
    for (const char* fields : {R"(,"seed":1)", R"(,"tool_choice":"none")", R"(,"max_tokens":5)",
             R"(,"tools":[{"type":"function","function":{"name":"f"}}])"})
        CHECK(digest_of(call) != digest_of(call, fields));
    for (const auto& [part, other] : {std::pair {"\"a\"", "\"b\""}, {"\"t\"", "\"\""},
             {"\"c\"", "\"d\""}, {"\"f\"", "\"g\""}, {":1,", ":3,"}, {"user", "system"}}) {
        std::string changed = call;
        changed.replace(changed.find(part), std::string(part).size(), other);
        CHECK(digest_of(call) != digest_of(changed));
    }
}

TEST_CASE("a call of a tool of the client can be required")
{
    const auto request_with = [](const std::string& choice) {
        return chat_request_in(json::parse_bounded(
            R"({"model":"m","messages":[{"role":"user","content":"c"}],"parallel_tool_calls":false,)"
            R"("tools":[{"type":"function","function":{"name":"f"}}],"tool_choice":)"
            + choice + "}"));
    };
    CHECK_FALSE(request_with("\"auto\"").required_call);
    CHECK_FALSE(request_with("\"auto\"").allows_parallel_calls);
    CHECK(request_with("\"required\"").required_call == "");
    CHECK(request_with(R"({"type":"function","function":{"name":"f"}})").required_call == "f");
    CHECK(request_with("\"none\"").tools.empty());
    CHECK_THROWS_AS(request_with(R"({"type":"function","function":{"name":"g"}})"), ToolError);
    CHECK_THROWS_AS(request_with("\"any\""), ToolError);
}

TEST_CASE("texts that end a reply are taken if the profile allows it, and else refused")
{
    const auto request_with = [](const std::string& stop) {
        return chat_request_in(json::parse_bounded(
            R"({"model":"m","messages":[{"role":"user","content":"c"}],"stop":)" + stop + "}"));
    };
    const std::vector<std::string> two {"a", "b"};
    CHECK(run_of(request_with(R"(["a","b"])"), {{"stop"}, 60}).begin.stop == two);
    CHECK(run_of(request_with(R"("a")"), {{"stop"}, 60}).begin.stop.size() == 1);
    CHECK(run_of(request_with("null"), {{}, 60}).begin.stop.empty());
    CHECK_THROWS_AS(run_of(request_with(R"("a")"), {{}, 60}), ToolError);
    CHECK_THROWS_AS(request_with(R"(["1","2","3","4","5"])"), ToolError);
}

TEST_CASE("messages that cannot be taken are refused by their place")
{
    const auto [messages, place] = GENERATE(table<const char*, const char*>({
        {R"([])", "messages"},
        {R"([{"role":"system","content":"a"}])", "messages"},
        {R"([{"role":"user","content":""}])", "messages[0].content"},
        {R"([{"role":"user","content":[{"type":"file"}]}])", "messages[0].content"},
        {R"([{"role":"user","content":[{"type":"image_url","image_url":{"url":"http://a"}}]}])",
            "messages[0].content"},
        {R"([{"role":"user","content":"a"},{"role":"system","content":"b"},
            {"role":"user","content":"c"}])",
            "messages[1]"},
        {R"([{"role":"assistant","tool_calls":[{"id":"x"}]},{"role":"user","content":"c"}])",
            "messages[0].tool_calls"},
        {R"([{"role":"user","content":"a"},{"role":"tool","content":"c"}])",
            "messages[1].tool_call_id"},
    }));
    try {
        chat_request_in({{"model", "m"}, {"messages", json::parse_bounded(messages)}});
        FAIL("it is taken");
    } catch (const ToolError& error) {
        CHECK(error.message.find(place) != std::string::npos);
    }
}

}
