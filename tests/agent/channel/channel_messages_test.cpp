#include "agent/channel/codec.hpp"
#include "toolkit/system/error.hpp"

#include "catch.hpp"

namespace agent::channel {

template<class Message>
static std::string why_refused(const std::string& line)
{
    try {
        decode_message<Message>(line);
    } catch (const ToolError& error) {
        return std::string(wire_name(error.code)) + " " + error.message
            + (error.hint.empty() ? "" : "; " + error.hint);
    }
    return "accepted";
}

namespace {

struct RefusedRow {
    const char* line;
    const char* why;
};

}

TEST_CASE("a message that is not one of a host is refused, with the field and what it must be")
{
    const RefusedRow rows[] {
        {"[]", R"(BAD_REQUEST the line is not a JSON object; {"do":"say","text":"…"})"},
        {R"({"text":"x"})", R"(BAD_REQUEST 'do' is missing; {"do":"say","text":"…"})"},
        {R"({"do":7})", R"(BAD_REQUEST 'do' is missing; {"do":"say","text":"…"})"},
        {R"({"do":"sya"})", "BAD_REQUEST unknown message 'sya'; did you mean 'say'?"},
        {R"({"do":"take-back"})",
            "BAD_REQUEST unknown message 'take-back'; the messages are begin, say, call, answer, "
            "interrupt, quit"},
        {R"({"do":"quit","now":true})", "BAD_REQUEST unknown field 'now'"},
        {R"({"do":"quit","do":"quit"})", "BAD_REQUEST it names 'do' twice; give each field once"},
        {R"({"do":"begin","readonly":true})",
            "BAD_REQUEST unknown field 'readonly'; did you mean 'readOnly'?"},
        {R"({"do":"begin","channel":1})", "BAD_REQUEST 'channel' must be 2"},
        {R"({"do":"begin","channel":true})", "BAD_REQUEST 'channel' must be 2"},
        {R"({"do":"begin","approve":"sometimes"})",
            "BAD_REQUEST 'approve' must be one of never, edits, changes, always, plan"},
        {R"({"do":"begin","session":""})",
            "BAD_REQUEST 'session' must be a string of at least 1 character"},
        {R"({"do":"begin","session":null})", "BAD_REQUEST 'session' must be a string"},
        {R"({"do":"begin","onlyTools":[]})",
            "BAD_REQUEST 'onlyTools' must be an array of at least 1 item"},
        {R"({"do":"begin","withoutTools":"x"})", "BAD_REQUEST 'withoutTools' must be an array"},
        {R"({"do":"begin","labels":["1","2","3","4","5","6","7","8","9"]})",
            "BAD_REQUEST 'labels' must be an array of 0 to 8 items"},
        {R"({"do":"begin","limits":{"steps":0}})",
            "BAD_REQUEST 'limits.steps' must be an integer from 1 up to 1000000000"},
        {R"({"do":"begin","limits":{"steps":1.5}})",
            "BAD_REQUEST 'limits.steps' must be an integer from 1 up to 1000000000"},
        {R"({"do":"begin","limits":{"minutes":1}})", "BAD_REQUEST unknown field 'limits.minutes'"},
        {R"({"do":"begin","temperature":2.1})",
            "BAD_REQUEST 'temperature' must be a number from 0 up to 2"},
        {R"({"do":"begin","outputSchema":[]})", "BAD_REQUEST 'outputSchema' must be an object"},
        {R"({"do":"begin","params":{}})", "BAD_REQUEST unknown field 'params'"},
        {R"({"do":"begin","hostTools":[{"name":"a","description":"","schema":{}},)"
         R"({"name":"b","description":"","schema":{},"timeoutSeconds":0}]})",
            "BAD_REQUEST 'hostTools[1].timeoutSeconds' must be a number above 0 up to 3600"},
        {R"({"do":"begin","hostTools":[{"name":"a b","description":"","schema":{}}]})",
            "BAD_REQUEST 'hostTools[0].name' must be a string that matches ^[a-zA-Z0-9_-]{1,64}$"},
        {R"({"do":"begin","hostTools":[{"description":"","schema":{}}]})",
            "BAD_REQUEST 'hostTools[0].name' is missing"},
        {R"({"do":"begin","hostTools":[7]})", "BAD_REQUEST 'hostTools[0]' must be an object"},
        {R"({"do":"begin","history":[{"role":"system","content":"x"}]})",
            "BAD_REQUEST 'history[0].role' must be one of user, assistant, tool"},
        {R"({"do":"begin","history":[{"role":"user","content":7}]})",
            "BAD_REQUEST 'history[0].content' must be a string or an array"},
        {R"({"do":"begin","history":[{"role":"user","content":[]}]})",
            "BAD_REQUEST 'history[0].content' must be an array of at least 1 item"},
        {R"({"do":"begin","history":[{"role":"assistant"}]})",
            "BAD_REQUEST 'history[0].content' is missing"},
        {R"({"do":"begin","history":[{"role":"user","content":"x","name":"y"}]})",
            "BAD_REQUEST unknown field 'history[0].name'"},
        {R"({"do":"say"})", "BAD_REQUEST exactly one of 'text', 'content', 'from' is needed"},
        {R"({"do":"say","text":"x","content":[{"type":"text","text":"y"}]})",
            "BAD_REQUEST exactly one of 'text', 'content', 'from' is needed"},
        {R"({"do":"say","text":""})",
            "BAD_REQUEST 'text' must be a string of at least 1 character"},
        {R"({"do":"say","content":[{"type":"audio"}]})",
            "BAD_REQUEST 'content[0].type' must be one of text, image_url"},
        {R"({"do":"say","content":[{"type":"image_url","image_url":{"url":"http://x/"}}]})",
            "BAD_REQUEST 'content[0].image_url.url' must be a string that matches "
            "^data:image/[a-z]+;base64,[A-Za-z0-9+/]+=*$"},
        {R"({"do":"say","text":"x","context":[{"name":"n","type":"t"}]})",
            "BAD_REQUEST exactly one of 'text', 'json' is needed in 'context[0]'"},
        {R"({"do":"say","text":"x","mentions":["y"]})", "BAD_REQUEST unknown field 'mentions'"},
        {R"({"do":"say","text":"x","when":"later"})",
            "BAD_REQUEST 'when' must be one of now, next"},
        {R"({"do":"call","id":"c","tool":"t"})", "BAD_REQUEST 'arguments' is missing"},
        {R"({"do":"call","id":"c","tool":"t","arguments":"{}"})",
            "BAD_REQUEST 'arguments' must be an object"},
        {R"({"do":"answer","id":"a1"})",
            "BAD_REQUEST exactly one of 'verdict', 'output', 'value', 'action', 'error' is needed"},
        {R"({"do":"answer","id":"a1","outptu":1})",
            "BAD_REQUEST unknown field 'outptu'; did you mean 'output'?"},
        {R"({"do":"answer","id":"a1","output":1,"value":2})",
            "BAD_REQUEST exactly one of 'verdict', 'output', 'value', 'action', 'error' is needed"},
        {R"({"do":"answer","id":"a1","output":1,"reason":"x"})",
            "BAD_REQUEST 'reason' does not go with the other fields"},
        {R"({"do":"answer","id":"a1","verdict":"yes","edits":{}})",
            "BAD_REQUEST unknown field 'edits'"},
        {R"({"do":"answer","id":"a1","error":{"code":"no","message":"x"}})",
            "BAD_REQUEST 'error.code' must be a string that matches ^[A-Z][A-Z_]{0,63}$"},
        {R"({"do":"interrupt","id":""})",
            "BAD_REQUEST 'id' must be a string of 1 to 128 characters"},
    };
    for (const auto& [line, why] : rows) {
        INFO(line);
        CHECK(why_refused<HostMessage>(line) == why);
    }
}

TEST_CASE("the host of a workflow and a screen have messages of their own")
{
    CHECK(why_refused<WorkflowMessage>(R"({"do":"say","text":"x"})")
        == "BAD_REQUEST unknown message 'say'; the messages are begin, answer, interrupt, quit");
    CHECK(why_refused<WorkflowMessage>(R"({"do":"begin","model":"m"})")
        == "BAD_REQUEST unknown field 'model'");
    CHECK(why_refused<WorkflowMessage>(R"({"do":"begin","runId":"a/b"})")
        == "BAD_REQUEST 'runId' must be a string that matches ^[A-Za-z0-9._-]{1,128}$");
    CHECK(why_refused<WorkflowMessage>(R"({"do":"begin","params":{"a":[]},"runId":"r-1"})")
        == "accepted");
    CHECK(
        why_refused<ScreenMessage>(R"({"do":"begin"})").starts_with("BAD_REQUEST unknown message"));
    CHECK(why_refused<ScreenMessage>(R"({"do":"answer","id":"a1","verdict":"yes","arguments":{}})")
        == "accepted");
    CHECK(why_refused<ScreenMessage>(R"({"do":"command","line":"/"})")
        == "BAD_REQUEST 'line' must be a string of 2 to 65536 characters");
    CHECK(why_refused<ScreenMessage>(R"({"do":"complete","id":"c1","kind":"name","text":""})")
        == "BAD_REQUEST 'kind' must be one of path, command, argument, shell");
}

TEST_CASE("what is too large is refused as that")
{
    const std::string large(1 << 20, 'x');
    CHECK(why_refused<HostMessage>(std::string(max_line + 1, ' '))
        == "TOO_LARGE the line is longer than 16 MiB");
    CHECK(why_refused<HostMessage>(R"({"do":"answer","id":"a1","output":")" + large + R"("})")
        == "TOO_LARGE 'output' is larger than 1 MiB; answer with less");
    CHECK(why_refused<HostMessage>(
              R"({"do":"say","text":"x","context":[{"name":"n","type":"t","text":")" + large
              + R"("}]})")
        == "TOO_LARGE 'context' is larger than 1 MiB; what is larger belongs in a file of the "
           "workspace or in a host tool");
    CHECK(why_refused<HostMessage>(
              R"({"do":"begin","labels":["a",")" + std::string(1025, 'x') + R"("]})")
        == "TOO_LARGE 'labels[1]' is longer than 1024 bytes");
    CHECK(
        why_refused<HostMessage>(R"({"do":"begin","labels":[")" + std::string(1024, 'x') + R"("]})")
        == "accepted");
    CHECK(why_refused<HostMessage>("").starts_with("BAD_REQUEST it is not JSON"));
    CHECK(why_refused<HostMessage>("{\"do\":\"say\",\"text\":\"\xff\"}")
        == "BAD_REQUEST the line is not UTF-8");
}

