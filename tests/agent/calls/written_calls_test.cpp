#include "agent/message_list.hpp"
#include "catch.hpp"

#include "agent/calls/model_inputs.hpp"
#include "agent/calls/written_calls.hpp"
#include "toolkit/text/text.hpp"

using namespace agent;
using namespace agent::calls;
using namespace toolkit::json;
using namespace toolkit::text;

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
        {"<function=cat><parameter=flags>[1, "
         "2]</parameter><parameter=other>x</parameter></function>",
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
        {R"(<|python_tag|>{"name":"a","parameters":{}}; {"name":"b","parameters":{}})",
            "a {}?; b {}?"},
        {"```json\n[{\"name\": \"cat\", \"arguments\": {}}]\n```", "cat {}?"},
    }));
    CHECK(calls_in(text) == expected);
}

TEST_CASE("calls are read in the formats of all families of models")
{
    const auto* const text = GENERATE(
        "<｜DSML｜function_calls>\n<｜DSML｜invoke name=\"cat\">\n"
        "<｜DSML｜parameter name=\"path\" string=\"true\">a</｜DSML｜parameter>\n"
        "</｜DSML｜invoke>\n</｜DSML｜function_calls>",
        "<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>cat\n```json\n{\"path\":"
        "\"a\"}\n"
        "```<｜tool▁call▁end｜><｜tool▁calls▁end｜>",
        "<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>cat<｜tool▁sep｜>{\"path\":\"a\"}<"
        "｜tool▁call▁end｜>"
        "<｜tool▁calls▁end｜>",
        "<|tool_calls_section_begin|><|tool_call_begin|>cat<|tool_call_argument_begin|>"
        "{\"path\":\"a\"}<|tool_call_end|><|tool_calls_section_end|>",
        "<minimax:tool_call>\n<invoke name=\"cat\">\n<parameter name=\"path\">a</parameter>\n"
        "</invoke>\n</minimax:tool_call>",
        "<function_calls>\n<invoke name=\"cat\">\n<parameter name=\"path\">a</parameter>\n"
        "</invoke>\n</function_calls>",
        "<invoke name=\"cat\"><parameter name=\"path\">a</parameter></invoke>",
        "<seed:tool_call><function=cat><parameter=path>a</parameter></function></seed:tool_call>",
        "<function=\"cat\"><parameter name=\"path\">a</parameter></function>",
        "<function=cat>{\"path\":\"a\"}</function>",
        "<tool_call>cat\n<arg_key>path</arg_key>\n<arg_value>a</arg_value>\n</tool_call>",
        "<tool_calls><tool_call>cat<tool_sep><arg_key>path</arg_key><arg_value>a</arg_value>"
        "</tool_call></tool_calls>",
        "<|tool_call|>[{\"name\": \"cat\", \"arguments\": {\"path\":\"a\"}}]",
        "<|tool_call|>[{\"type\":\"function\",\"function\":{\"name\":\"cat\","
        "\"arguments\":{\"path\":\"a\"}}}]<|/tool_call|>",
        "<|START_ACTION|>[{\"tool_call_id\":\"0\",\"tool_name\":\"cat\","
        "\"parameters\":{\"path\":\"a\"}}]<|END_ACTION|>",
        "<|tool_call_start|>[cat(path=\"a\")]<|tool_call_end|>",
        "<|python_start|>[cat(path='a')]<|python_end|>", "```tool_code\ncat(path=\"a\")\n```",
        "<|tool_call>call:cat{path:<|\"|>a<|\"|>}<tool_call|>",
        "<TOOLCALL>[{\"name\": \"cat\", \"arguments\": {\"path\": \"a\"}}]</TOOLCALL>",
        "<function_calls>cat(path=\"a\")</function_calls>",
        "<|action_start|><|plugin|>{\"name\": \"cat\", \"parameters\": {\"path\":\"a\"}}"
        "<|action_end|>",
        "<tool_calls>[\n{\"name\": \"cat\", \"arguments\": \"{\\\"path\\\":\\\"a\\\"}\"}\n]"
        "</tool_calls>",
        "<tool_call>json\n{\"name\": \"cat\", \"arguments\": {\"path\": \"a\"}}</tool_call>",
        "<tool_call>\n```json\n{'name': 'cat', 'arguments': {'path': 'a'}}\n```\n</tool_call>",
        "<|channel|>commentary to=\"cat\" <|constrain|>json<|message|>{\"path\":\"a\"}",
        "assistant<|channel|>commentary to=cat json{\"path\":\"a\"}");
    CAPTURE(text);
    CHECK(calls_in(text) == R"(cat {"path":"a"})");
    CHECK(has_markup_of_calls(std::string("I do it. ") + text));
}

