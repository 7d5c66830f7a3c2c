#include "catch.hpp"

#include "runner/clients/foreign_variables.hpp"
#include "runner/clients/translation.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/error.hpp"

using namespace runner::clients;
using toolkit::json::parse_bounded;

static Translation translation_of(const char* document, const char* path = "file.json")
{
    const ServerFile file = servers_of_document(parse_bounded(document), path);
    return translated(file.servers.at(0), file);
}

static std::string entry_of(const char* document, const char* path = "file.json")
{
    return translation_of(document, path).entry.dump();
}

TEST_CASE("the top-level key tells the form")
{
    const auto format_of = [](const char* document, const char* path = "x") {
        return servers_of_document(parse_bounded(document), path).format;
    };
    CHECK(format_of("{}") == Format::usual);
    CHECK(format_of(R"({"mcpServers":{"a":{"command":"x"}}})") == Format::usual);
    CHECK(format_of(R"({"mcpServers":{}})", "/x/cline_mcp_settings.json") == Format::cline);
    CHECK(format_of(R"({"mcpServers":{}})", "my_cline_mcp_settings.json") == Format::usual);
    CHECK(format_of(R"({"mcpServers":{}})", ".gemini/settings.json") == Format::gemini);
    CHECK(format_of(R"({"mcpServers":{"a":{"alwaysAllow":[]}}})") == Format::cline);
    CHECK(format_of(R"({"mcpServers":{"a":{"includeTools":[]}}})") == Format::gemini);
    CHECK(format_of(R"({"mcpServers":{"a":{"httpUrl":"x"}}})") == Format::usual);
    CHECK(format_of(R"({"servers":{}})") == Format::vscode);
    CHECK(format_of(R"({"mcp_servers":{}})") == Format::codex);
    CHECK(format_of(R"({"mcp":{}})") == Format::opencode);
    CHECK(format_of(R"({"extensions":{}})") == Format::goose);
    CHECK(format_of(R"({"context_servers":{}})") == Format::zed);
    for (const char* document : {"[]", "1", R"({"servers":[]})", R"({"mcpServers":1})"})
        CHECK_THROWS_AS(format_of(document), toolkit::ToolError);
}

TEST_CASE("an entry with keys of agentcli stays as it is")
{
    const char* entry
        = R"({"command":"x","args":["${A:-b}","$B"],"env":{"C":"{env:D}"},"cwd":"d","timeout":5,)"
          R"("tools":["a"],"sandbox":{"network":"off"},"oauth":{"clientId":"c"},"headers":{}})";
    CHECK(entry_of(("{\"mcpServers\":{\"a\":" + std::string(entry) + "}}").c_str()) == entry);
}

TEST_CASE("times are converted by the unit of the form")
{
    CHECK(entry_of(R"({"mcpServers":{"a":{"timeout":60}}})") == R"({"timeout":60})");
    CHECK(entry_of(R"({"mcpServers":{"a":{"timeout":60}}})", "cline_mcp_settings.json")
        == R"({"timeout":60000})");
    CHECK(entry_of(R"({"extensions":{"a":{"timeout":0.5}}})") == R"({"timeout":500})");
    CHECK(
        entry_of(R"({"mcp_servers":{"a":{"startup_timeout_ms":1500}}})") == R"({"startSec":1.5})");
    CHECK(entry_of(R"({"extensions":{"a":{"timeout":-9223372036854775808}}})")
        == R"({"timeout":-9.223372036854776e+21})");
}

