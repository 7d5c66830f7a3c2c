#include "agent/message_list.hpp"
#include "catch.hpp"

#include "agent/model/request_writer.hpp"

using namespace agent::model;
using namespace toolkit::json;

TEST_CASE("messages are written as they are now, whatever was written before")
{
    RequestWriter written;
    Json request {{"model", "m"}};
    const auto write = [&](const Json& messages, const MessageFormat& manner) {
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
    MessageFormat manner;
    manner.short_ids = true;
    const Json sent = Json::parse(
        RequestWriter().write({{"model", "m"}}, read_message_list(messages), manner))["messages"];
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
    MessageFormat manner;
    manner.single_calls = true;
    RequestWriter written;
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
    RequestWriter written;
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
    const Json sent = Json::parse(RequestWriter().write({{"model", "m"}}, messages, {}));
    CHECK(sent["messages"].size() == 1);
    CHECK((sent["messages"][0]["content"] == joined)); // Catch would print both
}

TEST_CASE("the system message and the last one are marked for a cache, and no other one")
{
    RequestWriter written;
    MessageFormat manner;
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
    messages.push_back({{"role", "system"}, {"content", "more"}});
    messages.push_back({{"role", "user"},
        {"content",
            Json::parse(
                R"([{"type":"text","text":"u"},{"type":"image_url","image_url":{"url":"x:"}}])")}});
    const Json sent = Json::parse(
        written.write({{"model", "m"}}, read_message_list(messages), manner))["messages"];
    CHECK(sent[6].dump().find("cache_control") == std::string::npos);
    CHECK(sent[7]["content"][0].contains("cache_control"));
    CHECK_FALSE(sent[7]["content"][1].contains("cache_control"));
    messages.erase(6);
    messages.erase(6);
    written.forget();
    manner.cache_marks = false;
    CHECK(marks_of(messages) == "000000");
    CHECK(marks_of(Json::array()).empty());
}

// An image of 10 bytes and 8256x8256 pixels.
static const std::string image_part
    = R"({"type":"image_url","image_url":{"url":"data:image/gif;base64,R0lGODlhQCBAIA=="}})";

static Json conversation_with_images()
{
    const std::string result = R"("content":[{"type":"text","text":"TEXT"},)" + image_part + "]}";
    return Json::parse(R"([{"role":"user","content":[)" + image_part
        + R"(,{"type":"text","text":"look"}]},
        {"role":"assistant","content":null,"tool_calls":[
            {"id":"a","type":"function","function":{"name":"shot","arguments":"{\"of\":1}"}},
            {"id":"b","type":"function","function":{"name":"time","arguments":"{}"}},
            {"id":"c","type":"function","function":{"name":"shot","arguments":"{\"of\":2}"}}]},
        {"role":"tool","tool_call_id":"a",)"
        + result + R"(,
        {"role":"tool","tool_call_id":"b","content":"noon"},
        {"role":"tool","tool_call_id":"c",)"
        + result + "]");
}

static Json written_with(const Json& messages, const MessageFormat& manner)
{
    const Json request
        = Json::parse(RequestWriter().write({{"model", "m"}}, read_message_list(messages), manner));
    return request.at(manner.wire == agent::model::Wire::responses ? "input" : "messages");
}

TEST_CASE("images of results follow all results of a message, which are texts")
{
    Json messages = conversation_with_images();
    const Json sent = written_with(messages, {});
    const Json follow = Json::parse(
        R"([{"role":"assistant","content":"[The images of these results follow.]"},
        {"role":"user","content":[{"type":"text","text":
            "[The images of the results of shot {\"of\":1}; shot {\"of\":2}]"},)"
        + image_part + "," + image_part + "]}]");
    REQUIRE(sent.size() == 7);
    CHECK(sent[0] == messages[0]);
    for (const std::size_t at : {2U, 3U, 4U})
        CHECK(sent[at]["content"].is_string());
    CHECK(sent[5] == follow[0]);
    CHECK(sent[6] == follow[1]);

    // What comes later is written after them, whatever was written before.
    RequestWriter written;
    written.write({{"model", "m"}}, read_message_list(messages), {});
    messages.push_back({{"role", "user"}, {"content", "next"}});
    CHECK(Json::parse(written.write({{"model", "m"}}, read_message_list(messages), {}))["messages"]
        == written_with(messages, {}));
    CHECK(written_with(messages, {}).size() == 9);
    messages.back() = {{"role", "tool"}, {"tool_call_id", "b"}, {"content", "again"}};
    CHECK(Json::parse(written.write({{"model", "m"}}, read_message_list(messages), {}))["messages"]
        == written_with(messages, {}));
    CHECK(written_with(messages, {})[5]["content"] == "again");
}

TEST_CASE("images of results follow calls that are split, and results that are texts of the user")
{
    MessageFormat manner;
    manner.single_calls = true;
    Json sent = written_with(conversation_with_images(), manner);
    REQUIRE(sent.size() == 9);
    CHECK(sent[8]["role"] == "user");
    CHECK(sent[8]["content"].size() == 3);
    manner = {};
    manner.two_roles = true;
    sent = written_with(conversation_with_images(), manner);
    REQUIRE(sent.size() == 3);
    CHECK(sent[2]["role"] == "user");
    CHECK(sent[2]["content"].dump().find("[the result]\\nnoon") != std::string::npos);
    CHECK(sent[2]["content"].size() == 5);
}

TEST_CASE("the Responses API has images in the outputs of calls, or after them where it must")
{
    MessageFormat manner;
    manner.wire = agent::model::Wire::responses;
    const Json input = written_with(conversation_with_images(), manner);
    REQUIRE(input.size() == 7);
    CHECK(input[0]["content"][0]["type"] == "input_image");
    CHECK(input[4]["output"]
        == Json::parse(R"([{"type":"input_text","text":"TEXT"},{"type":"input_image",
            "image_url":"data:image/gif;base64,R0lGODlhQCBAIA==","detail":"auto"}])"));
    manner.text_results = true;
    const Json apart = written_with(conversation_with_images(), manner);
    REQUIRE(apart.size() == 9);
    CHECK(apart[4]["output"] == "TEXT");
    CHECK(apart[8]["content"][2]["type"] == "input_image");
}

TEST_CASE("texts stand in place of images for a model that takes none")
{
    const std::string text = "[image: GIF 8256x8256, 10 bytes; this model takes no images]";
    for (const agent::model::Wire wire :
        {agent::model::Wire::chat_completions, agent::model::Wire::responses}) {
        MessageFormat manner;
        manner.wire = wire;
        manner.no_images = true;
        const Json sent = written_with(conversation_with_images(), manner);
        const char* const output = wire == agent::model::Wire::responses ? "output" : "content";
        CHECK(sent.size() == (wire == agent::model::Wire::responses ? 7 : 5));
        CHECK(sent[0]["content"] == text + "\nlook");
        CHECK(sent.back()[output] == "TEXT\n" + text);
    }
}

static Json result_with_images(const std::string& id, std::size_t count)
{
    Json parts = Json::array({{{"type", "text"}, {"text", "TEXT"}}});
    for (std::size_t index = 0; index < count; ++index)
        parts.push_back(Json::parse(image_part));
    return {{"role", "tool"}, {"tool_call_id", id}, {"content", std::move(parts)}};
}

TEST_CASE("no message has more images of results than a message may have")
{
    Json messages = conversation_with_images();
    messages[2] = result_with_images("a", 15);
    messages[4] = result_with_images("c", 15);
    const Json sent = written_with(messages, {});
    REQUIRE(sent.size() == 9);
    CHECK(sent[6]["content"].size() == 21);
    CHECK(sent[7]["content"] == "[More images follow.]");
    CHECK(sent[8]["content"].size() == 11);
    CHECK(sent[8]["content"][0]["text"] == R"([The images of the results of shot {"of":2}])");
}

static Json prompt_with_images(const std::string& text, std::size_t count)
{
    Json message {
        {"role", "user"}, {"content", Json(std::vector<Json>(count, Json::parse(image_part)))}};
    message["content"].push_back({{"type", "text"}, {"text", text}});
    return message;
}

TEST_CASE("prompts in a row are not one message if that had too many images")
{
    const Json messages = Json::array({prompt_with_images("one", 12), prompt_with_images("two", 8),
        prompt_with_images("three", 12), {{"role", "user"}, {"content", "four"}}});
    const Json sent = written_with(messages, {});
    REQUIRE(sent.size() == 3);
    CHECK(sent[0]["content"].size() == 22);
    CHECK(sent[1]["content"] == "[The next message came before an answer.]");
    CHECK(sent[2]["content"].size() == 14);
    CHECK(sent[2]["content"].back()["text"] == "four");
}

TEST_CASE("results that are messages of the user are not one with too many images")
{
    Json messages = conversation_with_images();
    messages[2] = result_with_images("a", 15);
    messages[4] = result_with_images("c", 15);
    MessageFormat manner;
    manner.two_roles = true;
    for (const Json& message : written_with(messages, manner))
        CHECK((message["content"].is_string() || message["content"].size() <= 21));
}

static std::size_t images_in(const std::string& request)
{
    std::size_t count = 0;
    for (std::size_t at = request.find("data:image"); at != std::string::npos;
         at = request.find("data:image", at + 1))
        ++count;
    return count;
}

TEST_CASE("a request has the newest images, and the beginning of it changes seldom")
{
    Json messages = Json::array();
    RequestWriter written;
    std::string before;
    std::size_t changes = 0;
    for (std::size_t turn = 1; turn <= 160; ++turn) {
        messages.push_back({{"role", "user"}, {"content", Json::array({Json::parse(image_part)})}});
        messages.push_back({{"role", "assistant"}, {"content", "seen"}});
        const std::string text = written.write({{"model", "m"}}, read_message_list(messages), {});
        CHECK(text == RequestWriter().write({{"model", "m"}}, read_message_list(messages), {}));
        CHECK(images_in(text) <= 100);
        CHECK(images_in(text) >= std::min<std::size_t>(turn, 51));
        if (!text.starts_with(
                before.substr(0, before.size() - std::min<std::size_t>(before.size(), 2))))
            ++changes;
        before = text;
    }
    CHECK(changes == 2);
    CHECK(before.find("; not shown: the conversation has newer images, and too many]")
        != std::string::npos);
}

TEST_CASE("the images of a request have at most 22.5 MB")
{
    const Json image {{"type", "image_url"},
        {"image_url", {{"url", "data:image/gif;base64," + std::string(4'000'000, 'A')}}}};
    const Json messages
        = Json::array({{{"role", "user"}, {"content", Json(std::vector<Json>(9, image))}}});
    CHECK(images_in(written_with(messages, {}).dump()) == 5);
}
