#pragma once

#include "toolkit/json/json_fwd.hpp"
#include "toolkit/mcp/envelope.hpp"

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace toolkit::mcp {

// The media type of a PNG, JPEG, GIF or WebP image by its first bytes, from its base64; else empty.
std::string_view image_type(std::string_view base64);

// Codes beside those of envelope.hpp: of JSON-RPC 2.0, and of protocol 2026-07-28.
constexpr int method_not_found = -32601;
constexpr int invalid_params = -32602;
constexpr int internal_error = -32603;
constexpr int header_mismatch = -32020;
constexpr int missing_capability = -32021;
constexpr int unsupported_version = -32022;

// The error that answers a request.
struct Malformed {
    int code;
    std::string message;
    std::string data = {}; // JSON; empty: none
};

// What a server says about itself.
struct Introduction {
    std::string name;
    std::string instructions = {}; // empty: none
    bool announces_changes = false; // tools.listChanged
    bool logs = false; // of the legacy eras: it sends notifications/message
};

// Each is one line with its newline. `id` and `token` are written as they are. An empty id is left
// out: JSON-RPC would have null there, and the schemas of MCP do not allow that (P1).
std::string result_line(std::string_view id, const Json& result);
std::string error_line(std::string_view id, const Malformed& error);

// Without a total, or with an empty message, these are left out.
std::string progress_line(
    std::string_view token, double progress, std::optional<double> total, std::string_view message);

// When a call that is to report progress does so, from its begin and from its last report on (P4).
// Clients are known to wait 10 s for three reports.
constexpr std::chrono::seconds first_progress {1};
constexpr std::chrono::seconds next_progress {3};

// Of a request that listens for changes: what it will hear of, and that the tools are others. The
// latter without an id is for a legacy client.
std::string listening_line(std::string_view id, bool hears_tools);
std::string tools_changed_line(std::string_view id);

// The result of a call: one block of text (R1, R2).
Json text_result(std::string_view text, bool is_error);

// The same of an answer of a tool. One that has a whole image as base64 shows it as an image block
// in place of that field (R5).
Json answer_result(const std::string& text);

// The same of an answer of a tool that declares its answers: also as structured content (R3).
// Throws INTERNAL if it is no JSON object.
Json structured_result(const std::string& text);

// Adds what every result of the modern era has: resultType and, in _meta, serverInfo.
void finish_result(Json& result, Era era, const Introduction& server);

// The era of a request. Nothing but a modern client asks for server/discover, whether or not it
// says so.
Era era_of(const Envelope& envelope);

// The protocol version of a modern request. Throws Malformed if `_meta` lacks what each of them has
// to carry (P5).
std::string modern_version_in(const Json& params);

// Throws Malformed if that is missing, or not spoken.
void check_version(const Json& params);

// 2026-07-28 and later, whether or not it is spoken; one of those with sessions.
bool is_modern_version(std::string_view version);
bool is_legacy_version(std::string_view version);

// The line that answers a request which is not a call: initialize, ping, tools/list,
// server/discover; every other method is unknown. `params` is null if the request has none; `tools`
// is the whole list. Throws Malformed.
std::string respond(
    const Envelope& envelope, const Json& params, const Introduction& server, const Json& tools);

// What is asked of `tools/call`. Throws Malformed if `params` is not of this form, or not of the
// era's (P5). `arguments` is an object in `params`.
struct CallParams {
    std::string name;
    Json* arguments;
};
CallParams call_in(Json& params, Era era);

// An unknown tool: P8.
Malformed unknown_tool(std::string_view name, const Json& tools);

}
