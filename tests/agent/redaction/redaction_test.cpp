#include "catch.hpp"

#include "agent/redaction/redaction.hpp"
#include "agent/redaction/secret_names.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/system/error.hpp"

#include <array>

using namespace agent::redaction;
using namespace toolkit::json;
using namespace toolkit::system;

TEST_CASE("values and patterns are replaced, and overlaps are one")
{
    const Redaction redaction({{"abcdef", "cdefghij", "abcdefXY", "12345", "  padded\n"},
        {"acct-[0-9]+", "x*", "q.*?q"}});
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

TEST_CASE("a field by itself is redacted as in its record, and keeps its name")
{
    const Redaction redaction({{"s3cret-value"}, {"tool|step"}, Shapes::known, {"pin"}});
    const Json record {{"tool", "a_step"}, {"text", "a step of s3cret-value"}, {"pin", "4711"},
        {"arguments", R"({"pin":4711,"path":"/tool"})"}, {"error", "NO_STEP"},
        {"content",
            {{{"type", "text"}, {"text", "s3cret-"}}, {{"type", "text"}, {"text", "value"}}}},
        {"usage", {{"tool", "a_step"}}}, {"steps", {"a step"}}, {"done", true}};
    const Json redacted = redaction.redact_json(record);
    for (const auto& [name, value] : record.items()) {
        INFO(name);
        CHECK(redaction.redact_field(name, value).dump() == redacted.at(name).dump());
        if (value.is_string())
            CHECK(redaction.redact_field(name, value.get<std::string>()) == redacted.at(name));
    }
    CHECK(redaction.redact_field("a tool", Json("tool")).dump() == R"("[redacted]")");
}

TEST_CASE("what has a secret name is replaced, in JSON however deep, and as NAME=value")
{
    const Redaction redaction({{}, {}, Shapes::none, {"pin", "Card-No"}});
    const auto [text, expected] = GENERATE(table<std::string, std::string>({
        {"pin=1234 x", "pin=[redacted] x"},
        {"PIN = 1234", "PIN = [redacted]"},
        {"a\nexport pin='1 2' b", "a\nexport pin='[redacted]' b"},
        {"--pin=1 /pin=2 x--pin=3 db.pin=4",
            "--pin=[redacted] /pin=[redacted] x--pin=[redacted] db.pin=[redacted]"},
        {"pinned=1 x-pin=2 my_pin=3 pin 4 pin==5 pin::x",
            "pinned=1 x-pin=2 my_pin=3 pin 4 pin==5 pin::x"},
        {"pin: a b\nc", "pin: [redacted]\nc"},
        {"pin:\n", "pin:\n"},
        {"pin=", "pin="},
        {"card-no := 7", "card-no := [redacted]"},
        {R"({"pin":1234,"n":1})", R"({"pin":"[redacted]","n":1})"},
        {R"({"pin" : "a\"b\\","n":"x"})", R"({"pin" : "[redacted]","n":"x"})"},
        {R"({"pin":null,"Pin":true})", R"({"pin":null,"Pin":"[redacted]"})"},
        {R"({"pin":["]",{"n":1}],"n":1})", R"({"pin":"[redacted]","n":1})"},
        {R"("{\"pin\":\"a\\\"b\",\"n\":1}")", R"("{\"pin\":\"[redacted]\",\"n\":1}")"},
        {R"("{\"pin\":\"a\\\\\",\"n\":1}")", R"("{\"pin\":\"[redacted]\",\"n\":1}")"},
        {R"(\\\"pin\\\":\\\"a\\\\\\\"b\\\" n)", R"(\\\"pin\\\":\\\"[redacted]\\\" n)"},
        {R"("{\"pin\": 7,\"n\":1}")", R"("{\"pin\": \"[redacted]\",\"n\":1}")"},
        {R"(one\npin=1234\ntwo)", R"(one\npin=[redacted]\ntwo)"},
        {"pin=[redacted]", "pin=[redacted]"},
        {"pin=\"open\nrest", "pin=\"[redacted]\nrest"},
        {"pin={open", "pin=[redacted]"},
        {"pin = DE02 1203 4444\nx", "pin = [redacted]\nx"},
        {"pin=\"DE02 1203\nsecond line\n\"\nx=\"1\"", "pin=\"[redacted]\"\nx=\"1\""},
        {"pin: 'a\nit's more', x='1'", "pin: '[redacted]', x='1'"},
        {"pin=\"open\nx=\"1\"y", "pin=\"[redacted]\nx=\"1\"y"},
        {"pin=\"open\n" + std::string(5'000, 'x') + "\"\n",
            "pin=\"[redacted]\n" + std::string(5'000, 'x') + "\"\n"},
        {"pin: |\n  DE02 1203\n\n   more\nx: 1", "pin: [redacted]\nx: 1"},
        {"a:\n  pin: >-  # folded\r\n    DE02\r\n    1203\r\n  x: 1",
            "a:\n  pin: [redacted]\r\n  x: 1"},
        {"pin: |\n  DE02", "pin: [redacted]"},
        {"pin: |\nx: 1", "pin: [redacted]\nx: 1"},
        {"pin: |", "pin: [redacted]"},
        {R"({"a":"pin: |\n  DE02 \"1203\n  4\nx: 1","n":1})",
            R"({"a":"pin: [redacted]\nx: 1","n":1})"},
        {R"({"a":"pin: |\n  DE02","n":1})", R"({"a":"pin: [redacted]","n":1})"},
        {R"({"a":"pin=\"DE02\nmore\"\nx","n":1})", R"({"a":"pin=\"[redacted]\"\nx","n":1})"},
    }));
    CHECK(redaction.redact(text) == expected);
}

TEST_CASE("a value that never ends is covered as far as it is looked at")
{
    const Redaction redaction({{}, {}, Shapes::none, {"pin"}});
    const std::string_view shown = "pin=[redacted]";
    CHECK(redaction.redact("pin={" + std::string(70'000, 'x')).starts_with(shown));
    CHECK(redaction.redact("pin={" + std::string(60'000, '\\')) == shown);
}

TEST_CASE("a document stays a message or a line of the audit, whatever the rules are")
{
    const Redaction redaction({{}, {"role|user|con", "\"[a-z]+\""}, Shapes::none, {"pin"}});
    const Json document {{"role", "user"}, {"content", "a user"}, {"pin", {1, 2}}, {"PIN", nullptr},
        {"function", {{"name", "f"}, {"arguments", R"({"role":"user","n":1,"pin":7})"}}}};
    CHECK(redaction.redact_json(document).dump()
        == R"({"role":"user","content":"a [redacted]","pin":"[redacted]","PIN":null,)"
           R"("function":{"name":"f","arguments":"{\"role\":\"user\",\"n\":1,\"pin\":\"[redacted]\"}"}})");
}

TEST_CASE("what programs go by stays what it is, and what is said does not")
{
    const Redaction redaction({{"hunter22"}, {".+"}, Shapes::none});
    const Json document = Json::parse(
        R"({"ts":"2026-11-22T09:30:00.000Z","message":{"role":"assistant","content":null,)"
        R"("tool_calls":[{"id":"call-hunter22","type":"function","function":{"name":"fs_edit",)"
        R"("arguments":"{\"name\":\"Ada\"}"}}]},"finish_reason":"tool_calls","error":"NO_MATCH",)"
        R"("asked":[{"role":"tool","tool_call_id":"call-hunter22","content":"x"},)"
        R"({"role":"user","content":[{"type":"text","text":"x"}]}],"name":"not a name","id":7})");
    CHECK(redaction.redact_json(document).dump()
        == R"({"ts":"2026-11-22T09:30:00.000Z","message":{"role":"assistant","content":null,)"
           R"("tool_calls":[{"id":"call-redacted","type":"function","function":{"name":"fs_edit",)"
           R"("arguments":"{\"name\":\"[redacted]\"}"}}]},"finish_reason":"tool_calls","error":"NO_MATCH",)"
           R"("asked":[{"role":"tool","tool_call_id":"call-redacted","content":"[redacted]"},)"
           R"({"role":"user","content":[{"type":"text","text":"[redacted]"}]}],"name":"[redacted]","id":7})");
}

