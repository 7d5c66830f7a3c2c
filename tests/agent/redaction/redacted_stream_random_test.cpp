#include "catch.hpp"

#include "agent/redaction/redaction.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <random>
#include <string>
#include <vector>

using namespace agent::redaction;

// What random texts are put together from: secrets, what stands before and behind them, and what
// nearly is one.

namespace {

using Random = std::mt19937;

#if defined(SANITIZED) || !defined(__OPTIMIZE__)
constexpr int random_texts = 4'000;
#else
constexpr int random_texts = 200'000;
#endif

const std::string key_body = "MIIBOgIBAAJBAKj34GkxFhD9 0Qq";

std::vector<std::string> fragments()
{
    return {"postgres://app:mysecretpass1@db/x", "://", "://user:", "https://me:pass\x01word@host/",
        "@", "@host", "DB_PASSWORD=", "TOKEN=", "API_KEY='", "export A_SECRET=\"",
        "_PWD=", "_PASS=a1b2", "password: ", "passwd=hunter99", "token", "secret_key",
        "secret: abc1defgh", "api-key: \"", "password = 'let me in1'", "abc123defg456",
        "Zq9xWv8uTs7r", "hunter22", "hunter2", "unter22", "hunter22-longer", "hun", "aaaaaa", "aaa",
        "aaaaaaaab", "abababab", "abab", "pa+ss/w\"1", "pa%2Bss%2fw%221", "pa+ss%2Fw\\u00221",
        "pa+ss\\/w\\\"1", "pa+ss\\\\\\/w\\\\\\\"1", "aHVudGVyMjI=", "aHVudGVy", "xodW50ZXIyM",
        "line\nbreak", "line\\nbreak", "line\n", "AKIAIOSFODNN7EXAMPLE", "AKIAIOSF",
        "ghp_abcdefghijklmnopqrstuvwxyz0123456789", "ghp_", "sk-abcdefghij", "0123456789abc",
        "task-sk-", "eyJhbGciOiJ.eyJzdWIiOiIx.abc", "eyJhbGciOiJ", ".eyJzdWIiOiIx.",
        "Authorization: Basic ", "dXNlcjpwYXNz", "\"authorization\":\"token ",
        "Bearer abcdef0123456789xyz", "bearer ", "-----BEGIN RSA PRIVATE KEY-----", "-----BEGIN ",
        "-----END RSA PRIVATE KEY-----", "-----END ", "-----", "\\n" + key_body, key_body,
        "MIIBOgIBAAJBAKj34GkxFhD9", "hooks.slack.com/services/T012/B345/abcdefghijkl",
        "7Q~abcdefghijklmnopqrstuvwxyz0123456", "{\"pin\":", "\"pin\":\"", "pin=", "--pin=1234",
        "pin: ", "\\\"pin\\\":\\\"", "[1,{\"", "]}", "}", "tan: 0815\n", "my_pin=3", "null",
        "acct-12", "acct-", "id=", "id=x;y", "BEGIN", "END", "key: ", "key=[x y]", "x\xc3\xa9y",
        "\xc3", "\xe2\x82", "\xe2\x82\xac", "\xff", "\n", "\r\n", "\\n", "\\", "\\\\", "\"", "'",
        " ", "  ", "\t", "\v", "=", ":", ";", ",", "-", "--", "a", "b", "0", "word",
        "the token is ", "%", "%2", "+"};
}

// For what is found across two lines, between quotes of any kind, behind flags, escaped letter by
// letter, wrapped, and cut off.
std::vector<std::string> later_fragments()
{
    return {"token = ", "_TOKEN ?= ", "apiKey := `", "secret ::= \"", "Zq9xWv8uTs7r4k",
        "setProperty(\"X_TOKEN\", \"", "<password>", "</password>", "token>\n  ",
        "password\" value=\"", "- name: X_TOKEN\n", "  value: ", "login me ",
        "login me\n password ", "client-key-data: ", "\"auth\": \"", "\\\"auth\\\": \\\"",
        "_auth=", "PrivateKey = ", "psk=\"",
        "sessionid=", ";pwd=", "&sig=", "db:5432:app:me:", "requirepass ", "identified by '",
        "--token ", "--user me:", "-u 'me:", "sshpass -p ", "mysql -u x -p", "ENV A_TOKEN ",
        "curl -b 'a=", "Authorization: ", "dp.pt.", "hvs.", "xapp-1-", "SKab", "EAAA", ".atlasv1.",
        "Zq9xWv8uTs7r4kZq9xWv8uTs7r4kZq9xWv8uTs7r4k", "%68%75nter22", "h\\u0075nter%32\\\\u0032",
        "\\u0068", "%6", "%61%61aaa%61a%61b", "aHVud\nGVyMjI=", "aHV\r\n  udGVy", "MjI",
        "aHVudGV\\nyMj", "YWFh\nYWFhY", "WFi", "\n    ", "\\r\\n", "\\\\n", "\xe2\x80\xa6",
        "\xe2\x80", "hunter\xe2\x80\xa6", "ghp_abcd1234efgh\xe2\x80\xa6", "`", ">", "<",
        "hunter\\u00\xe2\x80\xa6", "hunter22-lo", "A_TOKEN=\"abcdefgh1\n", "efgh2\n",
        "pin: |\n  a b\n", "pin: >\\n  a", "pin = ", "pin=\"a\nb", "\n  ", "\\n  ", "|", "'\n",
        "\"\n", "token=secret=password=", "ghp_abcd1234efgh", "\n[12 bytes", "\\n[3 bytes",
        "\",\"clipped\":true", "\\\",\\\"clipped\\\":true", "\",\"sizeBytes\":12,\"eof\":false",
        "Zq9xWv8uTs7r4kZq9xWv8uTs7r4kZq9xWv8uTs7r4kZq9xWv8uTs7r4kZq9xWv8uTs7r4kZq9xWv8uTs7r4kZq9xWv"
        "8uTs7r",
        "password: |\n  ", "  Zq9xWv8uTs7r4k\n", "token: >-\\n  ", "secret:\n", "the token is ",
        "+  ", "\n+", "\n-old\n+", "\n12:", "\x1b[0m", "{\"name\":\"X_TOKEN\",", "\"value\":\"",
        "\n  \"value\": \"", "passwd (", "\n</password>", "api key\t", "[\"",
        "net use X: /user:me ", "echo '", "' | sudo -S", "$6$", "{SSHA}", "zip -P ",
        "tls.key: ", "Private-Lines: 2\n", "%3D", "&quot;", "<<EOF\n", "\" -> \"",
        "password) VALUES (", "String::from(\"", "<![CDATA[", "]]>", "#define X_TOKEN ", "on >",
        ".login(\"", "Signature=", "*:*:", "--password\n  - ", "&#61;", "Cookie: a=b; ",
        "assword:\" send \"", "\"d\":\"", "!vault ", "&x "};
}

std::vector<Secrets> configurations()
{
    const std::vector<std::string> values {
        "hunter22", "hunter22-longer", "aaaaaaaab", "pa+ss/w\"1", "line\nbreak", "abababac"};
    return {
        {values, {}},
        {values, {}, Shapes::known, {"pin", "tan", "key"}},
        {values, {}, Shapes::none, {"pin", "my_pin"}},
        {{}, {"acct-[0-9]+", "id=[^ ]+", "(?i)TOKEN\\b"}, Shapes::none},
        {values, {"(?s)BEGIN.*?END", "key: .*", "a+b"}, Shapes::none, {"pin"}},
        {{}, {"(?s)BEGIN.*END"}},
        {{}, {"(?:ab|a)+c|b(?:an)?", "^x|a$", "(?m)^key.*$"}, Shapes::none},
        {{"hunter22"},
            {"\\bkey\\b[=:]\\s*(?P<v>\\[[^\\]]*\\]|\\S{2,5})", "\xc3\xa9+|\xe2\x82\xac.",
                "[[:digit:]]{2,3}a?"}},
        {{}, {"a(?i)b|C\\Q+\\E|(?:x(?s:.)y){1,2}", "\\Qacct-\\E+\\x31?", "\\pL+\\d{2}[^]a-f]"},
            Shapes::none},
        {{}, {}, Shapes::known, {}, {{"p[a-z]*:", "\\\\+\""}, {"id"}}},
    };
}

std::string random_text(Random& random, const std::vector<std::string>& pieces)
{
    std::string text;
    for (auto count = random() % 12; count-- > 0;) {
        const std::string& piece = pieces[random() % pieces.size()];
        const std::size_t times = random() % 16 == 0 ? 1 + random() % 40 : 1;
        const std::size_t first = random() % 4 == 0 ? random() % piece.size() : 0;
        const std::size_t size = random() % 4 == 0 ? random() % piece.size() : piece.size();
        for (std::size_t time = 0; time < times; ++time)
            text += piece.substr(first, size);
    }
    return text;
}

// The end of a piece is where the input pauses: what is shown then must be right however the text
// goes on, or if it ends.
std::string streamed(Random& random, const Redaction& redaction, std::string_view text)
{
    RedactedStream stream(redaction);
    std::string shown;
    const std::size_t largest = std::array {1, 3, 10, 60}.at(random() % 4);
    const std::size_t pause = random() % 8 == 0 ? random() % (text.size() + 1) : text.size() + 1;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t size = std::min(1 + random() % largest, text.size() - at);
        shown += stream.add(text.substr(at, size));
        if (at <= pause && at + size > pause
            && !redaction.redact(text.substr(0, at + size)).starts_with(shown))
            return "shown before a pause: " + shown;
        at += size;
    }
    return shown + stream.end();
}

}

