#include "toolkit/tool/mcp_answer.hpp"

#include "toolkit/json/json.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/mcp/listed_tool.hpp"
#include "toolkit/mcp/requests.hpp"
#include "toolkit/system/hash.hpp"
#include "toolkit/text/image.hpp"
#include "toolkit/tool/answer.hpp"
#include "toolkit/tool/description.hpp"
#include "toolkit/tool/failure.hpp"
#include "toolkit/undo/recorder.hpp"

#include <algorithm>

namespace toolkit::tool {

namespace {

std::string text_of(const AnswerText& answer)
{
    std::string text;
    for (const std::string_view part : answer.parts())
        text += part;
    text.pop_back(); // removes the newline
    return text;
}

Json message_in(std::string_view line)
{
    json::JsonRules rules;
    rules.repeated = json::RepeatedNames::refused;
    rules.subject = "the message";
    return json::parse_json(line, rules);
}

}

McpAnswerer::McpAnswerer(const Contract& contract, const CommandLine& command_line)
    : contract(contract)
    , introduction {std::string(contract.name),
          "Paths are relative to the workspace, the directory that the operator chose. A result "
          "with isError has the fields error, code and hint; the hint says what to try."}
    , max_result_bytes(command_line.max_result_bytes)
    , is_plain(command_line.serving == Serving::calls)
    , max_undo_bytes(command_line.max_undo_bytes)
{
    const Json entry = describe(contract, command_line);
    tools = Json::array({mcp::listed_tool(entry)});
    changes = entry.value("changesFiles", false);
}

// Limits an answer to a third of a line, because it becomes longer as JSON within JSON.
Json McpAnswerer::answer_limits() const
{
    return {{"bytes", std::min<std::size_t>(usual_answer_bytes, max_result_bytes / 3)},
        {"imageBytes", std::min(text::max_image, max_result_bytes - max_result_bytes / 8)}};
}

Json McpAnswerer::result_of(Json& params, mcp::Era era, const Workspace& workspace) const
{
    const mcp::CallParams call = mcp::call_in(params, era);
    if (call.name != contract.name)
        throw mcp::unknown_tool(call.name, tools);
    try {
        if (max_undo_bytes > 0)
            undo::recorder_of_call().begin(workspace,
                {std::string(contract.name), system::sha256(call.arguments->dump()),
                    max_undo_bytes});
        if (contract.limits_answers && !is_plain)
            (*call.arguments)["answerLimits"] = answer_limits();
        const std::string text = text_of(contract.answer(std::move(*call.arguments), workspace));
        if (is_plain)
            return mcp::text_result(text, false);
        return contract.answer_rows.empty() ? mcp::answer_result(text)
                                            : mcp::structured_result(text);
    } catch (...) {
        return mcp::text_result(failure_text(current_failure()), true);
    }
}

std::string McpAnswerer::failed(
    std::string_view id, mcp::Era era, const ToolError& error, int signal) const
{
    Json result = mcp::text_result(failure_text(error), true);
    if (is_plain && signal != 0)
        result["_meta"][mcp::end_key]["signal"] = signal;
    else if (is_plain && error.code == Code::too_large)
        result["_meta"][mcp::end_key]["isTooLarge"] = true;
    mcp::finish_result(result, era, introduction);
    return mcp::result_line(id, result);
}

std::string McpAnswerer::answer(std::string_view line, const Workspace& workspace) const
{
    const mcp::Envelope envelope = std::get<mcp::Envelope>(mcp::read_envelope(line));
    try {
        Json message = message_in(line);
        Json params = message.contains("params") ? std::move(message["params"]) : Json();
        if (envelope.method.view() != "tools/call")
            return mcp::respond(envelope, params, introduction, tools);
        Json result = result_of(params, envelope.era, workspace);
        mcp::finish_result(result, envelope.era, introduction);
        std::string text = mcp::result_line(envelope.id, result);
        if (text.size() <= max_result_bytes)
            return text;
        return failed(envelope.id, envelope.era,
            {Code::too_large,
                "the result has " + std::to_string(text.size()) + " bytes, and "
                    + std::to_string(max_result_bytes) + " are allowed",
                "ask for less at once; the operator can allow more by --max-result-bytes"});
    } catch (const mcp::Malformed& error) {
        return mcp::error_line(envelope.id, error);
    } catch (const ToolError& error) {
        return mcp::error_line(envelope.id, {mcp::invalid_request, error.message});
    } catch (...) {
        return mcp::error_line(envelope.id, {mcp::internal_error, current_failure().message});
    }
}

}