TEST_CASE("two keys that become one are both there")
{
    const Redaction redaction({{}, {"[0-9]+"}, Shapes::none});
    CHECK(redaction.redact_json({{"n1", {{"k1", 1}, {"k2", 2}}}}).dump()
        == R"({"n1":{"k[redacted]":1,"k[redacted]'":2}})");
}

TEST_CASE("the rules of a workspace add to the operator's, and do not count for what he decides by")
{
    const Redaction redaction({{}, {"one"}, Shapes::none, {"pin"}, {{"two"}, {"tan"}}});
    CHECK(redaction.redact("one two pin=1 tan=2")
        == "[redacted] [redacted] pin=[redacted] tan=[redacted]");
    CHECK(redaction.of_operator().redact("one two pin=1 tan=2")
        == "[redacted] two pin=[redacted] tan=2");
}

TEST_CASE("a rule that can't be used is refused")
{
    for (const char* pattern : {"(?=x)", "x*", "", "a|"})
        CHECK_THROWS_AS(check_pattern(pattern), ToolError);
    check_pattern("x+");
    for (const char* key : {"id", "a b", "", "pin\"", "role", "Content", "answerSha256"})
        CHECK_THROWS_AS(check_key(key), ToolError);
    check_key("card-no");
}

TEST_CASE("bytes that are not UTF-8 are left alone, and secrets beside them found")
{
    const Redaction redaction({{"secret", "\xff\xfe\xfd\xfc\xfb\xfa"}, {"k.y"}});
    CHECK(redaction.redact("\xff secret \x80 key") == "\xff [redacted] \x80 [redacted]");
    CHECK(redaction.redact("<\xff\xfe\xfd\xfc\xfb\xfa>") == "<[redacted]>");
}

TEST_CASE("a pattern that is none is refused")
{
    CHECK_THROWS_AS(Redaction({{}, {"(?=x)"}}), ToolError);
}

TEST_CASE("names like those of secrets")
{
    for (const char* name :
        {"OPENAI_API_KEY", "GITHUB_TOKEN", "AWS_SECRET_ACCESS_KEY", "PGPASSWORD", "npm_authtoken",
            "DB_PASS", "MYSQL_PWD", "GOOGLE_APPLICATION_CREDENTIALS", "CLIENT_SECRET_OLD", "APIKEY",
            "FOO_KEY1", "DB_PASSWORD_2", "SSHPASS", "PASS2"})
        CHECK(is_secret_name(name));
    for (const char* name : {"PATH", "PWD", "OLDPWD", "KEYBOARD", "TOKENIZERS_PARALLELISM",
             "COMPASS", "HOME", "", "_", "MAX_TOKENS", "SSH_AUTH_SOCK", "7"})
        CHECK_FALSE(is_secret_name(name));
}

TEST_CASE("the values of variables with a name of the operator's are secrets")
{
    const std::array<const char*, 3> environment {"Iban=DE0212", "IBANS=x", nullptr};
    CHECK(secret_values(environment.data(), {"IBAN"}) == std::vector<std::string> {"DE0212"});
}

TEST_CASE("the values of such variables are secrets")
{
    const std::array<const char*, 5> environment {
        "PATH=/bin", "A_TOKEN=one=two", "KEY=", "no equals sign", nullptr};
    CHECK(secret_values(environment.data(), {}) == std::vector<std::string> {"one=two", ""});
}

TEST_CASE("the values of variables that may be secrets are some, unless they are words or numbers")
{
    using Texts = std::vector<std::string>;
    const auto [entry, expected] = GENERATE(table<std::string, Texts>({
        {"FOO_KEYS=ab12cd,ef34gh", {"ab12cd,ef34gh", "ab12cd", "ef34gh"}},
        {"TOKENS=Zq7xK2mP9", {"Zq7xK2mP9"}},
        {"GITHUB_PAT=Zq7xK2mP9", {"Zq7xK2mP9"}},
        {"FOO_AUTH=me:hunter", {"me:hunter"}},
        {"foo_auth=Zq7xK2mP9", {"Zq7xK2mP9"}},
        {"FOO_AUTH=kerberos", {}},
        {"MAX_TOKENS=100000", {}},
        {"AUTH_METHOD=scram-sha-256", {}},
        {"SSH_AUTH_SOCK=/tmp/agent.1", {}},
        {"FORMAT=a1b2c3", {}},
    }));
    CAPTURE(entry);
    const std::array<const char*, 2> environment {entry.c_str(), nullptr};
    CHECK(secret_values(environment.data(), {}) == expected);
}

TEST_CASE("the passwords of URLs in variables are secrets")
{
    using Texts = std::vector<std::string>;
    const auto [value, expected] = GENERATE(table<std::string, Texts>({
        {"postgres://user:hunter22@host/db", {"hunter22"}},
        {"redis://:hunter22@host", {"hunter22"}},
        {"a=amqp://u:p%40ssw0rd@h1 b=amqp://u:other123@h2:5672/x", {"p%40ssw0rd", "other123"}},
        {"mysql://u:hun@ter22@host", {"hun@ter22"}},
        {"postgres://app:app@localhost", {}},
        {"postgres://app:postgres@localhost", {}},
        {"postgres://app:password@localhost", {}},
        {"https://host:8080/path@v2", {}},
        {"https://user@host:8080/", {}},
        {"://", {}},
    }));
    CAPTURE(value);
    const std::string entry = "DATABASE_URL=" + value;
    const std::array<const char*, 2> environment {entry.c_str(), nullptr};
    CHECK(secret_values(environment.data(), {}) == expected);
}

TEST_CASE("a value that would break a document takes no name from the others")
{
    const Redaction redaction({{}, {}, Shapes::known, {"iban"}});
    const Json arguments {{"env", {{"DB_PASSWORD", "Zx9Kq2LmPw7"}}},
        {"args", {"iban=", "--token", "Qw3Er5Ty7Ui"}}, {"stdin", "iban="},
        {"path", "src/main.cpp"}};
    const Json call = redaction.redact_json({{"arguments", arguments.dump()}});
    const Json shown = Json::parse(call.at("arguments").get<std::string>());
    CHECK(shown.at("env").at("DB_PASSWORD") == "[redacted]");
    CHECK(shown.dump().find("Qw3Er5Ty7Ui") == std::string::npos);
    CHECK(shown.at("path") == "src/main.cpp");
}

TEST_CASE("an empty value ends at an escaped newline")
{
    const Redaction redaction({});
    for (const char* text :
        {R"({"content":"GITHUB_TOKEN=\nDEBUG=1"})", R"({"content":"DB_PASSWORD=\nDEBUG=1"})",
            R"({"x":"machine h login l password Zx9Kq2LmPw7\n\"b\""})"}) {
        const std::string redacted = redaction.redact(text);
        INFO(redacted);
        CHECK(Json::accept(redacted));
    }
}

