#include "catch.hpp"

#include "agent/redaction/redaction.hpp"

using namespace agent::redaction;

static std::string streamed(const Redaction& redaction, const std::string& text, std::size_t size)
{
    RedactedStream stream(redaction);
    std::string shown;
    for (std::size_t at = 0; at < text.size(); at += size)
        shown += stream.add(std::string_view(text).substr(at, size));
    return shown + stream.end();
}

TEST_CASE("a text in pieces is redacted as it is in one")
{
    const Secrets secrets = GENERATE(values<Secrets>({
        {{"hunter22", "hunter22-longer", "aaaaaa"}, {}},
        {{"hunter22"}, {"acct-[0-9]+", "\\bkey: .*"}},
        {{"hunter22"}, {"(?s)BEGIN.*END"}},
        {{"line\nbreak", "pa\"ss\\word"}, {}},
        {{"hunter22"}, {}, Shapes::none},
        {{"/pa+ss/22"}, {}, Shapes::none},
        {{}, {}, Shapes::none, {"pin", "token"}},
    }));
    static const std::vector<std::string> texts {"hunter22", "hunter2",
        "hunter2hunter22hunter22-long", "hunter22-longerhunter22-longer", "aaaaaaaaaaaaaaaaaaa",
        "aaaaahunter22aaaaaa", "acct-12 acct-\nkey: x\nz", "my key: x hunter22\nhunter22",
        "BEGIN\nhunter22\nEND BEGIN", "task-sk-abcdefghij0123456789 sk-abcdefghij0123456789, done",
        "x=1 DB_PASSWORD=hunter99 \npassword: 'let me in', token=abcdef123&z",
        "https://me:pass@host/ and ://",
        "-----BEGIN RSA PRIVATE KEY-----\nMIIBOgIBAAJBAKj34GkxFhD9\n-----END RSA PRIVATE "
        "KEY-----\nbehind",
        "-----BEGIN CERTIFICATE-----\nMIIBOgIBAAJBAKj34GkxFhD9\n", "line\nbreak line\nbrea",
        "pa\\\"ss\\\\word pa\"ss",
        R"(\/pa\u002Bss\/22 x%2fpa%2bss/22 /pa+ss\\/22 \u002fpa+ss/2 \/pa\u002)",
        "--pin=1 x--pin=2 pin == 3 pin: a b\nc",
        R"({"pin" : "a\"b\\", "pin": null, "pin":[1,{"pin":"]"}],"n":1} pin)",
        R"("{\"pin\":\"a\\\"b\",\"n\":1}" pin={1)", R"(\npin=1\n pin\)",
        "pin: |\n  a\n\n  b\nx pin = 1 2\npin='a\nb'\npin=\"a\n b",
        R"({"a":"pin: |\n  a \"b\n  c\nx: 1"})",
        "<password>\n  Vexed7rook!mill\n</password>\n<password>\n\nx1y2z3\n</password>",
        "password: |\n  q7Zr2Xw9Lk\nuser: me\ntoken: >-\n  two words\n",
        "{\"name\": \"X_TOKEN\",\n  \"value\": \"q7Zr2Xw9Lk4B\"}, the token is q7Zr2Xw9Lk4B.", ""};
    const Redaction redaction(secrets);
    for (const std::string& text : texts)
        for (const std::size_t size : {1U, 2U, 3U, 5U, 7U, 11U})
            CHECK(streamed(redaction, text, size) == redaction.redact(text));
}

TEST_CASE("no more is held back than could become a secret")
{
    const Redaction redaction({{"hunter22"}, {}, Shapes::none});
    RedactedStream stream(redaction);
    CHECK(stream.add("words ") == "words ");
    CHECK(stream.add("hunt") == "");
    CHECK(stream.add("ing") == "hunting");
    CHECK(stream.add("hunter2") == "");
    CHECK(stream.add("2!") == "[redacted]!");
    CHECK(stream.end() == "");
}

TEST_CASE("a name of a secret holds back no more lines than its value can have")
{
    const Redaction redaction({});
    RedactedStream stream(redaction);
    CHECK(stream.add("a token of thanks\nand ") == "a token of thanks\nand ");
    CHECK(stream.add("\"name\": \"x\", ") == "\"name\": \"x\", ");
    CHECK(stream.add("<password>\n  q7Zr2Xw9Lk\n") == "<");
    CHECK(stream.add("</p>") == "password>\n  [redacted]\n</p>");
    CHECK(stream.end() == "");
}

TEST_CASE("a pattern holds back what one of its matches can begin with")
{
    const auto [pattern, expected] = GENERATE(table<std::string, std::string>({
        {"xyz", "one\ntwo a"},
        {"acct-[0-9]+", "one\ntwo "},
        {"(?i)ACCT\\.", "one\ntwo "},
        {"b", "one\ntwo a"},
        {"o a b", "one\ntw"},
        {"t.*", "one\n"},
        {"o[^x]+", ""},
        {"(?s)n.*", "o"},
        {"t\\S+ b", "one\ntwo a"},
        {"(?m)^t.*$", "one\n"},
        {"\\ba\\b", "one\ntwo "},
    }));
    const Redaction redaction({{}, {pattern}, Shapes::none});
    CHECK(RedactedStream(redaction).add("one\ntwo a") == expected);
}

