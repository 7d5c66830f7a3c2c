#pragma once

#include "agent/calls/toolbelt.hpp"
#include "agent/model/model.hpp"

#include <functional>
#include <string>

// A reply whose fields say what its text does: reasoning and calls are what the server should have made of them.
struct MendedReply {
    Reply reply; // with calls, as it came; else without the markup in its text
    Json shown; // its message without any markup; null where it has none
    bool has_written_calls = false; // its calls were its text
    std::string warning; // what the server should be told; empty for nothing
};

// Calls that are written as text count only if the reply has no others, its text is nothing else than such calls (behind its reasoning), each
// names a tool, bare JSON fits the tool's schema, and none stands in what the user or a tool has said in `messages`, which the model may be
// repeating. What `is_answer` takes is no call.
MendedReply mended_reply(Reply reply, const Json& messages, const Toolbelt& toolbelt,
    const std::function<bool(const std::string& text)>& is_answer);