TEST_CASE("a question hides no newline that a known value does not have itself")
{
    const Redaction redaction(
        Secrets {{"correct horse battery", "two\nlines", "hunter22-longer"}}.of_questions());
    const auto [text, expected] = GENERATE(table<std::string, std::string>({
        {"correct horse battery", "[redacted]"},
        {"correct\nhorse\tbattery", "correct\nhorse\tbattery"},
        {"two\nlines", "[redacted]"},
        {"two lines", "two lines"},
        {"<aHVudGVyMjItbG9uZ2Vy>", "<[redacted]>"},
        {"<aHVu\ndGVy\r\n  MjIt\nbG9uZ2Vy>",
            "<[redacted]\n[redacted]\r\n  [redacted]\n[redacted]>"},
        {R"(<aHVu\ndGVyMjItbG9uZ2Vy>)", R"(<[redacted]\n[redacted]>)"},
    }));
    CHECK(redaction.redact(text) == expected);
}

TEST_CASE("JSON is redacted by what it says, whatever whitespace it has")
{
    const Redaction redaction({{}, {}, Shapes::known, {"iban"}});
    const std::string blank = GENERATE(as<std::string>(), "\n", "\r\n\t", " ", "\n          ");
    const std::string text = "{\"a\":1," + blank + "\"iban\"" + blank + ":" + blank + "\"DE02\","
        + blank + "\"password\":" + blank + "\"Hunter22xyz\"}";
    const std::string redacted
        = redaction.redact_json({{"content", text}}).at("content").get<std::string>();
    CHECK(Json::parse(redacted).dump() == R"({"a":1,"iban":"[redacted]","password":"[redacted]"})");
    CHECK(redaction.redact(text).find("DE02") == std::string::npos);
}

