#include "catch.hpp"

#include "runner/redaction.hpp"
#include "runner/secret_names.hpp"
#include "toolkit/error.hpp"
#include "toolkit/whole_json.hpp"

#include <array>

TEST_CASE("values and patterns are replaced, and overlaps are one")
{
    const Redaction redaction(
        {{"abcdef", "cdefghij", "abcdefXY", "12345", "  padded\n"}, {"acct-[0-9]+", "x*", "q.*?q"}});
    const auto [text, expected] = GENERATE(table<std::string, std::string>({
        {"", ""},
        {"nothing", "nothing"},
        {"abcdef", "[redacted]"},
        {"<abcdef>", "<[redacted]>"},
        {"abcdefXY.", "[redacted]."},
        {"-abcdefghij-", "-[redacted]-"},
        {"abcdef and abcdef", "[redacted] and [redacted]"},
        {"abcdefabcdef", "[redacted][redacted]"},
        {"12345 is short", "12345 is short"},
        {"padded", "[redacted]"},
        {"acct-1 acct-22 acct-", "[redacted] [redacted] acct-"},
        {"-xx-", "-[redacted]-"},
        {"q1q2q", "[redacted]2q"},
    }));
    CHECK(redaction.redact(text) == expected);
}

TEST_CASE("a value is found as JSON writes it, also in JSON in JSON")
{
    const std::string secret = "pass\"wörd\\\n1";
    const Redaction redaction({{secret}, {}});
    std::string text = secret;
    for (int depth = 0; depth < 4; ++depth) {
        CAPTURE(text);
        CHECK(redaction.redact("<" + text + ">") == "<[redacted]>");
        const std::string quoted = nlohmann::json(text).dump();
        text = quoted.substr(1, quoted.size() - 2);
    }
    CHECK(redaction.redact(R"(pass\"w\u00f6rd\\\n1)") == "[redacted]");
}

TEST_CASE("a document stays one, with its strings and keys redacted")
{
    const Redaction redaction({{"secret"}, {"\"[^\"]*\""}});
    const Json document {
        {"a secret", {"secret", 1, nullptr, true, {{"deep", "no secret \"here\""}}}}, {"n", 1.5}};
    CHECK(redaction.redact_json(document).dump()
        == R"({"a [redacted]":["[redacted]",1,null,true,{"deep":"no [redacted] [redacted]"}],"n":1.5})");
}

TEST_CASE("bytes that are not UTF-8 are left alone, and secrets beside them found")
{
    const Redaction redaction({{"secret", "\xff\xfe\xfd\xfc\xfb\xfa"}, {"k.y"}});
    CHECK(redaction.redact("\xff secret \x80 key") == "\xff [redacted] \x80 [redacted]");
    CHECK(redaction.redact("<\xff\xfe\xfd\xfc\xfb\xfa>") == "<[redacted]>");
}

TEST_CASE("a pattern that is none is refused") { CHECK_THROWS_AS(Redaction({{}, {"(?=x)"}}), ToolError); }

TEST_CASE("names like those of secrets")
{
    for (const char* name :
        {"OPENAI_API_KEY", "GITHUB_TOKEN", "AWS_SECRET_ACCESS_KEY", "PGPASSWORD", "npm_authtoken", "DB_PASS",
            "MYSQL_PWD", "GOOGLE_APPLICATION_CREDENTIALS", "CLIENT_SECRET_OLD", "APIKEY"})
        CHECK(is_secret_name(name));
    for (const char* name :
        {"PATH", "PWD", "OLDPWD", "KEYBOARD", "TOKENIZERS_PARALLELISM", "COMPASS", "HOME", "", "_"})
        CHECK_FALSE(is_secret_name(name));
}

TEST_CASE("the values of such variables are secrets")
{
    const std::array<const char*, 5> environment {
        "PATH=/bin", "A_TOKEN=one=two", "KEY=", "no equals sign", nullptr};
    CHECK(secret_values(environment.data()) == std::vector<std::string> {"one=two", ""});
}
