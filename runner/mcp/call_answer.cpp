#include "runner/mcp/call_answer.hpp"

#include "toolkit/json/json.hpp"

namespace runner::mcp {

namespace protocol = toolkit::mcp;

static std::string line_of(
    const AnswerForm& form, std::string_view id, protocol::Era era, const calls::ToolAnswer& answer)
{
    const std::string text
        = form.redaction == nullptr ? answer.content : form.redaction->redact(answer.content);
    Json result = answer.failure.empty() ? protocol::answer_result(text)
                                         : protocol::text_result(text, true);
    if (answer.receipt)
        result["_meta"]["agentcli/audit"]
            = {{"seq", answer.receipt->seq}, {"sha256", answer.receipt->sha256}};
    if (!answer.sandbox.is_null())
        result["_meta"]["agentcli/sandbox"] = answer.sandbox;
    protocol::finish_result(result, era, form.introduction);
    return protocol::result_line(id, result);
}

std::string call_answer_line(
    const AnswerForm& form, std::string_view id, protocol::Era era, const calls::ToolAnswer& answer)
{
    std::string line = line_of(form, id, era, answer);
    if (line.size() <= form.max_bytes)
        return line;
    calls::ToolAnswer error = calls::failed({Code::too_large,
        "the result has " + std::to_string(line.size()) + " bytes, and "
            + std::to_string(form.max_bytes) + " are allowed",
        "ask for less at once; the operator can allow more by --max-result-bytes"});
    error.receipt = answer.receipt;
    return line_of(form, id, era, error);
}

}
