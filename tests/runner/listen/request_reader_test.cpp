#include "catch.hpp"

#include "toolkit/http/request_reader.hpp"

namespace toolkit::http {

using State = RequestReader::State;

static const std::string post = "POST /mcp HTTP/1.1\r\nHost: h\r\n";

// What comes of a text, in pieces of this size: the status of a refusal, or "METHOD TARGET BODY" of
// each request.
static std::string read(const std::string& text, std::size_t size)
{
    RequestReader reader({.head_bytes = 200, .body_bytes = 20});
    std::string result;
    for (std::size_t at = 0; at < text.size(); at += size) {
        reader.add(text.substr(at, size));
        for (bool is_moving = true; is_moving;) {
            is_moving = reader.state() == State::admission || reader.state() == State::whole;
            if (reader.state() == State::admission) {
                reader.read_body();
            } else if (reader.state() == State::whole) {
                const HttpRequest request = reader.take();
                result
                    += request.head.method + " " + request.head.target + " " + request.body + ";";
            }
        }
        if (reader.state() == State::refused)
            return result + std::to_string(reader.refusal().status);
    }
    return result;
}

static void check(const std::string& text, const std::string& expected)
{
    INFO(text);
    CHECK(read(text, 1) == expected);
    CHECK(read(text, 3) == expected);
    CHECK(read(text, text.size()) == expected);
}

TEST_CASE("requests are read, one after another, however they arrive")
{
    check(post + "Content-Length: 2\r\n\r\n{}", "POST /mcp {};");
    check(post + "\r\nDELETE /mcp HTTP/1.1\r\nhost: h\r\n\r\n", "POST /mcp ;DELETE /mcp ;");
    check(post + "Content-Length: 2\r\n\r\n{}" + post + "Content-Length: 0\r\n\r\n",
        "POST /mcp {};POST /mcp ;");
    check(
        post + "Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n01\r\n}\r\n0\r\n\r\n", "POST /mcp {};");
    check(post + "Transfer-Encoding: Chunked\r\n\r\na\r\n0123456789\r\n0\r\n\r\n" + post + "\r\n",
        "POST /mcp 0123456789;POST /mcp ;");
}

TEST_CASE("empty lines before a request are skipped")
{
    const std::string line = "\r\n";
    const std::string whole = post + "Content-Length: 2\r\n\r\n{}";
    check(line + whole, "POST /mcp {};");
    check(line + line + whole + line + whole + line, "POST /mcp {};POST /mcp {};");
    std::string eight;
    for (int count = 0; count < 8; ++count)
        eight += line;
    check(eight + whole + eight + whole, "POST /mcp {};POST /mcp {};");
    check(eight + line + whole, "400");
    check("\n" + whole, "400");
    check(line + "\n" + whole, "400");
    check("\r" + line + whole, "400");
    check(line + " " + whole, "400");
    check(line + "X: a" + line + whole, "400");
}

// Two readers that understand these in two ways, such as a proxy and this one, would see different
// requests in them.
TEST_CASE("what can be understood in two ways is refused")
{
    for (const std::string fields : {
             "Content-Length: 2\r\nContent-Length: 2\r\n",
             "Content-Length: 2\r\nContent-Length: 3\r\n",
             "Content-Length: 2, 2\r\n",
             "Content-Length: +2\r\n",
             "Content-Length: 0x2\r\n",
             "Content-Length: -1\r\n",
             "Content-Length:\r\n",
             "Content-Length: 99999999999999999999\r\n",
             "Content-Length: 2\r\nTransfer-Encoding: chunked\r\n",
             "Transfer-Encoding: chunked\r\nContent-Length: 2\r\n",
             "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n",
             "Transfer-Encoding: gzip\r\n",
             "Transfer-Encoding: gzip, chunked\r\n",
             "Transfer-Encoding: chunked, gzip\r\n",
             "Transfer-Encoding: chunked, identity\r\n",
             "Transfer-Encoding: xchunked\r\n",
             "Transfer-Encoding: \"chunked\"\r\n",
             "Transfer-Encoding:\r\n",
             "Transfer-Encoding: gzip\r\nContent-Length: 2\r\n",
             "Transfer-Encoding : chunked\r\n",
             "Content-Length : 2\r\n",
             " Content-Length: 2\r\n",
             "X: a\r\n Content-Length: 2\r\n",
             "X: a\r\n\tb\r\n",
             "X: a\nContent-Length: 2\r\n",
             "X: a\rContent-Length: 2\r\n",
             "X\r\n",
             ": a\r\n",
             "X: a\x01\r\n",
         })
        check(post + fields + "\r\n{}", "400");
    check(post + "X: a\n\n", "400");
    check(post + "X: " + std::string(1, '\0') + "\r\n\r\n", "400");
    check("POST /mcp HTTP/1.1\n", "400");
    check("POST /mcp  HTTP/1.1\r\nHost: h\r\n\r\n", "400");
    check("POST /m cp HTTP/1.1\r\nHost: h\r\n\r\n", "400");
    check("P@ST /mcp HTTP/1.1\r\nHost: h\r\n\r\n", "400");
    check("POST /mcp HTTP/1.1\r\n\r\n", "400"); // without Host
}

TEST_CASE("extensions of chunks and trailers are discarded")
{
    const std::string chunked = post + "Transfer-Encoding: chunked\r\n\r\n";
    for (const std::string body : {
             "1;a=b\r\n{\r\n0\r\n\r\n",
             "1 ;a\r\n{\r\n0\r\n\r\n",
             "1\t; a = b ;c\r\n{\r\n0\r\n\r\n",
             "1;a=\"b;\\\" \xe9\"\r\n{\r\n0\r\n\r\n",
             "1\r\n{\r\n0;a\r\n\r\n",
             "1\r\n{\r\n0\r\nX: a\r\n\r\n",
             "1\r\n{\r\n0\r\nX:\r\nDigest: \ta=b \r\n\r\n",
             "1;a\r\n{\r\n00;b\r\nContent-Length-Of-It: 2\r\n\r\n",
         })
        check(chunked + body + post + "\r\n", "POST /mcp {;POST /mcp ;");
    const std::string many(190, 'a'); // extensions and trailers have at most 200 bytes
    check(chunked + "1;" + many + "\r\n{\r\n0\r\nX:" + many.substr(0, 7) + "\r\n\r\n",
        "POST /mcp {;");
    check(chunked + "1;" + many + "\r\n{\r\n0\r\nX:" + many.substr(0, 8) + "\r\n\r\n", "431");
    check(chunked + "1;" + many + many, "431");
    check(chunked + "1;" + many + many.substr(0, 11) + "\r\n{\r\n", "431");
    check(chunked + "0\r\nX: " + many + many, "431");
}

TEST_CASE("invalid extensions, trailers and line ends of chunks are refused")
{
    const std::string chunked = post + "Transfer-Encoding: chunked\r\n\r\n";
    for (const std::string body : {
             "1 \r\n{\r\n0\r\n\r\n",
             "1;\r\n{\r\n0\r\n\r\n",
             "1;a;\r\n{\r\n0\r\n\r\n",
             "1;a=\r\n{\r\n0\r\n\r\n",
             "1;a b\r\n{\r\n0\r\n\r\n",
             "1;a=\"b\r\n{\r\n0\r\n\r\n",
             "1;a=\"b\"c\r\n{\r\n0\r\n\r\n",
             "1;a\n{\r\n0\r\n\r\n",
             "1;a\n\r\n{\r\n0\r\n\r\n",
             "1;a=\"\n\"\r\n{\r\n0\r\n\r\n",
             "1;a\rb\r\n{\r\n0\r\n\r\n",
             "1;a\r\r\n{\r\n0\r\n\r\n",
             "1;a\x01\r\n{\r\n0\r\n\r\n",
             "1 1\r\n{\r\n0\r\n\r\n",
             "1,1\r\n{\r\n0\r\n\r\n",
             "1\r\n{\r\n0\r\nContent-Length: 2\r\n\r\n",
             "1\r\n{\r\n0\r\ntransfer-encoding: chunked\r\n\r\n",
             "1\r\n{\r\n0\r\nHOST: evil\r\n\r\n",
             "1\r\n{\r\n0\r\nX: a\r\n b\r\n\r\n",
             "1\r\n{\r\n0\r\n X: a\r\n\r\n",
             "1\r\n{\r\n0\r\nX : a\r\n\r\n",
             "1\r\n{\r\n0\r\nX\r\n\r\n",
             "1\r\n{\r\n0\r\n: a\r\n\r\n",
             "1\r\n{\r\n0\r\nX: a\n\r\n\r\n",
             "1\r\n{\r\n0\r\nX: a\rb\r\n\r\n",
             "1\r\n{\r\n0\r\n\n",
             "1\r\n{\r\n0\r\nGET / HTTP/1.1\r\n\r\n",
             "1\n{\n0\n\n\r\n\r\n",
             "1\r\n{}\r\n0\r\n\r\n",
             "0x1\r\n{\r\n0\r\n\r\n",
             "-1\r\n{\r\n0\r\n\r\n",
             "g\r\n\r\n\r\n\r\n",
             "\r\n{\r\n0\r\n\r\n",
         })
        check(chunked + body, "400");
    check(chunked + std::string("1;a\0\r\n{\r\n0\r\n\r\n", 14), "400");
    check(chunked + "ffffffffffffffff\r\n", "413");
    check(chunked + "fffffffffffffffff\r\n", "400");
}

TEST_CASE("HTTP/1.0 has no chunks, and needs no Host")
{
    const std::string old = "POST /mcp HTTP/1.0\r\n";
    check(old + "\r\n", "POST /mcp ;");
    check(old + "Host: h\r\nContent-Length: 2\r\n\r\n{}", "POST /mcp {};");
    check(old + "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n", "400");
    check(old + "Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}", "400");
    check(old + "Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}", "400");
    RequestReader reader({});
    reader.add(old + "\r\n");
    CHECK(reader.head().is_http_1_0);
    reader.read_body();
    reader.take();
    reader.add(post + "\r\n");
    CHECK_FALSE(reader.head().is_http_1_0);
}

TEST_CASE("only HTTP/1.0 and 1.1 are supported, within limits")
{
    check("POST /mcp HTTP/0.9\r\nHost: h\r\n\r\n", "400");
    check("POST /mcp HTTP/1.2\r\nHost: h\r\n\r\n", "400");
    check("POST /mcp\r\nHost: h\r\n\r\n", "400");
    check("POST /mcp HTTP/2.0\r\nHost: h\r\n\r\n", "400");
    check("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "400");
    check(post + "X: " + std::string(300, 'a'), "431");
    check(post + "X: " + std::string(300, 'a') + "\r\n\r\n", "431");
    check(post + "Content-Length: 21\r\n\r\n", "413");
    check(post + "Transfer-Encoding: chunked\r\n\r\n15\r\n", "413");
    check(post + "Transfer-Encoding: chunked\r\n\r\n" + std::string(3, '1'), "");
    check(post + "Transfer-Encoding: chunked\r\n\r\n1;a=\"b", "");
    const std::string chunk = "14\r\n" + std::string(20, 'a') + "\r\n";
    check(post + "Transfer-Encoding: chunked\r\n\r\n" + chunk + "1\r\na\r\n0\r\n\r\n", "413");
    check(post + "Transfer-Encoding: chunked\r\n\r\n" + std::string(5000, '0'), "400");
}

TEST_CASE("fields are found by names in lower case, and one that is repeated equals no value")
{
    RequestReader reader({});
    reader.add(post + "ORIGIN:  a \r\nAccept: x\r\naccept: y\r\nEmpty:\r\n\r\n");
    REQUIRE(reader.state() == State::admission);
    const HttpHead& head = reader.head();
    CHECK(head.value("origin") == "a");
    CHECK(head.value("accept") == "x, y");
    CHECK(head.has("empty"));
    CHECK(head.value("empty").empty());
    CHECK_FALSE(head.has("absent"));
}

}
