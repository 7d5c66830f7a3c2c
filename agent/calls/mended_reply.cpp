#include "agent/calls/mended_reply.hpp"

#include "agent/calls/written_calls.hpp"
#include "agent/model/finish.hpp"
#include "agent/model/reply_text.hpp"
#include "toolkit/json/members.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>

static const std::string settings
    = "let the server read them: llama-server --jinja, vLLM --enable-auto-tool-choice with its "
      "--tool-call-parser";

static bool has_calls(const Json& message)
{
    const Json& calls = member(message, "tool_calls");
    return calls.is_array() && !calls.empty();
}

static void take_markup_out(Json& message, const ReplyText::Parts& parts)
{
    message["content"] = parts.text;
    if (!parts.reasoning.empty() && reasoning_of(message).empty())
        message["reasoning_content"] = parts.reasoning;
}

static ToolCall call_of(const WrittenCall& written, const ManifestTool& tool)
{
    ToolCall call {{}, tool.name, arguments_of(written, tool.schema)};
    call.was_text = true;
    return call;
}

// Those that are meant as calls, all of them; none if one is not.
static std::vector<ToolCall> meant_calls(
    const std::vector<WrittenCall>& written, const Json& messages, const Toolbelt& toolbelt)
{
    std::vector<ToolCall> calls;
    for (const auto& one : written) {
        const ManifestTool* const tool = toolbelt.tool_called(one.name);
        if (tool == nullptr || is_repeated(one, messages))
            return {};
        calls.push_back(call_of(one, *tool));
        if (one.is_bare && !toolbelt.accepts(calls.back()))
            return {};
    }
    return calls;
}

static Json as_tool_calls(const std::vector<ToolCall>& calls)
{
    Json list = Json::array();
    for (const auto& call : calls) {
        const Json function {{"name", call.name}, {"arguments", call.arguments}};
        list.push_back({{"id", ""}, {"type", "function"}, {"function", function}});
    }
    return list;
}

MendedReply mended_reply(Reply reply, const Json& messages, const Toolbelt& toolbelt,
    const std::function<bool(const std::string& text)>& is_answer)
{
    const std::string text = text_of(reply.message);
    const ReplyText::Parts parts = parts_of_reply(text);
    const bool has_markup = parts.text != text;
    if (has_calls(reply.message)) {
        Json shown = has_markup ? reply.message : Json();
        if (has_markup)
            take_markup_out(shown, parts);
        return {std::move(reply), std::move(shown), false, {}};
    }
    if (has_markup)
        take_markup_out(reply.message, parts);
    const Finish finish = finish_of(reply.finish_reason);
    const bool is_whole = finish == Finish::whole || finish == Finish::untold;
    const bool is_text = parts.calls.empty();
    std::vector<ToolCall> calls;
    if (is_whole && (is_text ? !is_answer(parts.text) : stripped(parts.text).empty()))
        calls = meant_calls(written_calls(is_text ? parts.text : parts.calls), messages, toolbelt);
    if (calls.empty()) {
        const bool has_some = !is_text || has_markup_of_calls(parts.text);
        return {std::move(reply), {}, false,
            has_some ? "the model's text has calls of tools in it, which were not run; if they are meant, "
                    + settings
                     : ""};
    }
    reply.message["content"] = nullptr;
    reply.message["tool_calls"] = as_tool_calls(calls);
    return {std::move(reply), {}, true,
        "the model writes its calls of tools as text; they are run, but " + settings};
}
