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

// The parts of an answer that are the same for all calls.
struct AnswerForm {
    toolkit::mcp::ServerInfo introduction;
    const redaction::Redaction* redaction = nullptr; // null: answers are not redacted
};

// The call that is answered.
struct AnsweredCall {
    std::string_view id; // as in the client's line
    toolkit::mcp::Era era;
    bool is_structured; // the tool declares the schema of its answers
};

// Returns the line that answers a call. It has the tool's answer or error as one block of text, an
// image if there is one, and structured content if the tool declares the schema of its answers. The
// result of another server is passed on unchanged. _meta has the receipt of the audit and the
// sandbox.
std::string call_answer_line(
    const AnswerForm& form, const AnsweredCall& call, const calls::ToolAnswer& answer);

}