TEST_CASE("characters are counted, not bytes")
{
    std::string reason;
    for (int count = 0; count < 4096; ++count)
        reason += "é";
    const std::string before = R"({"do":"answer","id":"a1","verdict":"no","reason":")";
    CHECK(why_refused<HostMessage>(before + reason + R"("})") == "accepted");
    CHECK(why_refused<HostMessage>(before + reason + R"(x"})")
        == "BAD_REQUEST 'reason' must be a string of 0 to 4096 characters");
}

// Returns a "content" with this many images of this many characters in base64.
static std::string content_of(std::size_t count, std::size_t size)
{
    std::string images;
    for (std::size_t index = 0; index < count; ++index)
        images += (index == 0 ? "" : ",")
            + (R"({"type":"image_url","image_url":{"url":"data:image/png;base64,)"
                + std::string(size, 'A') + "\"}}");
    return R"("content":[)" + images + "]";
}

TEST_CASE("a message of a user has no more images than one may have")
{
    const std::string why = "content' has an image that cannot be sent: ";
    const auto refused = [](std::size_t count, std::size_t size) {
        return why_refused<HostMessage>(R"({"do":"say",)" + content_of(count, size) + "}");
    };
    CHECK(refused(20, 4) == "accepted");
    CHECK(refused(21, 4) == "TOO_LARGE '" + why + "a message has at most 20 images");
    CHECK(refused(1, 5'000'000) == "accepted");
    CHECK(refused(1, 5'000'004)
        == "TOO_LARGE '" + why + "it has 3.8 MB, and an image has at most 3.75 MB");
    const std::string past = R"({"role":"user",)" + content_of(21, 4) + "}";
    CHECK(why_refused<HostMessage>(R"({"do":"begin","history":[)" + past + "]}")
        == "TOO_LARGE 'history[0]." + why + "a message has at most 20 images");
    CHECK(why_refused<ScreenMessage>(R"({"do":"say",)" + content_of(21, 4) + "}")
        == "TOO_LARGE '" + why + "a message has at most 20 images");
}

}