TEST_CASE("random texts in random pieces are redacted as they are in one")
{
    auto pieces = fragments();
    for (const auto& piece : later_fragments())
        pieces.push_back(piece);
    const auto all = configurations();
    std::vector<std::unique_ptr<Redaction>> redactions;
    for (const auto& secrets : all)
        redactions.push_back(std::make_unique<Redaction>(secrets));
    Random random(20261122); // NOLINT: the same ones each time
    int different = 0;
    int redacted = 0;
    for (int count = 0; count < random_texts; ++count) {
        const Redaction& redaction = *redactions[random() % redactions.size()];
        const std::string text = random_text(random, pieces);
        const std::string expected = redaction.redact(text);
        redacted += expected == text ? 0 : 1;
        if (const std::string shown = streamed(random, redaction, text);
            shown != expected && ++different < 5) {
            CAPTURE(text, expected, shown);
            CHECK(shown == expected);
        }
    }
    CHECK(different == 0);
    CHECK(redacted > random_texts / 3); // else the texts prove nothing
}

// Values over the bounds of 255 bytes and 64 KiB, in few texts since these take long.
TEST_CASE("random texts with long values in random pieces are redacted as they are in one")
{
    const std::vector<std::string> before {"A_TOKEN=", "A_TOKEN='", "\"api_key\":\"",
        "password = ", "pin=", "pin: ", "\"pin\":\"", "\\\"pin\\\":\\\"", "\"pin\":[", "--token ",
        "<password>", "requirepass "};
    const std::vector<std::string> inside {"Zq9xWv8uTs7r", ",", ";", "&x=1", "\\\\", "\\\"", "[",
        "]", "{\"a\":1}", "pin=", "TOKEN=", "(", "'",
        "token=secret=password=token=secret=password="};
    const std::vector<std::string> after {" ", "\n", "\"", "'", "\\\"", "]", "</password>", ""};
    const Redaction redaction({{"hunter22"}, {}, Shapes::known, {"pin"}});
    Random random(20261123); // NOLINT: the same ones each time
    const auto one_of = [&](const auto& texts) { return texts[random() % texts.size()]; };
    for (int count = 0; count < random_texts / 2'000; ++count) {
        std::string text = "x ";
        for (int value = 0; value < 3; ++value) {
            text += one_of(before);
            const std::size_t size
                = random() % 4 == 0 ? 66'000 + random() % 200 : 200 + random() % 200;
            for (const std::size_t end = text.size() + size; text.size() < end;)
                text += random() % 64 == 0 ? one_of(inside) : inside.front();
            text += one_of(after) + " y ";
        }
        RedactedStream stream(redaction);
        std::string shown;
        const std::size_t largest = std::array {10, 1'000, 50'000}.at(random() % 3);
        for (std::size_t at = 0, size = 0; at < text.size(); at += size) {
            size = std::min(1 + random() % largest, text.size() - at);
            shown += stream.add(text.substr(at, size));
        }
        CAPTURE(count);
        CHECK((shown + stream.end() == redaction.redact(text)));
    }
}
