#include "catch.hpp"

#include "runner/repair.hpp"

TEST_CASE("a name is repaired where one is meant")
{
    const std::vector<std::string> names {"fs_read_file", "exec", "Echo", "ECHO"};
    const auto [given, expected] = GENERATE(table<std::string, std::optional<std::string>>({
        {"functions.exec", "exec"},
        {"exec<|channel|>commentary", "exec"},
        {"functions.FS_Read_File<|channel|>json", "fs_read_file"},
        {"EXEC", "exec"},
        {"echo", {}},
        {"exe", {}},
        {"functions.", {}},
        {"functions.functions.exec", {}},
        {"<|exec", {}},
        {"", {}},
    }));
    CHECK(repaired_name(given, names) == expected);
}

static std::string repairs_of(const std::string& text, Ending ending = Ending::whole)
{
    std::string result;
    for (const auto& [repaired, what] : repaired_arguments(text, ending))
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