TEST_CASE("what arguments say is redacted, however it is escaped")
{
    const Redaction redaction({{}, {"acct-[0-9]+", "Müller", "^line$"}, Shapes::known, {"iban"}});
    const auto [given, expected] = GENERATE(table<std::string, std::string>({
        {R"({"a":"acct\u002d123 x"})", R"({"a":"[redacted] x"})"},
        {R"({"a":"M\u00fcller"})", R"({"a":"[redacted]"})"},
        {R"({"ib\u0061n":"DE12 44","n":1})", R"({"iban":"[redacted]","n":1})"},
        {R"({"env":"DB_PASSWORD\u003dZx9Kq2LmPw7"})", R"({"env":"DB_PASSWORD=[redacted]"})"},
        {R"({"t":"gh\u0070_aZ3kLm9QwErT5yUiOp1aS2dFgH4jKl6zXc7b"})", R"({"t":"[redacted]"})"},
        {R"({"u":"https:\/\/u:Zx9Kq2LmPw7@h\/x"})", R"({"u":"https:\/\/u:[redacted]@h\/x"})"},
        {R"({"a":["line","x\n"],"b":"a\tline"})", R"({"a":["[redacted]","x\n"],"b":"a\tline"})"},
        {R"({"content":"{\"a\":\"acct\\u002d7\"}"})", R"({"content":"{\"a\":\"[redacted]\"}"})"},
        {R"({"a":"acct-1","b":"acct\u002d2"})", R"({"a":"[redacted]","b":"[redacted]"})"},
        {R"({"a": "x\ny", "b" : "\u0041"})", R"({"a": "x\ny", "b" : "\u0041"})"},
        {R"({"a": "\u0041 acct-1"})", R"({"a": "\u0041 [redacted]"})"},
    }));
    const Json call = redaction.redact_json({{"arguments", given}});
    CHECK(call.at("arguments").get<std::string>() == expected);
    const Json result = redaction.redact_json({{"role", "tool"}, {"content", given}});
    CHECK(result.at("content").get<std::string>() == expected);
    CHECK(redaction.redact_json(call).dump() == call.dump());
}

