#include "agent/message_list.hpp"
#include "catch.hpp"

#include "agent/model/request_writer.hpp"

using namespace agent::model;
using namespace toolkit::json;

TEST_CASE("messages are written as they are now, whatever was written before")
{
    WrittenMessages written;
    Json request {{"model", "m"}};
    const auto write = [&](const Json& messages, const Manner& manner) {
        const std::string text = written.write(request, read_message_list(messages), manner);
        const std::string opening
            = request.dump().substr(0, request.dump().size() - 1) + R"(,"messages":)";
        CHECK(text.starts_with(opening));
        return text.substr(opening.size());
    };
    Json messages = Json::array();
    CHECK(write(messages, {}) == "[]}");
    for (const char* text : {"one", "two", "three"}) {
        messages.push_back({{"role", "system"}, {"content", text}, {"reasoning", "why"}});
        CHECK(write(messages, {}) == messages.dump() + "}");
        CHECK(write(messages, {}) == messages.dump() + "}");
    }
    messages[1]["content"] = "another";
    written.forget();
    CHECK(write(messages, {}) == messages.dump() + "}");
    CHECK(write(messages, {{"reasoning"}})
        == R"([{"role":"system","content":"one"},{"role":"system","content":"another"},{"role":"system","content":"three"}]})");
    request["stream"] = true;
    messages.erase(0);
    CHECK(write(messages, {}) == messages.dump() + "}");
    messages.clear();
    CHECK(write(messages, {}) == "[]}");
}

TEST_CASE("ids of calls are mapped for the call and its result alike")
{
    const Json messages = Json::parse(
        R"([{"role":"assistant","tool_calls":[{"id":"call_1","function":{}},{"id":"abcDEF123","function":{}}]},{"role":"tool","tool_call_id":"call_1","content":""},{"role":"tool","tool_call_id":"abcDEF123","content":""}])");
    Manner manner;
    manner.short_ids = true;
    const Json sent = Json::parse(
        WrittenMessages().write({{"model", "m"}}, read_message_list(messages), manner))["messages"];
    const std::string id = sent[0]["tool_calls"][0]["id"];
    CHECK(id.size() == 9);
    CHECK(id.find_first_not_of("0123456789abcdef") == std::string::npos);
    CHECK(sent[0]["tool_calls"][1]["id"] == "abcDEF123");
    CHECK(sent[1]["tool_call_id"] == id);
    CHECK(sent[2]["tool_call_id"] == "abcDEF123");
}

TEST_CASE("calls of one message are split, and each has its result behind it")
{
    Json messages = Json::parse(
        R"([{"role":"assistant","content":"look","tool_calls":[{"id":"a","function":{}},{"id":"b","function":{}}]},{"role":"tool","tool_call_id":"a","content":"1"},{"role":"tool","tool_call_id":"b","content":"2"}])");
    Manner manner;
    manner.single_calls = true;
    WrittenMessages written;
    const auto write = [&] {
        return Json::parse(
            written.write({{"model", "m"}}, read_message_list(messages), manner))["messages"]
            .dump();
    };
    const std::string split
        = R"({"role":"assistant","content":"look","tool_calls":[{"id":"a","function":{}}]},{"role":"tool","tool_call_id":"a","content":"1"},{"role":"assistant","content":null,"tool_calls":[{"id":"b","function":{}}]},{"role":"tool","tool_call_id":"b","content":"2"})";
    CHECK(write() == "[" + split + "]");
    messages.push_back({{"role", "user"}, {"content", "x"}});
    CHECK(write()
        == "[" + split
            + R"(,{"role":"assistant","content":"[The next message came before an answer.]"},{"role":"user","content":"x"}])");
}

TEST_CASE("prompts that got no answer become one with the next")
{
    WrittenMessages written;
    Json messages = Json::array();
    const auto write = [&](const char* role, const Json& content) {
        messages.push_back({{"role", role}, {"content", content}});
        if (role == std::string("tool"))
            messages.back()["tool_call_id"] = "a";
        std::string said;
        const Json sent
            = Json::parse(written.write({{"model", "m"}}, read_message_list(messages), {}));
        for (const auto& message : sent["messages"])
            said += message["role"].get<std::string>() + " " + message["content"].dump() + "; ";
        return said;
    };
    CHECK(write("system", "s") == R"(system "s"; )");
    CHECK(write("user", "a") == R"(system "s"; user "a"; )");
    CHECK(write("user", "a") == R"(system "s"; user "a"; )");
    CHECK(write("user", "b") == R"(system "s"; user "a\n\nb"; )");
    CHECK(write("assistant", "c") == R"(system "s"; user "a\n\nb"; assistant "c"; )");
    messages = Json::array();
    CHECK(write("tool", "t") == R"(tool "t"; )");
    CHECK(write("user", "a")
        == R"(tool "t"; assistant "[The next message came before an answer.]"; user "a"; )");
    const Json parts = Json::parse(R"([{"type":"text","text":"p"}])");
    CHECK(write("user", parts)
        == R"(tool "t"; assistant "[The next message came before an answer.]"; user [{"type":"text","text":"a"},{"type":"text","text":"p"}]; )");
}

TEST_CASE("many prompts that got no answer become one in a time that grows with their size")
{
    Messages messages;
    std::string joined;
    for (int number = 0; number < 20'000; ++number) {
        const std::string text = std::to_string(number) + std::string(100, 'x');
        joined += (number > 0 ? "\n\n" : "") + text;
        messages.push_back(shared(text_message(Role::user, text)));
    }
    const Json sent = Json::parse(WrittenMessages().write({{"model", "m"}}, messages, {}));
    CHECK(sent["messages"].size() == 1);
    CHECK((sent["messages"][0]["content"] == joined)); // Catch would print both
}

TEST_CASE("the system message and the last one are marked for a cache, and no other one")
{
    WrittenMessages written;
    Manner manner;
    manner.cache_marks = true;
    const auto marks_of = [&](const Json& messages) {
        const Json sent = Json::parse(
            written.write({{"model", "m"}}, read_message_list(messages), manner))["messages"];
        std::string marks;
        for (const Json& message : sent) {
            const Json& content = message["content"];
            marks += content.is_array() && content.back().contains("cache_control") ? '1' : '0';
        }
        return marks;
    };
    Json messages = Json::parse(
        R"([{"role":"system","content":"s"},{"role":"user","content":[{"type":"text","text":"u"}]}])");
    CHECK(marks_of(messages) == "11");
    CHECK(marks_of(messages) == "11");
    messages.push_back({{"role", "assistant"}, {"content", "a"}});
    messages.push_back({{"role", "user"}, {"content", "b"}});
    CHECK(marks_of(messages) == "1001");
    messages.push_back({{"role", "assistant"}, {"content", ""}});
    CHECK(marks_of(messages) == "10000");
    messages.push_back({{"role", "user"}, {"content", "c"}});
    CHECK(marks_of(messages) == "100001");
    manner.cache_marks = false;
    CHECK(marks_of(messages) == "000000");
    CHECK(marks_of(Json::array()).empty());
}
