#include "catch.hpp"

#include "toolkit/json/json.hpp"
#include "toolkit/json/json_strings.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"
#include "toolkit/tool/answer.hpp"

#include <string>
#include <vector>

using namespace toolkit::json;
using namespace toolkit::system;
using namespace toolkit::text;
using namespace toolkit::tool;

using namespace std::string_literals;

// Long enough to be taken out of the request before it is parsed.
static const std::string filler(5000, 'x');

TEST_CASE("a long string is decoded as the parser decodes it")
{
    for (const auto& part : {R"(\"\\\/\b\f\n\r\t)"s, R"(\u0000\u001f)"s,
             R"(\u00e9\u20AC\uD83D\uDE00)"s, "é€😀"s, R"(\\u0041\\)"s, "\x7f"s, ""s}) {
        CAPTURE(part);
        for (const auto& text : {part + filler, filler + part, filler + part + filler, part}) {
            const std::string request
                = R"({"a":")" + text + R"(","b":["\"",")" + text + R"(",1],"c":"d"})";
            CHECK(parse_request(request) == Json::parse(request));
        }
    }
}

TEST_CASE("a long name of a field is one too")
{
    const std::string request = R"({"x":1,")" + filler + R"(\n":{"y":")" + filler + R"("}})";
    CHECK(parse_request(request) == Json::parse(request));
    CHECK_THROWS_AS(parse_request("{\"" + filler + "\":1,\"" + filler + "\":2}"), ToolError);
}

TEST_CASE("what is wrong behind or in a long string is found where it stands")
{
    const std::vector<std::pair<std::string, std::size_t>> wrongs {
        {R"({"a":")" + filler + R"(\x"})", 5008}, // the escape's letter
        {R"({"a":")" + filler + R"(\u12g4"})", 5011},
        {R"({"a":")" + filler + R"(\ud800x"})", 5013},
        {R"({"a":")" + filler + R"(\udc00"})", 5012},
        {R"({"a":")" + filler + "\n\"}", 5007},
        {R"({"a":")" + filler + "\xff\"}", 5007},
        {R"({"a":")" + filler, 5007},
        {R"({"a":")" + filler + R"(","b" 1})", 5013},
        {R"({"a":")" + filler + R"("} {})", 5010},
    };
    for (const auto& [request, position] : wrongs) {
        CAPTURE(request.substr(5000));
        try {
            parse_request(request);
            FAIL("it was taken");
        } catch (const ToolError& error) {
            CHECK(error.code == Code::bad_request);
            CHECK(error.message.find("at byte " + std::to_string(position) + ":")
                != std::string::npos);
        }
    }
}

TEST_CASE("short strings stay in the text")
{
    CHECK(shorten(R"({"a":"b"})").long_strings.empty());
    const auto shortened = shorten(R"({"a":")" + filler + R"(","b":"c"})");
    CHECK(shortened.text == R"({"a":"","b":"c"})");
    CHECK(shortened.long_strings == std::map<std::size_t, std::string> {{1, filler}});
}

TEST_CASE("a plain literal has no letter that JSON writes in another way")
{
    for (const std::size_t size : {0U, 1U, 63U, 64U, 65U, 200U}) {
        const std::string plain(size, '~');
        CHECK(is_plain_literal(plain));
        for (std::size_t at = 0; at < size; ++at)
            for (const char letter : {'"', '\\', '\n', '\0', '\x1f', '\x80', '\xff'}) {
                std::string other = plain;
                other[at] = letter;
                CHECK_FALSE(is_plain_literal(other));
            }
    }
}

TEST_CASE("a text that is cut behind a backslash has no end of a string")
{
    for (std::size_t size = 0; size < 40; ++size) {
        const std::string text = "{\"" + std::string(size, 'a') + "\\";
        // Of exactly its size, so that a sanitizer sees a byte read behind it.
        const std::vector<char> exact(text.begin(), text.end());
        CHECK(shorten({exact.data(), exact.size()}).long_strings.empty());
    }
}

TEST_CASE("an answer is written as the library writes it")
{
    for (const Json& answer :
        {Json::object(), Json {{"a", 1}}, Json {{"a", filler}}, Json {{"a", filler}, {"b", filler}},
            Json {{"n\"ame", filler + "\n"}, {"b", filler}, {"c", {1, filler}}},
            Json {{"first", nullptr}, {"a\n", filler}, {"last", {{"x", "é"}}}}}) {
        std::string written;
        const AnswerText text(answer);
        for (const auto part : text.parts())
            written += part;
        CHECK(written == answer.dump() + "\n");
    }
    CHECK_THROWS(AnswerText(Json {{"a", filler}, {"b", filler + "\xff"}}));
    CHECK(AnswerText(std::vector<std::string> {"{", "}"}).parts()
        == std::vector<std::string_view> {"{", "}", "\n"});
}

TEST_CASE("a string is written as the library writes it")
{
    std::string ascii;
    for (char letter = 0; letter != 127; ++letter)
        ascii += letter;
    ascii += '\x7f';
    for (const std::string& text : {std::string(), std::string("a"), ascii, ascii + ascii,
             "é\tα\"" + filler + "\n", std::string(8, '\0') + "abcdefg\\"})
        for (std::size_t cut = 0; cut <= std::min<std::size_t>(text.size(), 20); ++cut) {
            const std::string rest = text.substr(cut);
            if (!is_utf8(rest))
                continue;
            std::string written;
            append_literal(written, rest);
            CHECK(written == Json(rest).dump());
        }
}
