#pragma once

#include "toolkit/json/json_fwd.hpp"
#include "toolkit/mcp/envelope.hpp"

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace toolkit::mcp {

// Returns the media type of a PNG, JPEG, GIF or WebP image by its first bytes, from its base64;
// otherwise empty.
std::string_view image_type(std::string_view base64);

// Further error codes, of JSON-RPC 2.0 and of protocol 2026-07-28; see also envelope.hpp.
constexpr int method_not_found = -32601;
constexpr int invalid_params = -32602;
constexpr int internal_error = -32603;
constexpr int header_mismatch = -32020;
constexpr int missing_capability = -32021;
constexpr int unsupported_version = -32022;
constexpr int legacy_resource_not_found = -32002; // modern era: invalid_params

// The error response to a request.
struct Malformed {
    int code;
    std::string message;
    std::string data = {}; // JSON; empty: none
};

// The description of a server by itself.
struct ServerInfo {
    std::string name;
    std::string instructions = {}; // empty: none
    bool announces_changes = false; // listChanged of tools, prompts and resources
    bool has_prompts = false;
    bool has_resources = false;
    bool takes_subscriptions = false; // resources.subscribe
    bool logs = false; // legacy era: it sends notifications/message
};

// Return one line with its newline. `id` is written unchanged. An empty id is left out: JSON-RPC
// would require null, which the schemas of MCP do not allow.
std::string result_line(std::string_view id, const Json& result);
std::string error_line(std::string_view id, const Malformed& error);

// A missing total and an empty message are left out. `token` is written unchanged.
std::string progress_line(
    std::string_view token, double progress, std::optional<double> total, std::string_view message);

// Time from the start of a call to its first progress report, and between two reports. Some clients
// wait at most 10 s for three reports.
constexpr std::chrono::seconds first_progress {1};
constexpr std::chrono::seconds next_progress {3};

// Returns the first line for a request that listens for changes: `notifications` says which changes
// will be reported.
std::string listening_line(std::string_view id, const Json& notifications);

// Returns a notification for the subscriptions/listen request with this id; an empty id is for a
// legacy client. Params that are null are left out.
std::string change_line(std::string_view id, std::string_view method, const Json& params);

// Returns the result of a call: one block of text.
Json text_result(std::string_view text, bool is_error);

// Returns the result for an answer of a tool. If the answer has a whole image in base64, the result
// has an image block in place of that field.
Json answer_result(const std::string& text);

// Returns the result for an answer of a tool that declares its answers: the answer as text and as
// structured content. Throws INTERNAL if the answer is not a JSON object.
Json structured_result(const std::string& text);

// Adds the members that every result of the modern era has: resultType, and serverInfo in _meta.
void finish_result(Json& result, Era era, const ServerInfo& server);

// Adds to a result of the modern era how long its client may cache it, and that caches must not
// share it.
void add_caching(Json& result, std::chrono::milliseconds time);

// Returns the error for the URI of an unknown resource.
Malformed unknown_resource(std::string_view uri, Era era);

// Returns the era of a request. Only modern clients send server/discover, even if the request does
// not state its version.
Era era_of(const Envelope& envelope);

// Returns the protocol version of a modern request. Throws Malformed if `_meta` lacks a required
// member.
std::string modern_version_in(const Json& params);

// Throws Malformed if the version is missing or not supported.
void check_version(const Json& params);

// Return whether a version is 2026-07-28 or later, supported or not; or a supported one of the
// legacy era.
bool is_modern_version(std::string_view version);
bool is_legacy_version(std::string_view version);

// Returns the line that responds to a request other than a call: initialize, ping, tools/list and
// server/discover; any other method is unknown. `params` is null if the request has none. `tools`
// is the whole list. Throws Malformed.
std::string respond(
    const Envelope& envelope, const Json& params, const ServerInfo& server, const Json& tools);

// Returns the params of `tools/call`. Throws Malformed if `params` does not have this form, or
// lacks what its era requires. `arguments` points to an object in `params`.
struct CallParams {
    std::string name;
    Json* arguments;
};
CallParams call_in(Json& params, Era era);

// Returns the error for the name of an unknown tool.
Malformed unknown_tool(std::string_view name, const Json& tools);

}
