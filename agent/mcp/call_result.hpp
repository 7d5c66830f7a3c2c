#pragma once

#include "agent/calls/answer_limits.hpp"
#include "agent/calls/result_files.hpp"
#include "agent/calls/tool_result.hpp"
#include "agent/mcp/definitions.hpp"
#include "agent/redaction/redaction.hpp"
#include "toolkit/json/json_fwd.hpp"
#include "toolkit/text/image.hpp"

#include <cstddef>
#include <string>

namespace agent::mcp {

using namespace toolkit;

// Default limits for the part of a result that the model receives. A longer result is kept whole in
// a file.
inline constexpr calls::AnswerLimits usual_limits {64 << 10, text::max_image};

struct ResultContext {
    const std::string& server; // name of the server, for errors
    calls::ResultFiles& files;
    const redaction::Redaction& redaction; // applied to text that is cut or goes to a file
    calls::AnswerLimits limits = usual_limits;
    bool is_confined = false; // the server runs in a sandbox, which may deny writes
    std::string hint = {}; // hint for the model about a denied write; may be empty
};

// Converts a `tools/call` result, which is untrusted, to an answer for the model.
//
// The answer has either the text blocks or the structuredContent as a line of JSON, never both: the
// text blocks if both have the same content, otherwise the longer of the two. Images in
// structuredContent, as base64 or as data: URLs, are taken out and shown; then structuredContent is
// always used. An answer over the limit is cut in the middle. If the result has no content, its
// other members are used. Images, audio and blobs are written to at most 32 files per result, and
// the answer has their types, sizes and paths. Linked resources are named by their URI.
//
// A result with isError becomes an IO_ERROR with the same text, or PERMISSION_DENIED if the sandbox
// of the server denied a write (names_denied_write()). A malformed result, or one that violates the
// outputSchema of the tool, becomes an error that names the server. Throws only std::bad_alloc.
calls::ToolAnswer answer_of(
    const Json& result, const ServerTool& tool, const ResultContext& context);

// Converts the result of `resources/read`, which has `contents`, in the same way. If it consists of
// a single text, the URI is left out.
calls::ToolAnswer answer_of_resource(const Json& result, const ResultContext& context);

// Returns a result without the members that control the connection or agentcli: `resultType`,
// `inputRequests`, `requestState`, `task`, and the keys of `_meta` whose prefix is reserved for the
// protocol or is `agentcli/`, in upper or lower case.
Json without_reserved(Json result);

// Returns the result for a client of the gateway (ToolAnswer::passed). It is unchanged except for
// without_reserved() and the prefix of the server before the URIs of linked and embedded resources
// (uri_at_gateway()). Returns answer_of() for a result over the limits.
calls::ToolAnswer passed_answer(
    const Json& result, const ServerTool& tool, const ResultContext& context);

// Returns the result of `resources/read` for a client of the gateway, with its contents as the
// content blocks of a tool result.
calls::ToolAnswer passed_answer_of_resource(const Json& result, const ResultContext& context);

}
