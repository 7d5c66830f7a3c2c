#pragma once

#include "agent/calls/tool_result.hpp"
#include "agent/redaction/redaction.hpp"
#include "toolkit/mcp/responses.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace frontends::mcp {

using namespace agent;
using namespace toolkit;

// How a client is told what has come of a call.
struct AnswerForm {
    toolkit::mcp::ServerInfo introduction;
    const redaction::Redaction* redaction = nullptr; // null: an answer is told as it is
};

// The call that is answered.
struct AnsweredCall {
    std::string_view id; // as its line has it
    toolkit::mcp::Era era;
    bool is_structured; // its tool declares its answers
};

// The line that answers a call: the tool's answer or error as one block of text (R1, R2), an image
// (R5), structured content if the tool declares its answers (R3); the result of another server as
// it came (B11); the receipt of the audit and the sandbox in _meta (R8).
std::string call_answer_line(
    const AnswerForm& form, const AnsweredCall& call, const calls::ToolAnswer& answer);

}
