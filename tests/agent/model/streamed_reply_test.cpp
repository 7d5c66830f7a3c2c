#include "catch.hpp"

#include "agent/model/chat_completions.hpp"
#include "agent/model/streamed_reply.hpp"
#include "toolkit/system/error.hpp"

#include <string>
#include <vector>

using namespace agent::model;
using namespace toolkit::json;
using namespace toolkit::system;

namespace {

class Ear : public ReplyListener {
public:
    void on_text(std::string_view text) override { heard += text; }
    void on_reasoning(std::string_view) override { }
    bool has_shown_text() const override { return !heard.empty(); }

    std::string heard;
};

}

static std::string chunk(const std::string& text, const std::string& reason)
{
    return R"(data: {"choices":[{"delta":{"content":")" + text + R"("},"finish_reason":)" + reason
        + "}]}\n\n";
}

TEST_CASE("a stream goes on until its reason says otherwise")
{
    Ear ear;
    StreamedReply streamed(ear);
    CHECK(streamed.take(chunk("a", R"("null")")) == Stream::goes_on);
    CHECK(streamed.take(chunk("b", R"("")")) == Stream::goes_on);
    CHECK_FALSE(streamed.is_complete());
    CHECK(streamed.take(chunk("c", "null")) == Stream::goes_on);
    CHECK(streamed.take(chunk("", R"("stop")")) == Stream::may_end);
    CHECK(streamed.is_complete());
    CHECK(streamed.reply().finish_reason == "stop");
    CHECK(ear.heard == "abc");
}

TEST_CASE("a reason that text comes after does not say that the stream ends")
{
    Ear ear;
    StreamedReply streamed(ear);
    CHECK(streamed.take(chunk("a", R"("stop")")) == Stream::may_go_on);
    CHECK(streamed.take(": ping\n\n") == Stream::says_nothing);
    CHECK(streamed.take(chunk("b", R"("stop")")) == Stream::goes_on);
    CHECK(streamed.take("data: [DONE]\n\n") == Stream::has_ended);
    CHECK(streamed.reply().message.text() == "ab");
}

namespace {

class Pieces : public ReplyListener {
public:
    void on_text(std::string_view text) override { heard.push_back("text " + std::string(text)); }
    void on_reasoning(std::string_view text) override
    {
        heard.push_back("reasoning " + std::string(text));
    }
    bool has_shown_text() const override { return false; }

    std::vector<std::string> heard;
};

}

TEST_CASE("what comes together is heard as one piece, in its order")
{
    Pieces pieces;
    StreamedReply streamed(pieces);
    const auto thought = [](const std::string& text) {
        return R"(data: {"choices":[{"delta":{"reasoning":")" + text + "\"}}]}\n\n";
    };
    streamed.take(thought("a") + thought("b") + chunk("c", "null") + chunk("d", "null")
        + thought("e") + chunk("f", "null"));
    streamed.take(chunk("g", "null"));
    CHECK(pieces.heard
        == std::vector<std::string> {"reasoning ab", "text cd", "reasoning e", "text f", "text g"});
}

TEST_CASE("what came before an error is heard")
{
    Pieces pieces;
    StreamedReply streamed(pieces);
    CHECK_THROWS_AS(streamed.take(chunk("a", "null") + chunk("b", "null")
                        + "data: {\"error\":{\"message\":\"overloaded\"}}\n\n"),
        ToolError);
    CHECK(pieces.heard == std::vector<std::string> {"text ab"});
}

TEST_CASE("a chunk without text after a reason beside text says that the stream may end")
{
    Ear ear;
    StreamedReply streamed(ear);
    CHECK(streamed.take(chunk("a", R"("stop")")) == Stream::may_go_on);
    const auto last
        = GENERATE(as<std::string> {}, R"({"choices":[{"delta":{},"finish_reason":"stop"}]})",
            R"({"choices":[],"usage":{"completion_tokens":1}})");
    CHECK(streamed.take("data: " + last + "\n\n") == Stream::may_end);
    CHECK(streamed.take("data: {\"type\":\"ping\"}\n\n") == Stream::says_nothing);
}

TEST_CASE("a stream without a reason is whole if it ends with its usage")
{
    const std::string usage = "data: {\"choices\":[],\"usage\":{\"completion_tokens\":1}}\n\n";
    Ear ear;
    StreamedReply streamed(ear);
    streamed.take(chunk("a", "null") + usage);
    CHECK_FALSE(streamed.is_complete());
    CHECK(streamed.reply().message.text() == "a");
    StreamedReply broken(ear);
    broken.take(usage + chunk("a", "null"));
    CHECK_THROWS_WITH(broken.reply(), "the server's stream ends in the middle of the message");
}

TEST_CASE("a whole message after deltas is heard once")
{
    Ear ear;
    StreamedReply streamed(ear);
    streamed.take(chunk("an ans", "null"));
    streamed.take(
        "data: {\"choices\":[{\"message\":{\"role\":\"assistant\",\"content\":\"an answer\"},"
        "\"finish_reason\":\"stop\"}]}\n\n");
    CHECK(streamed.reply().message.text() == "an answer");
    CHECK(ear.heard == "an answer");
}

TEST_CASE("pings keep a stream alive, and do no more")
{
    Ear ear;
    StreamedReply streamed(ear);
    CHECK(streamed.take(": ka\n\n") == Stream::keeps_alive);
    CHECK(streamed.take("data: {\"choices\":[") == Stream::goes_on);
    CHECK(streamed.take("{\"delta\":{\"content\":\"a\"}}]}\n\n") == Stream::goes_on);
    CHECK(streamed.take("data: waiting\n\n") == Stream::keeps_alive);
}

TEST_CASE("a stream without a word may have one the next time")
{
    const auto [stream, code] = GENERATE(table<std::string, Code>({
        {"data: [DONE]\n\n", Code::io_error},
        {"data: no quota\n\ndata: [DONE]\n\n", Code::unsupported},
    }));
    Ear ear;
    StreamedReply streamed(ear);
    streamed.take(stream);
    try {
        streamed.reply();
        FAIL("it is no reply");
    } catch (const ToolError& error) {
        CHECK(error.code == code);
    }
}

TEST_CASE("a stream without choices is no reply")
{
    const auto [stream, expected] = GENERATE(table<std::string, std::string>({
        {"data: [DONE]\n\n", "the server's stream can't be used: it has no choices"},
        {"data: {\"type\":\"ping\"}\n\ndata: [DONE]\n\n",
            "the server's stream can't be used: it has no choices"},
        {"data: out of order\n\ndata: [DONE]\n\n",
            "the server's stream can't be used: it has no choices; it says: out of order"},
        {"data: {\"msg\":\"no quota\"}\n\n",
            "the server's stream ends in the middle of the message; it says: no quota"},
        {"data: {\"choices\":[]}\n\n", "the server's stream ends in the middle of the message"},
    }));
    Ear ear;
    StreamedReply streamed(ear);
    streamed.take(stream);
    CHECK_THROWS_WITH(streamed.reply(), expected);
}

TEST_CASE("an error of the server may be any bytes")
{
    Ear ear;
    StreamedReply streamed(ear);
    CHECK_THROWS_AS(streamed.take("event: error\ndata: out of \xff order\n\n"), ToolError);
}