TEST_CASE("values of another type than expected are passed on or named, and never lost silently")
{
    for (const char* key : {"env_vars", "bearer_token_env_var", "env_http_headers", "enabled",
             "tools", "oauth", "scopes", "http_headers", "command", "startup_timeout_ms"})
        for (const char* value : {"1", "null", "\"x\"", "[]", "[1]", "{}", "{\"a\":1}", "[[]]"})
            for (const char* top :
                {"mcpServers", "servers", "mcp_servers", "mcp", "extensions", "context_servers"}) {
                const std::string document = std::string("{\"") + top + R"(":{"a":{"url":"u",")"
                    + key + "\":" + value + "}}}";
                CHECK_NOTHROW(translation_of(document.c_str()));
            }
    CHECK(translation_of(R"({"mcp_servers":{"a":{"bearer_token_env_var":1}}})").ignored
        == std::vector<std::string> {"bearer_token_env_var"});
    CHECK(entry_of(R"({"mcp_servers":{"a":{"oauth":false,"scopes":["a"]}}})")
        == R"({"oauth":{"scopes":["a"]}})");
}

TEST_CASE("files of variables are refused")
{
    const auto problem_of
        = [](const char* document) { return translation_of(document).problem.value().message; };
    CHECK(problem_of(R"({"mcpServers":{"a":{"envFile":".env"}}})").starts_with("'envFile' is not"));
    CHECK(problem_of(R"({"mcp":{"a":{"headers":{"A":"{file:x}"}}}})")
              .starts_with("'headers' has {file:…}"));
    CHECK(!translation_of(R"({"mcpServers":{"a":{"args":["{file:x}"]}}})").problem);
}

TEST_CASE("variables are translated to the syntax of agentcli")
{
    const auto translate
        = [](const char* text, Format format) { return with_our_variables(text, format).text; };
    CHECK(translate("$A ${B} {env:C}", Format::usual) == "$A ${B} {env:C}");
    CHECK(translate("$A_1/$B$$C $5 ${D} $", Format::gemini) == "${A_1}/${B}$${C} $5 ${D} $");
    CHECK(translate("{env:C}x{env:D", Format::opencode) == "${C}x{env:D");
    CHECK(translate("a${/}b${pathSeparator}c", Format::vscode) == "a/b/c");
    CHECK(translate("${input:my-key}${open", Format::vscode) == "${MY_KEY}${open");
    CHECK(variable_of_input("1") == "INPUT_1");
    CHECK(variable_of_input("") == "INPUT_");
    CHECK(with_our_variables("{file:a}{file:b}", Format::opencode).file == "a");
    CHECK(translate("${A}$B_", Format::gemini) == "${A}${B_}");
}

static std::string repeated(std::string_view part, std::size_t size)
{
    std::string text;
    while (text.size() < size)
        text += part;
    return text;
}

TEST_CASE("a mebibyte of beginnings of variables takes linear time")
{
    constexpr std::size_t size = 1 << 20;
    for (const char* part : {"${", "{env:", "{file:", "$"})
        for (const Format format : {Format::gemini, Format::opencode, Format::vscode}) {
            const std::string text = repeated(part, size);
            CHECK(with_our_variables(text, format).text == text);
        }
}

TEST_CASE("the names that a file can list are limited")
{
    const std::string names = repeated("\"A\",", 4'000);
    const auto with_variables = [](const std::string& list) {
        return R"({"mcp_servers":{"a":{"command":"x","env_vars":[)" + list + "\"B\"]}}}";
    };
    CHECK(!translation_of(with_variables("\"A\",").c_str()).problem);
    CHECK(!translation_of(with_variables(names.substr(0, 3'996)).c_str()).problem);
    CHECK(translation_of(with_variables(names).c_str()).problem.value().message
        == "'env_vars' names more than 1,000 variables");
    std::string inputs;
    for (int number = 0; number < 200; ++number)
        inputs += "${input:a" + std::to_string(number) + "}";
    const std::string document = R"({"servers":{"a":{"command":")" + inputs + "\"}}}";
    CHECK(translation_of(document.c_str()).variables.size() == 100);
}

TEST_CASE("an empty object removes no members")
{
    const char* members = R"({"mcp":{"a":{"environment":{"A":"1"},"env":{}}}})";
    CHECK(entry_of(members) == R"({"env":{"A":"1"}})");
    CHECK(entry_of(R"({"mcp":{"a":{"env":{}}}})") == R"({"env":{}})");
}
