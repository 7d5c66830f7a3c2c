#include "toolkit/mcp/envelope.hpp"

#include "catch.hpp"

#include <string>

using namespace toolkit::mcp;

static Envelope accepted(std::string_view line)
{
    const auto read = read_envelope(line);
    INFO(line);
    REQUIRE(std::holds_alternative<Envelope>(read));
    return std::get<Envelope>(read);
}

TEST_CASE("P2: a message is a request, a notification or a response by its members")
{
    const struct {
        std::string_view line;
        MessageKind kind;
        std::string_view id, method;
    } rows[] = {
        {R"({"jsonrpc":"2.0","id":1,"method":"ping"})", MessageKind::request, "1", "ping"},
        {R"( {"method":"tools\/call","params":{},"id":"a\"b","jsonrpc":"2.0"} )",
            MessageKind::request, R"("a\"b")", "tools/call"},
        {R"({"jsonrpc":"2.0","method":"notifications/initialized"})", MessageKind::notification, "",
            "notifications/initialized"},
        {R"({"jsonrpc":"2.0","id":-7,"result":{"id":3,"method":"x"}})", MessageKind::response, "-7",
            ""},
        {R"({"jsonrpc":"2.0","id":"q","error":{"code":1,"message":""}})", MessageKind::response,
            R"("q")", ""},
        {R"({"\u006dethod":"p\u0069ng","id":1,"jsonrpc":"2.0"})", MessageKind::request, "1",
            "ping"},
        {R"({"jsonrpc":"2.0","id":1,"method":"\ud83d\ude00"})", MessageKind::request, "1",
            "\xf0\x9f\x98\x80"},
    };
    for (const auto& row : rows) {
        const Envelope envelope = accepted(row.line);
        INFO(row.line);
        CHECK(envelope.kind == row.kind);
        CHECK(envelope.id == row.id);
        CHECK(envelope.method.view() == row.method);
        CHECK(envelope.era == Era::legacy);
    }
}

TEST_CASE("P3: a message whose _meta has a protocol version is of the modern era")
{
    const Envelope modern = accepted(
        R"({"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"a":[{"_meta":1}],"_meta":)"
        R"({"progressToken":"t","io.modelcontextprotocol/protocolVersion":"2026-07-28"}}})");
    CHECK(modern.era == Era::modern);
    CHECK(modern.progress_token == "\"t\"");
    const Envelope elsewhere
        = accepted(R"({"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"x":{"_meta":)"
                   R"({"io.modelcontextprotocol/protocolVersion":"2026-07-28"}},"_meta":{}}})");
    CHECK(elsewhere.era == Era::legacy);
    CHECK(elsewhere.progress_token.empty());
}

TEST_CASE("P4: a cancellation names the request")
{
    const Envelope envelope = accepted(
        R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":12}})");
    CHECK(envelope.cancelled_id == "12");
}

TEST_CASE("a method longer than any of the protocol equals none")
{
    const std::string method = "tools/list" + std::string(ShortText::capacity, ' ');
    CHECK(accepted(R"({"jsonrpc":"2.0","id":1,"method":")" + method + "\"}").method.view().empty());
}

TEST_CASE("P1: what is not a message is refused by the code of JSON-RPC")
{
    const std::string deep(65, '[');
    const std::string closed(65, ']');
    const struct {
        std::string line;
        int code;
        std::string_view id;
    } rows[] = {
        {"", parse_error, ""},
        {"{", parse_error, ""},
        {R"({"jsonrpc":"2.0","id":1,"method":"ping"}x)", parse_error, ""},
        {R"({"jsonrpc":"2.0","id":01,"method":"ping"})", parse_error, ""},
        {R"({"jsonrpc":"2.0","id":1,"method":"ping",})", parse_error, ""},
        {R"({"jsonrpc":"2.0","id":1,"method":"\ud800"})", parse_error, ""},
        {"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"\xff\"}", parse_error, ""},
        {deep + closed, parse_error, ""},
        {R"([{"jsonrpc":"2.0","id":1,"method":"ping"}])", invalid_request, ""},
        {"17", invalid_request, ""},
        {R"({"jsonrpc":"2.0","id":1,"method":"ping","id":2})", invalid_request, ""},
        {R"({"jsonrpc":"1.0","id":1,"method":"ping"})", invalid_request, "1"},
        {R"({"id":"a","method":"ping"})", invalid_request, R"("a")"},
        {R"({"jsonrpc":"2.0","id":null,"method":"ping"})", invalid_request, ""},
        {R"({"jsonrpc":"2.0","id":1.0,"method":"ping"})", invalid_request, ""},
        {R"({"jsonrpc":"2.0","id":[1],"method":"ping"})", invalid_request, ""},
        {R"({"jsonrpc":"2.0","id":1,"method":7})", invalid_request, "1"},
        {R"({"jsonrpc":"2.0","id":1})", invalid_request, "1"},
    };
    for (const auto& row : rows) {
        INFO(row.line);
        const auto read = read_envelope(row.line);
        REQUIRE(std::holds_alternative<Refusal>(read));
        CHECK(std::get<Refusal>(read).code == row.code);
        CHECK(std::get<Refusal>(read).id == row.id);
        CHECK(!std::get<Refusal>(read).message.empty());
    }
}