TEST_CASE("several calls stand in one frame, and calls of Python without a frame")
{
    const auto [text, expected] = GENERATE(table<std::string, std::string>({
        {R"([cat(path="a", lines=2), cat()])", R"(cat {"path":"a","lines":2}?; cat {}?)"},
        {R"(<|tool_call_start|>[cat(flags=[True, None,]), cat(path='"\n')]<|tool_call_end|>)",
            R"(cat {"flags":[true,null]}; cat {"path":"\"\n"})"},
        {R"({"tool_calls":[{"name":"cat","arguments":{}},{"name":"b","arguments":{}}]})",
            "cat {}?; b {}?"},
        {"<function_calls>\ncat(lines=1)\ncat(lines=2)\n</function_calls>",
            R"(cat {"lines":1}; cat {"lines":2})"},
        {"<|tool_call>call:cat{path:<|\"|>a\"\\b<|\"|>,lines:1}<tool_call|><|tool_call>call:b{}",
            R"(cat {"path":"a\"\\b","lines":1}; b {})"},
        {"<invoke name=\"cat\"></invoke>\n<invoke name=\"b\"></invoke>", "cat {}; b {}"},
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
        R"([TOOL_CALLS]cat[1])", R"([TOOL_CALLS] marks calls)",
        R"(commentary to=functions.cat and so on)", "<function=cat><parameter=path>a</function>",
        "[cat(a)]", "[cat](path=1)", "cat(path=\"a\")", "[cat(path=\"a\"]", "[cat(path=\"a\"), 1]",
        "<tool_calls></tool_calls>", "<tool_calls><tool_calls><tool_calls>",
        "<function_calls>cat(path=\"a\")</function_calls> calls it",
        "<function_calls>print(cat(path=\"a\"))</function_calls>",
        "<|tool_call>call:cat{path:a}<tool_call|>", R"({"tool_calls":[]})",
        R"({"tool_calls":[{"name":"cat","arguments":{}}],"note":"as an example"})",
        "<function=cat>words</function>", "<function=cat><parameter=path>a</parameter>");
    CHECK(calls_in(text).empty());
}

TEST_CASE("a text that begins with a bare call names its tool, whatever follows")
{
    const auto [text, expected] = GENERATE(table<std::string, std::string>({
        {"[cat(", "cat"},
        {"[cat(path=oops", "cat"},
        {"```python\n[cat(a)] !", "cat"},
        {"[cat(path=\"a\")] reads it", "cat"},
        {R"({"name":"cat")", "cat"},
        {R"({"name": "cat", "arguments": {"path": )", "cat"},
        {R"({"name":"cat","arguments":{}} is a call)", "cat"},
        {R"([{"type":"function","id":"1","function":{"name":"cat","arguments":{"a)", "cat"},
        {R"({"tool_calls":[{"name":"cat","parameters":)", "cat"},
        {R"({"name":"cat"})", ""},
        {R"({"name":"cat","description":"reads a file"})", ""},
        {R"({"arguments":{},"name":"cat"})", ""},
        {R"({"path":"a"})", ""},
        {"[cat](path=1)", ""},
        {"[cat", ""},
        {"cat(path=1)", ""},
        {"See [cat(path=1)]", ""},
        {"[1, 2]", ""},
        {"", ""},
        {"[", ""},
    }));
    CAPTURE(text);
    CHECK(name_of_begun_call(text) == expected);
}

