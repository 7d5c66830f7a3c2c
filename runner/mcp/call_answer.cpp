#include "runner/mcp/call_answer.hpp"

#include "toolkit/json/json.hpp"

#include <utility>

namespace runner::mcp {

namespace protocol = toolkit::mcp;

static Json result_of(const std::string& text, const AnsweredCall& call)
{
    if (!call.is_structured)
        return protocol::answer_result(text);
    try {
        return protocol::structured_result(text);
    } catch (const ToolError& error) {
        return protocol::text_result(calls::failed(error).content, true);
    }
}

// The answer of a tool is JSON: as in the messages of a run, it is redacted by what it says, too.
static std::string redacted_content(const AnswerForm& form, const std::string& content)
{
    if (form.redaction == nullptr)
        return content;
    return form.redaction->redact_json({{"content", content}}).at("content").get<std::string>();
}

static Json result_of(
    const AnswerForm& form, const AnsweredCall& call, const calls::ToolAnswer& answer)
{
    if (!answer.passed.is_null())
        return form.redaction == nullptr ? answer.passed
                                         : form.redaction->redact_json(answer.passed);
    const std::string text = redacted_content(form, answer.content);
    return answer.failure.empty() ? result_of(text, call) : protocol::text_result(text, true);
}

static std::string line_of(
    const AnswerForm& form, const AnsweredCall& call, const calls::ToolAnswer& answer)
{
    Json result = result_of(form, call, answer);
    if (answer.receipt)
        result["_meta"]["agentcli/audit"]
            = {{"seq", answer.receipt->seq}, {"sha256", answer.receipt->sha256}};
    if (!answer.sandbox.is_null())
        result["_meta"]["agentcli/sandbox"] = answer.sandbox;
    protocol::finish_result(result, call.era, form.introduction);
    return protocol::result_line(call.id, result);
}

AnswerLine call_answer_line(
    const AnswerForm& form, const AnsweredCall& call, const calls::ToolAnswer& answer)
{
    std::string line = line_of(form, call, answer);
    if (line.size() <= form.max_bytes)
        return {std::move(line)};
    calls::ToolAnswer error = calls::failed({Code::too_large,
        "the result has " + std::to_string(line.size()) + " bytes, and "
            + std::to_string(form.max_bytes) + " are allowed",
        "ask for less at once; the operator can allow more by --max-result-bytes"});
    error.receipt = answer.receipt;
    return {line_of(form, call, error), true};
}

}
