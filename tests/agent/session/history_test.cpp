#include "catch.hpp"

#include "agent/model/chat_completions.hpp"
#include "agent/session/history.hpp"
#include "toolkit/system/error.hpp"

using namespace agent::model;
using namespace agent::session;
using namespace toolkit::json;
using namespace toolkit::system;

static const std::string user = R"({"message":{"role":"user","content":"hé"}})";
static const std::string calls
    = R"({"message":{"role":"assistant","content":null,"tool_calls":[{"id":"a","function":{"name":"x","arguments":"{}"}},{"id":"b","function":{"name":"x","arguments":"{}"}}]}})";
static const std::string result_a
    = R"({"message":{"role":"tool","tool_call_id":"a","content":"A"}})";
static const std::string result_b
    = R"({"message":{"role":"tool","tool_call_id":"b","content":"B"}})";
static const std::string answer = R"({"message":{"role":"assistant","content":"done"}})";

static std::string roles(const Messages& messages)
{
    std::string text;
    for (const auto& message : messages) {
        const bool is_interrupted = message->text().find("was interrupted") != std::string::npos;
        text += std::string(name_of(message->role)).substr(0, 1) + message->call_id
            + (is_interrupted ? "! " : " ");
    }
    return text;
}

TEST_CASE("the last chat of a session is found without reading its messages")
{
    const std::string text
        = "{\"ts\":\"t\",\"chat\":{\"workspace\":\"/a\",\"model\":\"m\"}}\n"
          "{\"ts\":\"t\",\"message\":{\"role\":\"user\",\"content\":\"\\\"chat\\\"\"}}\n"
          "{\"ts\":\"t\",\"chat\":{\"workspace\":\"/b\",\"model\":\"n\","
          "\"server\":\"http://x/v1\"}}\n"
          "{\"ts\":\"t\",\"message\":{\"role\":\"user\",\"content\":\"a\"}}\n"
          "{\"ts\":\"t\",\"chat\":{\"works";
    const Chat chat = last_chat_in(text);
    CHECK(chat.workspace == "/b");
    CHECK(chat.model == "n");
    CHECK(chat.server == "http://x/v1");
    CHECK(last_chat_in("") == Chat());
    CHECK(last_chat_in("no JSON\n\n") == Chat());
}

TEST_CASE("what a crash leaves of a session is mended")
{
    const auto [lines, expected, notes] = GENERATE(table<std::vector<std::string>, std::string,
        std::size_t>({
        {{}, "", 0},
        {{user, calls, result_a, result_b, answer}, "u a ta tb a ", 0},
        {{user, calls, result_b, result_a, answer}, "u a ta tb a ", 0},
        {{user, calls, result_b}, "u a ta! tb ", 1},
        {{user, calls}, "u a ta! tb! ", 1},
        {{user, calls, user}, "u a ta! tb! u ", 1},
        {{user, result_a, answer}, "u a ", 1},
        {{user, calls, result_a, result_a, result_b}, "u a ta tb ", 1},
        {{user, "{\"message\":{}}", "nonsense", "", answer}, "u a ", 1},
        {{user, calls, result_a, result_b, answer,
             R"({"summary":{"first":1,"count":4,"message":{"role":"user","content":"short"}}})",
             user},
            "u u u ", 0},
        // of a chat: its beginning, and turns that were taken out
        {{R"({"chat":{"workspace":"/w","model":"m"}})", user, answer}, "u a ", 0},
        {{user, answer, user, answer, R"({"cut":{"first":2}})", user}, "u a u ", 0},
        {{user, calls, result_a, R"({"cut":{"first":1}})", user}, "u u ", 1},
        {{user, R"({"cut":{"first":2}})", answer}, "u a ", 1},
        // what older releases kept of servers that call their own role as they like
        {{user, R"({"message":{"role":"model","content":"x"}})", user}, "u a u ", 1},
        {{user, R"({"message":{"role":5,"content":{"x":1}}})", user}, "u a u ", 1},
        {{user, R"({"message":{"role":"assistant","content":5}})", user}, "u a u ", 1},
        {{user, calls, R"({"message":{"role":"function","tool_call_id":"a","content":"A"}})",
             result_b},
            "u a ta tb ", 1},
        {{user, R"({"summary":{"first":1,"count":4,"message":{"role":"user","content":"short"}}})"},
            "u ", 1},
    }));
    std::string text;
    for (const auto& line : lines)
        text += line + "\n";
    SessionLines read = read_lines(text);
    read.history.finish();
    CHECK(roles(read.history.messages()) == expected);
    CHECK(read.history.repaired().size() == notes);
    CHECK(read.size == text.size());
}

