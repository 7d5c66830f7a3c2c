#include "frontends/mcp/call_answer.hpp"

#include "toolkit/json/json.hpp"

#include <utility>

namespace frontends::mcp {

namespace protocol = toolkit::mcp;

// A truncated text is not JSON, and a client that expects structured content accepts only an error
// then.
static Json result_of(const std::string& text, const AnsweredCall& call, bool is_cut)
{
    if (!call.is_structured)
        return protocol::answer_result(text);
    try {
        return protocol::structured_result(text);
    } catch (const ToolError& error) {
        return protocol::text_result(is_cut ? text : calls::failed(error).content, true);
    }
}

// The answer of a tool is JSON, so it is redacted by names as well, as in the messages of a run.
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
    return answer.failure.empty() ? result_of(text, call, answer.truncated)
                                  : protocol::text_result(text, true);
}

std::string call_answer_line(
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

}
