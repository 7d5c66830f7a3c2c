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

// Settings for sending results of calls to a client.
struct AnswerForm {
    toolkit::mcp::ServerInfo introduction;
    const redaction::Redaction* redaction = nullptr; // null: answers are not redacted
};

// A call whose answer is sent.
struct AnsweredCall {
    std::string_view id; // as written in its line
    toolkit::mcp::Era era;
    bool is_structured; // the tool declares the schema of its answers
};

// Returns the line that answers a call: the tool's answer or error as one block of text, or an
// image; with structured content if the tool declares its answers. The result of another server is
// passed on unchanged. `_meta` contains the receipt of the audit trail and the sandbox.
std::string call_answer_line(
    const AnswerForm& form, const AnsweredCall& call, const calls::ToolAnswer& answer);

}