TEST_CASE(
    "what could be a match for more than a mebibyte is covered to the end of what it can reach")
{
    const std::string filling(3'000'000, 'x');
    const auto [pattern, text, expected]
        = GENERATE_COPY(table<std::string, std::string, std::string>({
            {"key=[a-z]+", "a key=" + filling + " b\nkey=c.", "a [redacted]\n[redacted]."},
            {"key=[^,]+", "a key=" + filling + ", b", "a [redacted]"},
            {"(?s)BEGIN.*?END", "a BEGIN" + filling + "END b", "a [redacted]"},
            {"(?s)BEGIN.*?END", "a BEGIN" + filling, "a [redacted]"},
            {"[a-z]+@", "1 " + filling + "\n2 ab@", "1 [redacted]\n2 [redacted]"},
            {"(?s)BEGIN.*?END", "a BEGIN" + filling.substr(0, 1'000'000) + "END b",
                "a [redacted] b"},
            {"acct-[0-9]+", filling + "acct-1" + filling, filling + "[redacted]" + filling},
        }));
    const Redaction redaction({{}, {pattern}, Shapes::none});
    CHECK((redaction.redact(text) == expected));
    for (const std::size_t size : {65'536U, 999'983U})
        CHECK((streamed(redaction, text, size) == expected));
}

TEST_CASE("a value is found by its beginning however often that comes again, and after what looked "
          "like it")
{
    const std::string many(5'000, 'a');
    const Redaction redaction({{many + "b" + many + "c", "1/2 1/2 1/3"}, {}, Shapes::none});
    for (const std::string& before :
        {std::string(), many, many + "b" + many + "b", many + "ba", std::string("x")}) {
        const std::string text = before + many + "b" + many + "c." + many;
        const std::string expected = before + "[redacted]." + many;
        CHECK((redaction.redact(text) == expected));
        CHECK((streamed(redaction, text, 7) == expected));
    }
    CHECK(redaction.redact("1%2f2+1\\/2 1%2F2 1/2%201%2f3") == "1%2f2+1\\/2 [redacted]");
}

TEST_CASE("all of a long value is hidden, in a stream too")
{
    const std::size_t size = GENERATE(256U, 300U, 65'000U, 65'536U, 70'000U, 300'000U);
    std::string value = "k1";
    while (value.size() < size)
        value += "Zq7xK2mP9";
    const auto [before, after] = GENERATE(table<std::string, std::string>({
        {"A_TOKEN=", " behind"},
        {"A_TOKEN='", "' behind"},
        {"{\"api_key\":\"", "\",\"n\":1}"},
        {"<password>", "</password>"},
        {"x --token ", " y"},
        {"pin=", " y"},
        {"pin: ", "\ny"},
        {"{\"pin\":\"", "\",\"n\":1}"},
        {"{\\\"pin\\\":\\\"", "\\\",\\\"n\\\":1}"},
    }));
    const Redaction redaction({{}, {}, Shapes::known, {"pin"}});
    std::string text = before;
    text += value + after;
    const std::string expected = before + "[redacted]" + after;
    CAPTURE(before, size);
    CHECK((redaction.redact(text) == expected));
    CHECK((streamed(redaction, text, 4'099) == expected));
}

TEST_CASE("a list of a secret name is hidden to its closing bracket, however long it is")
{
    const Redaction redaction({{}, {}, Shapes::none, {"pin"}});
    std::string text = "{\"pin\":[";
    while (text.size() < 200'000)
        text += "[\"a]\\\"b\",{\"c\":'}'}],";
    text += "1],\"n\":1}";
    CHECK(redaction.redact(text) == "{\"pin\":\"[redacted]\",\"n\":1}");
    CHECK(streamed(redaction, text, 4'099) == "{\"pin\":\"[redacted]\",\"n\":1}");
}

TEST_CASE(
    "the beginning of a value is hidden where an ellipsis has cut it, also within a character")
{
    const Redaction redaction({{"Zq7xK2mP\"9vLw"}, {}, Shapes::none});
    const std::string text
        = GENERATE(as<std::string>(), "Zq7xK2…", "Zq7xK2mP\\…", "Zq7xK2mP\\u00…", "Zq7xK2mP%…");
    CHECK(redaction.redact("a " + text + " b") == "a [redacted]… b");
    CHECK(streamed(redaction, "a " + text + " b", 1) == "a [redacted]… b");
    CHECK(redaction.redact("Zq7xK…") == "Zq7xK…");
}

// The square of its size would be minutes.
#ifdef SANITIZED
static constexpr std::size_t long_text = 60'000;
#else
static constexpr std::size_t long_text = 600'000;
#endif

TEST_CASE("a text of what could begin a secret at each place is redacted soon")
{
    const std::string unit = GENERATE("sonar_login=a", "SharedAccessKey=a:b@", "--api-key",
        "--auth-token-", "x.Signature=", "sk-=", "requirepass='", "secret_access_key   ");
    CAPTURE(unit);
    std::string text;
    while (text.size() < long_text)
        text += unit;
    const Redaction redaction(Secrets {});
    CHECK(redaction.redact(text) == text);
}
