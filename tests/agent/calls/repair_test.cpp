#include "catch.hpp"

#include "agent/calls/foreign_names.hpp"
#include "agent/calls/repair.hpp"

using namespace agent::calls;

TEST_CASE("a name is repaired where one is meant")
{
    const std::vector<std::string> names {"fs_read_file", "exec", "Echo", "ECHO"};
    const auto [given, expected] = GENERATE(table<std::string, std::optional<std::string>>({
        {"functions.exec", "exec"},
        {"default_api.exec", "exec"},
        {"default_api:exec", "exec"},
        {"exec()", "exec"},
        {"exec<|channel|>commentary", "exec"},
        {"functions.FS_Read_File<|channel|>json", "fs_read_file"},
        {"EXEC", "exec"},
        {"functions.exec:0", "exec"},
        {"'exec'", "exec"},
        {"\"functions.exec\"", "exec"},
        {" exec\n", "exec"},
        {"exec:", "exec"},
        {"fs-read-file", "fs_read_file"},
        {"FsReadFile", "fs_read_file"},
        {"functions.fs.readFile", "fs_read_file"},
        {"exec:x", {}},
        {"echo", {}},
        {"exe", {}},
        {"functions.", {}},
        {"functions.functions.exec", {}},
        {"<|exec", {}},
        {"", {}},
    }));
    CHECK(repaired_name(given, names) == expected);
}

static std::string repairs_of(
    const std::string& text, Ending ending = Ending::whole, const std::string& tool = {})
{
    std::string result;
    for (const auto& [repaired, what] : repaired_arguments(text, ending, tool))
        result += repaired + " (" + what + ")\n";
    return result;
}

TEST_CASE("arguments are repaired, and not guessed")
{
    const auto [text, expected] = GENERATE(table<std::string, std::string>({
        {"```json\n{\"a\":1}\n```", "{\"a\":1} (taken out of a code fence)\n"},
        {" ```\n{\"a\":\"x\"\n```",
            "{\"a\":\"x\" (taken out of a code fence)\n"
            "{\"a\":\"x\"} (taken out of a code fence, and closed with '}')\n"},
        {R"({"a":"x")", "{\"a\":\"x\"} (closed with '}')\n"},
        {R"({"a":[{"b":true)", "{\"a\":[{\"b\":true}]} (closed with '}]}')\n"},
        {"{\"a\":\"}\\\"\" ", "{\"a\":\"}\\\"\"} (closed with '}')\n"},
        {R"({"a":1,"b":[2, ],})", "{\"a\":1,\"b\":[2]} (written as JSON)\n"},
        {R"({"a":",}",})", "{\"a\":\",}\"} (written as JSON)\n"},
        {R"({"a":1}{"a":1})", "{\"a\":1} (taken once of several times)\n"},
        {R"({"a":1} {"a":1} {"a":1})", "{\"a\":1} (taken once of several times)\n"},
        {R"({"a":1}{"a":2})", ""},
        {R"({}{"a":1})", "{\"a\":1} (freed of the empty object before them)\n"},
        {R"({} )", ""},
        {"null", "{} (taken for an empty object)\n"},
        {R"("{\"a\":\"x\"}")", "{\"a\":\"x\"} (taken out of a JSON string)\n"},
        {R"({"a":1}<|im_end|>)", "{\"a\":1} (freed of the tokens after them)\n"},
        {"{\"a\":1}\n</tool_call>\n<|call|>", "{\"a\":1} (freed of the tokens after them)\n"},
        {"{\"a\":1,}</tool_call>",
            "{\"a\":1,} (freed of the tokens after them)\n"
            "{\"a\":1} (freed of the tokens after them, and written as JSON)\n"},
        {R"({'a': "it's", 'b': [True, None,], c: '"\x41'})",
            "{\"a\":\"it's\",\"b\":[true,null],\"c\":\"\\\"\\u0041\"} (written as JSON)\n"},
        {"{\"a\":\"x\n\ty\",\"b\":\"\\d+\\.\\n\\u00e4\"}",
            "{\"a\":\"x\\n\\ty\",\"b\":\"\\\\d+\\\\.\\n\\u00e4\"} (written as JSON)\n"},
        {"{\"a\":\"\\x41\\u12\x01\"",
            "{\"a\":\"\\x41\\u12\x01\"} (closed with '}')\n"
            "{\"a\":\"\\\\x41\\\\u12\\u0001\"} (closed with '}', and written as JSON)\n"},
        {R"({"a":"say "hi""})", ""},
        {R"({'a': x})", ""},
        {R"({"a":"x)", ""},
        {R"({"a":12)", ""},
        {R"({"a":)", ""},
        {R"({"a":1,)", ""},
        {R"({"a":1})", ""},
        {"words", ""},
        {"```json {}```", ""},
        {"", ""},
    }));
    CHECK(repairs_of(text) == expected);
}

TEST_CASE("what is known to be cut off is not closed")
{
    CHECK(repairs_of(R"({"a":"x")", Ending::cut_off).empty());
}

TEST_CASE("arguments in an object that names the tool are taken out of it, and of no other")
{
    const std::string out = "{\"a\":1} (taken out of an object with the name)\n";
    CHECK(repairs_of(R"({"name":"cat","arguments":{"a":1}})", Ending::whole, "cat") == out);
    CHECK(repairs_of(R"({"name":"functions.cat","parameters":"{\"a\":1}"})", Ending::whole, "cat")
        == out);
    CHECK(repairs_of(R"({"name":"rm","arguments":{"a":1}})", Ending::whole, "cat").empty());
    CHECK(repairs_of(R"({"name":"cat","arguments":{"a":1},"x":1})", Ending::whole, "cat").empty());
    CHECK(repairs_of(R"({"name":"cat","arguments":{"a":1}})").empty());
}

TEST_CASE("brackets without end are not closed")
{
    CHECK(repairs_of(std::string(1'000'000, '[') + "\"\"").empty());
}

TEST_CASE("a tool of another agent is known by what it does, if ours is offered")
{
    const std::vector<std::string> offered {
        "exec", "fs_edit", "fs_read_file", "fs_write_file", "fs_listdir", "fetch_url"};
    const auto [given, expected] = GENERATE(table<std::string, std::optional<std::string>>({
        {"shell_command", "exec"},
        {"Bash", "exec"},
        {"run_terminal_cmd", "exec"},
        {"local_shell", "exec"},
        {"container.exec", "exec"},
        {"edit_file", "fs_edit"},
        {"str_replace", "fs_edit"},
        {"str_replace_editor", "fs_edit"},
        {"default_api.read_file", "fs_read_file"},
        {"write_file", "fs_write_file"},
        {"create_file", "fs_write_file"},
        {"grep", "exec"},
        {"list_dir", "fs_listdir"},
        {"ls", "fs_listdir"},
        {"WebFetch", "fetch_url"},
        {"webfetch", "fetch_url"},
        {"delete_file", {}},
        {"weather", {}},
        {"ash", {}},
        {"...", {}},
        {"", {}},
    }));
    CHECK(tool_for_foreign_name(given, offered) == expected);
    CHECK_FALSE(tool_for_foreign_name(given, {}));
}
