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

// What a model sees of a result at most where nobody says otherwise. A longer one is kept whole in
// a file.
inline constexpr calls::AnswerLimits usual_limits {64 << 10, text::max_image};

struct ResultContext {
    const std::string& server; // its name, for errors
    calls::ResultFiles& files;
    const redaction::Redaction& redaction; // of what is cut, and of a text that goes to a file
    calls::AnswerLimits limits = usual_limits;
    bool is_confined = false; // the server runs in a sandbox, which may deny writes
    std::string hint = {}; // for the model, added to an error about a denied write; may be empty
};

// A `tools/call` result (C27), which is untrusted, as a model sees it: its texts or its
// structuredContent as a line of JSON, never both. If they say the same, it is the texts; else
// whichever is longer. Images in structuredContent, as base64 or as data: URLs, are taken out and
// shown; it wins then. A longer answer is cut in the middle. A result without content says what
// its other members say. Images, audio and blobs are files, and the answer has their types, sizes
// and paths; of one result at most 32. Resources that are linked are named by their URI. A result
// with isError is an IO_ERROR with the same text, or PERMISSION_DENIED if the server's sandbox has
// denied a write (names_denied_write()). A malformed result, or one that breaks the outputSchema
// of the tool, is an error that names the server. Throws nothing but for memory.
calls::ToolAnswer answer_of(
    const Json& result, const ServerTool& tool, const ResultContext& context);

// The same of the result of `resources/read`, which has `contents` (C28). The only text of one has
// no URI before it.
calls::ToolAnswer answer_of_resource(const Json& result, const ResultContext& context);

// Returns a result without what speaks for the connection or for agentcli: `resultType`,
// `inputRequests`, `requestState`, `task`, and of `_meta` the keys whose prefix is reserved for the
// protocol or is `agentcli/`, in upper or lower case.
Json without_reserved(Json result);

// Returns the result for a client of the gateway, which gets it unchanged (ToolAnswer::passed)
// apart from without_reserved() and the prefix of the server before the URIs of linked and embedded
// resources (uri_at_gateway()). Returns answer_of() for a result over the limits.
calls::ToolAnswer passed_answer(
    const Json& result, const ServerTool& tool, const ResultContext& context);

// The same of the result of `resources/read`: its contents as blocks of a result.
calls::ToolAnswer passed_answer_of_resource(const Json& result, const ResultContext& context);

}