TEST_CASE("a session can be loaded wherever its writing broke off")
{
    const std::string text
        = user + "\n" + calls + "\n" + result_a + "\n" + result_b + "\n" + answer + "\n";
    for (std::size_t size = 0; size <= text.size(); ++size) {
        SessionLines read = read_lines(text.substr(0, size));
        const std::size_t whole = text.substr(0, size).rfind('\n') + 1;
        CHECK(read.size == (size == 0 ? 0 : whole));
        std::string repaired = text.substr(0, read.size);
        for (const auto& result : read.history.finish())
            repaired += Json {{"message", message_json(result)}}.dump() + "\n";
        SessionLines again = read_lines(repaired);
        CHECK(again.history.finish().empty());
        CHECK(again.history.repaired().empty());
        CHECK((messages_json(again.history.messages()) == messages_json(read.history.messages())));
    }
}

TEST_CASE("what is no message is refused with its place")
{
    const auto [text, expected] = GENERATE(table<std::string, std::string>({
        {"{}", "it is not an array of messages"},
        {"[1]", "message 1: it is not an object"},
        {R"([{"role":"user","content":"x"},{"role":"cook","content":"x"}])",
            "message 2: it has no role of system, developer, user, assistant or tool"},
        {R"([{"role":"tool","content":"x"}])",
            "message 1: it is a tool's, and has no tool_call_id"},
    }));
    try {
        read_messages(text);
        FAIL("it is taken");
    } catch (const ToolError& error) {
        CHECK(error.message == expected);
    }
}

TEST_CASE("arguments that are no object and ids of two calls are mended when a session is loaded")
{
    const std::string text
        = R"({"ts":"x","message":{"role":"assistant","content":null,"tool_calls":[{"id":"a","function":{"name":"f","arguments":"{\"path\":\"x"}},{"id":"a","function":{"name":"f","arguments":"[1]"}}]}}
{"ts":"x","message":{"role":"tool","tool_call_id":"a","content":"one"}}
{"ts":"x","message":{"role":"tool","tool_call_id":"a","content":"two"}}
{"ts":"x","message":{"role":"assistant","content":null,"tool_calls":[{"id":"a","function":{"name":"f","arguments":"{}"}}]}}
{"ts":"x","message":{"role":"tool","tool_call_id":"a","content":"three"}}
)";
    SessionLines lines = read_lines(text);
    CHECK(lines.history.finish().empty());
    const Json messages = messages_json(lines.history.messages());
    REQUIRE(messages.size() == 5);
    std::vector<std::string> ids;
    for (const auto& message : messages)
        for (const auto& call : message.value("tool_calls", Json::array())) {
            CHECK(call["function"]["arguments"] == "{}");
            ids.push_back(call["id"]);
        }
    CHECK((ids == std::vector<std::string> {"a", "call_1", "call_2"}));
    CHECK(messages[1]["tool_call_id"] == "a");
    CHECK(messages[2]["tool_call_id"] == "call_1");
    CHECK(messages[4]["tool_call_id"] == "call_2");
    CHECK(messages[1]["content"].get<std::string>().find("They were: {\"path\":\"x]")
        != std::string::npos);
    CHECK(messages[2]["content"].get<std::string>().starts_with("two\n["));
    CHECK(messages[4]["content"] == "three");
    CHECK(lines.history.repaired().size() == 2);
}

TEST_CASE("a message that is loaded keeps no more images than one may have")
{
    const Json image {
        {"type", "image_url"}, {"image_url", {{"url", "data:image/gif;base64,R0lGODlhIBAgEA=="}}}};
    const Json message {{"role", "user"}, {"content", std::vector<Json>(22, image)}};
    const Json summary {{"summary", {{"first", 0}, {"count", 1}, {"message", message}}}};
    const std::string line = Json {{"message", message}}.dump() + "\n";
    for (const std::string& text : {line, line + summary.dump() + "\n"}) {
        const SessionLines lines = read_lines(text);
        REQUIRE(lines.history.messages().size() == 1);
        const Message& kept = *lines.history.messages().front();
        CHECK(images_of(kept).size() == 20);
        CHECK(kept.parts.back().text
            == "\n[image: GIF 4128x4128, 10 bytes; a message has at most 20 images]");
        CHECK(lines.history.repaired().size() == 1);
    }
}
