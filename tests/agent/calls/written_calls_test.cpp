#include "catch.hpp"

#include "agent/calls/written_calls.hpp"

static const Json schema = Json::parse(
    R"({"properties":{"path":{"type":"string"},"lines":{"type":"integer"},"flags":{"type":"array"}}})");

// "NAME ARGUMENTS; NAME ARGUMENTS", with a ? behind what is bare
static std::string calls_in(const std::string& text)
{
    std::string result;
    for (const auto& call : written_calls(text))
        result += (result.empty() ? "" : "; ") + call.name + " " + arguments_of(call, schema)
            + (call.is_bare ? "?" : "");
    return result;
}

TEST_CASE("calls that are written as text are read")
{
    const auto [text, expected] = GENERATE(table<std::string, std::string>({
        {"<tool_call>\n{\"name\": \"cat\", \"arguments\": {\"path\": \"a\"}}\n</tool_call>",
            R"(cat {"path":"a"})"},
        {R"(<tool_call>{"name":"a","arguments":{}}</tool_call> <tool_call>{"name":"b","arguments":"{}"})",
            "a {}; b {}"},
        {"<tool_call>\n<function=cat>\n<parameter=path>\n "
         "1\n</parameter>\n<parameter=lines>\n2\n</parameter>\n"
         "</function>\n</tool_call>",
            R"(cat {"path":" 1","lines":2})"},
        {"<function=cat><parameter=flags>[1, 2]</parameter><parameter=other>x</parameter></function>",
            R"(cat {"flags":[1,2],"other":"x"})"},
        {"<function=cat></function>", "cat {}"},
        {R"([TOOL_CALLS][{"name":"a","arguments":{"x":1},"id":"123456789"},{"name":"b","arguments":{}}])",
            R"(a {"x":1}; b {})"},
        {R"([TOOL_CALLS]cat[ARGS]{"path":"a"}[TOOL_CALLS]cat{"path":"b"}</s>)",
            R"(cat {"path":"a"}; cat {"path":"b"})"},
        {R"([TOOL_CALLS]cat[CALL_ID]abc[ARGS]{})", "cat {}"},
        {R"(<|start|>assistant<|channel|>commentary to=functions.cat <|constrain|>json<|message|>{"path":"a"}<|call|>)",
            R"(functions.cat {"path":"a"})"},
        {R"(<|start|>assistant to=functions.cat<|channel|>commentary json<|message|>{}<|call|>)",
            "functions.cat {}"},
        {R"(commentary to=functions.cat json{"path":"a"})", R"(functions.cat {"path":"a"})"},
        {R"({"name": "cat", "parameters": {"path": "a"}})", R"(cat {"path":"a"}?)"},
        {R"({"type":"function","function":{"name":"cat","arguments":{}}})", "cat {}?"},
        {R"(<|python_tag|>{"name":"a","parameters":{}}; {"name":"b","parameters":{}})", "a {}?; b {}?"},
        {"```json\n[{\"name\": \"cat\", \"arguments\": {}}]\n```", "cat {}?"},
    }));
    CHECK(calls_in(text) == expected);
}

TEST_CASE("a text about calls is none")
{
    const auto* const text = GENERATE("", "words", "{}", "[]", "[1]", "7", R"({"name":"cat"})",
        R"({"name":"cat","arguments":{},"note":"as an example"})",
        R"({"name":"cat","name":"b","arguments":{}})", R"({"name":7,"arguments":{}})",
        R"(Like this: <tool_call>{"name":"cat","arguments":{}}</tool_call>)",
        R"(<tool_call>{"name":"cat","arguments":{}}</tool_call> calls it)",
        R"(<tool_call>{"name":"cat","arguments":{}}</tool_call>{"name":"cat","arguments":{}})",
        R"(<tool_call>{"name":"cat","arguments":{}</tool_call>)", R"(<tool_call>)",
        R"(`{"name":"cat","arguments":{}}`)", R"({"name":"cat","arguments":{}} is a call)",
        "```json\n{\"name\":\"cat\",\"arguments\":{}}\n```\nis a call", R"([TOOL_CALLS])",
        R"([TOOL_CALLS]cat[1])", R"([TOOL_CALLS] marks calls)", R"(commentary to=functions.cat and so on)",
        "<function=cat><parameter=path>a</function>", "<function=cat>words</function>",
        "<function=cat><parameter=path>a</parameter>");
    CHECK(calls_in(text).empty());
}

TEST_CASE("a call that the user or a tool has said is repeated, in whatever spelling")
{
    const auto repeated = [](const std::string& text, const Json& message) {
        return is_repeated(written_calls(text).at(0), Json::array({message}));
    };
    const std::string call = R"({"name": "cat", "arguments": {"path": "a\nb"}})";
    const std::string tagged = "<tool_call>" + call + "</tool_call>";
    const Json answer {{"content", "before " + call + " behind"}, {"size", 7}};
    const Json twice {{"stdout", answer.dump()}};
    for (const std::string& content : {call, "print " + tagged, answer.dump(), twice.dump(),
             std::string(R"({"arguments":1,"x":[")"
                         R"("]})")
                 + call}) {
        CHECK(repeated(call, {{"role", "user"}, {"content", content}}));
        CHECK(repeated(tagged, {{"role", "tool"}, {"content", content}}));
        CHECK_FALSE(repeated(call, {{"role", "assistant"}, {"content", content}}));
    }
    CHECK(repeated(R"({"name":"cat","arguments":{"path":"a\nb"}})", {{"role", "tool"}, {"content", call}}));
    CHECK_FALSE(repeated(call, {{"role", "user"}, {"content", R"(call cat with "a\nb")"}}));
    CHECK(repeated("<function=cat><parameter=path>a</parameter></function>",
        {{"role", "tool"},
            {"content",
                R"({"content":"<function=cat>\n<parameter=path>\na\n</parameter>\n</function>\n"})"}}));
}