TEST_CASE("an error that quotes a secret value of any document is redacted")
{
    const Redaction redaction(Secrets {{}, {}, Shapes::known, {"iban"}});
    const Json document {{"iban", "DE02 1203"}, {"flag", true}, {"nothing", nullptr},
        {"list", {1, false, {{"iban", 12345}}}}};
    CHECK(redaction.redact_quotes("not \"DE02 1203\", 12345 or true", document)
        == "not \"[redacted]\", [redacted] or true");
}

TEST_CASE("an image that has a known value is left out, as it is written and decoded")
{
    const std::string url = "data:image/gif;base64,R0lGODlhQCBAIHBhc3N3b3JkLTQ3MTE=";
    const Json image {{"type", "image_url"}, {"image_url", {{"url", url}}}};
    const Json message {{"role", "user"}, {"content", Json::array({image})}};
    for (const char* value : {"password-4711", "QCBAIHBhc3N3b3"}) {
        const Json shown = Redaction(Secrets {{value}}).redact_json(message);
        CHECK(shown["content"][0]["type"] == "text");
    }
    CHECK(Redaction(Secrets {{"another-4711"}}).redact_json(message) == message);
}

TEST_CASE("an image stays as it is, and another data: URL does not")
{
    const Redaction redaction(Secrets {{}, {"R0lG[A-Za-z0-9]+"}});
    const Json image {
        {"type", "image_url"}, {"image_url", {{"url", "data:image/gif;base64,R0lGODlhQCBAIA=="}}}};
    const Json message {{"role", "user"}, {"content", Json::array({image})}};
    CHECK(redaction.redact_json(message) == message);
    for (const char* url : {"data:image/gif;base64,R0lGODlhQCBAIA== ODlhQCBAIA",
             "data:text/plain;base64,R0lGODlhQCBAIA==", "R0lGODlhQCBAIA==",
             "data:image/gif;base64,QR0lGODlhQCBAIA==", "data:image/png;base64,R0lGODlhQCBAIA=="}) {
        Json other = message;
        other["content"][0]["image_url"]["url"] = url;
        CHECK(redaction.redact_json(other).dump().find("R0lG") == std::string::npos);
    }
}