static bool may_quote(const std::string& role, const Json& content, const std::string& tool = "cat")
{
    return ModelInputs(model::read_message_list(Json::array(
                           {{{"role", role}, {"tool_call_id", "a"}, {"content", content}}})))
        .may_quote_call_of(tool);
}

TEST_CASE("a call that stands in a text that the model was given may be quoted, however it is "
          "spelled there")
{
    const std::string bare = R"({"name": "cat", "arguments": {"path": "a\nb"}})";
    const std::string tagged = "<tool_call>\n" + bare + "\n</tool_call>";
    const std::vector<std::string> calls {bare, tagged,
        R"({"arguments":{"path":"x"},"id":"1","name":"functions.CAT"})",
        R"({'name': 'cat', 'parameters': {}})", R"({"name":"\u0063at","arguments":{}})",
        "<function=cat>\n<parameter=path>\na\n</parameter>\n</function>",
        R"([TOOL_CALLS]cat[ARGS]{})", R"(<|python_tag|>{"name":"cat","parameters":{}})",
        R"(<|channel|>commentary to=functions.cat<|message|>{})",
        "12: \"name\":\n13: \"cat\",\n14: \"arguments\": {}", "+<function=cat>\n+</function>",
        "[cat(path=\"x\")]", "+cat(\n+    path=1)", "<function_calls>", "<invoke name=\"cat\">",
        "&lt;tool_call&gt;", "&amp;lt;tool_call&#x3e;", "%3Ctool_call%3E", "\\x3ctool_call>"};
    const std::string& call = calls[static_cast<std::size_t>(GENERATE(range(0, 19)))];
    CAPTURE(call);
    const Json answer {{"content", "before " + call + " behind"}, {"size", 7}};
    const Json twice {{"stdout", answer.dump()}};
    const std::string wide = [&] {
        std::string letters;
        for (const char c : call)
            (letters += c) += '\0';
        return letters;
    }();
    std::string wrapped = base64_encode("before" + call);
    for (std::size_t at = 20; at < wrapped.size(); at += 21)
        wrapped.insert(at, "\n");
    for (const std::string& content : {call, "print " + call, answer.dump(), twice.dump(),
             base64_encode(call), base64_encode("1" + call), "x:" + base64_encode("12" + call),
             base64_encode(base64_encode(call)), base64_encode(wide),
             Json {{"stdout", "file\n" + wrapped}}.dump()}) {
        CAPTURE(content);
        CHECK(may_quote("user", content));
        CHECK(may_quote("tool", content));
        CHECK(may_quote("system", "Instructions of AGENTS.md:\n\n" + content));
        CHECK(may_quote("user", Json::array({{{"type", "text"}, {"text", content}}})));
        CHECK_FALSE(may_quote("assistant", content));
    }
}

TEST_CASE("a call that comes in two texts may be quoted")
{
    const model::Messages messages {
        model::shared(model::result_message("a", R"({"content":"{\"name\":\"cat\",\"arg"})")),
        model::shared(
            model::result_message("b", R"({"content":"uments\":{}}, \"parameters\": 1"})"))};
    CHECK(ModelInputs(messages).may_quote_call_of("cat"));
}

TEST_CASE("a text that names a tool and has no call of it is no reason to leave one")
{
    const auto* const text = GENERATE("call cat with \"a\\nb\"",
        "use the tool cat, its arguments: path", R"({"entries":[{"name":"cat","type":"file"}]})",
        R"({"name":"other","arguments":{"path":"cat"}})", R"({"name":"cat-food","arguments":{}})",
        "a concat(path=1)", "cat(1)", "name: concat, arguments: none",
        "a tool call, a function = x");
    CAPTURE(text);
    CHECK_FALSE(may_quote("user", text));
    CHECK_FALSE(may_quote("tool", base64_encode(text)));
}
