#include "catch.hpp"

#include "agent/model/chat_completions.hpp"
#include "agent/model/streamed_reply.hpp"
#include "toolkit/system/error.hpp"

using namespace agent::model;
using namespace toolkit::json;
using namespace toolkit::system;

namespace {

class Ear : public Listener {
public:
    void hear_text(std::string_view text) override { heard += text; }
    void hear_reasoning(std::string_view) override { }
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
    CHECK(streamed.take(chunk("c", R"("stop")")) == Stream::may_end);
    CHECK(streamed.is_complete());
    CHECK(streamed.reply().finish_reason == "stop");
    CHECK(ear.heard == "abc");
}

TEST_CASE("a reason that text comes after does not say that the stream ends")
{
    Ear ear;
    StreamedReply streamed(ear);
    CHECK(streamed.take(chunk("a", R"("stop")")) == Stream::may_end);
    CHECK(streamed.take(chunk("b", R"("stop")")) == Stream::goes_on);
    CHECK(streamed.take("data: [DONE]\n\n") == Stream::has_ended);
    CHECK(text_of(streamed.reply().message) == "ab");
}

TEST_CASE("a whole message after deltas is heard once")
{
    Ear ear;
    StreamedReply streamed(ear);
    streamed.take(chunk("an ans", "null"));
    streamed.take(
        "data: {\"choices\":[{\"message\":{\"role\":\"assistant\",\"content\":\"an answer\"},"
        "\"finish_reason\":\"stop\"}]}\n\n");
    CHECK(text_of(streamed.reply().message) == "an answer");
    CHECK(ear.heard == "an answer");
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
