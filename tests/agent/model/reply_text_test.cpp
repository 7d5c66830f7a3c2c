#include "catch.hpp"

#include "agent/model/reply_text.hpp"

using namespace agent::model;

static std::string tail_of(const std::string& text)
{
    std::string result = text;
    std::replace(result.begin(), result.end(), '\n', '~');
    return result;
}

// "reasoning|text|calls"
static std::string parts_of(const std::string& text)
{
    const ReplyText::Parts parts = parts_of_reply(text);
    return tail_of(parts.reasoning + "|" + parts.text + "|" + parts.calls);
}

static const std::vector<std::pair<std::string, std::string>>& replies()
{
    static const std::vector<std::pair<std::string, std::string>> all {
        {"", "||"},
        {"  \n", "|  ~|"},
        {" plain < text", "| plain < text|"},
        {"<think>why</think>\n\nanswer\n", "why|answer~|"},
        {"\n<think>\nwhy\n</think>answer", "~why~|answer|"},
        {"<think></think><think>b</think>c", "b|c|"},
        {"[THINK]why[/THINK]answer", "why|answer|"},
        {"◁think▷why◁/think▷answer", "why|answer|"},
        {"<thought>why</thought>answer", "why|answer|"},
        {"<reasoning>why</reasoning>\nanswer", "why|answer|"},
        {"<|START_THINKING|>why<|END_THINKING|>\n<|START_RESPONSE|>\nanswer\n<|END_RESPONSE|>",
            "why|answer~|"},
        {"<|START_RESPONSE|>answer<|END_RESPONSE|><|END_OF_TURN_TOKEN|>", "|answer|"},
        {"<thinking>why</thinking>answer", "why|answer|"},
        {"<think>it never ends </thin", "it never ends </thin||"},
        {"<thi", "|<thi|"},
        {"The tag <think>a</think> is a quotation", "|The tag <think>a</think> is a quotation|"},
        {"So:\n<think>\na\n</think>\nb", "|So:~<think>~a~</think>~b|"},
        {"why\n</think>\n\nanswer", "why~|answer|"},
        {"why\n</think>", "why~||"},
        {"a </think> b\n</think>c", "|a </think> b~</think>c|"},
        {"why\n</think>\nx\n</think>\ny", "why~|x~</think>~y|"},
        {"<|channel|>analysis<|message|>why<|end|><|start|>assistant<|channel|>final<|message|>"
         "answer<|"
         "return|>",
            "why|answer|"},
        {"<|start|>assistant<|channel|>final<|message|>a <| b <|end", "|a <| b <|end|"},
        {"<|channel|>analysis<|message|>why<|end|>answer", "why|answer|"},
        {"<|channel|>commentary to=functions.cat <|constrain|>json<|message|>{}<|call|>",
            "||<|start|>commentary to=functions.cat <|constrain|>json<|message|>{}<|call|>"},
        {"<|channel|>analysis<|message|>why<|end|><|start|>assistant "
         "to=functions.cat<|channel|>commentary "
         "json<|message|>{\"a\":1}",
            "why||<|start|>assistant to=functions.cat<|channel|>commentary "
            "json<|message|>{\"a\":1}"},
        {"<|start|>no header", "|no header|"},
        {"answer<|im_end|>\n", "|answer|"},
        {"answer<|end|><|im_end|>", "|answer|"},
        {"answer<|im_en", "|answer<|im_en|"},
        {"ends with <|im_end|>", "|ends with <|im_end|>|"},
        {"`<|im_end|>`", "|`<|im_end|>`|"},
        {"a<|im_end|>b", "|a<|im_end|>b|"},
        {"<tool_call>\n{}\n</tool_call>", "|<tool_call>~{}~</tool_call>|"},
        {"<think>a</think>{\"name\": 1}", "a|{\"name\": 1}|"},
        {"```json\n{\"x\": 1}\n```", "|```json~{\"x\": 1}~```|"},
    };
    return all;
}

TEST_CASE("a reply is taken apart")
{
    for (const auto& [text, expected] : replies())
        CHECK(parts_of(text) == expected);
}

TEST_CASE("a reply is taken apart the same way however it is cut")
{
    for (const auto& [text, expected] : replies()) {
        for (std::size_t first = 0; first <= text.size(); ++first)
            for (std::size_t second = first; second <= text.size(); ++second) {
                ReplyText reply;
                ReplyText::Parts all;
                const auto add = [&](const ReplyText::Parts& parts) {
                    all.text += parts.text;
                    all.reasoning += parts.reasoning;
                };
                add(reply.add(text.substr(0, first)));
                add(reply.add(text.substr(first, second - first)));
                add(reply.add(text.substr(second)));
                const ReplyText::Parts rest = reply.end();
                add(rest);
                if (rest.unopened > 0)
                    continue; // what a stream has shown by then is not taken back
                if (tail_of(all.reasoning + "|" + all.text + "|" + rest.calls) != expected)
                    FAIL(text << " cut at " << first << " and " << second << ": "
                              << tail_of(all.reasoning + "|" + all.text + "|" + rest.calls));
            }
    }
    SUCCEED();
}

TEST_CASE("no token of a reasoning that nothing opened is shown, wherever a stream is cut")
{
    const std::string text = "why\n</think>\n\nanswer";
    for (std::size_t cut = 0; cut <= text.size(); ++cut) {
        ReplyText reply;
        std::string shown = reply.add(text.substr(0, cut)).text;
        shown += reply.add(text.substr(cut)).text;
        const ReplyText::Parts rest = reply.end();
        CHECK(shown + rest.text == "why\n\n\nanswer");
        CHECK(rest.unopened == 4);
    }
}

TEST_CASE("what is shown does not wait for more than it must")
{
    ReplyText reply;
    CHECK(reply.add("He").text == "He");
    CHECK(reply.add("llo <b").text == "llo <b");
    CHECK(reply.add(">x<|").text == ">x");
    CHECK(reply.add("y").text == "<|y");
}
