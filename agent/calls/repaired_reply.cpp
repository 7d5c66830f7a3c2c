#include "agent/calls/repaired_reply.hpp"

#include "agent/calls/model_inputs.hpp"
#include "agent/calls/written_calls.hpp"
#include "agent/model/finish.hpp"
#include "agent/model/gateway_forms.hpp"
#include "agent/model/reply_text.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>

namespace agent::calls {

using namespace toolkit;

static const std::string settings
    = "let the server read them: llama-server --jinja, vLLM --enable-auto-tool-choice with its "
      "--tool-call-parser";

// Replaces the text by the text without markup. Calls that are not run are appended to it, so that
// nothing the model wrote is lost.
static void take_markup_out(model::Message& message, const model::ReplyText::Parts& parts)
{
    message.set_text(model::text_with_calls(parts));
    if (!parts.reasoning.empty() && message.reasoning().empty())
        message.set_reasoning(parts.reasoning);
}

static model::ToolCall call_of(const WrittenCall& written, const OfferedTool& tool)
{
    model::ToolCall call {{}, tool.name, arguments_of(written, tool.schema)};
    call.was_text = true;
    return call;
}

namespace {

struct Meant {
    std::vector<model::ToolCall> calls; // all calls; empty if one is not meant as a call
    bool may_be_quoted = false;
};

}

static Meant meant_calls(const std::vector<WrittenCall>& written, const model::Messages& messages,
    const Toolbelt& toolbelt)
{
    std::vector<model::ToolCall> calls;
    for (const auto& one : written) {
        const OfferedTool* const tool = toolbelt.tool_called(one.name);
        if (tool == nullptr)
            return {};
        calls.push_back(call_of(one, *tool));
        if (one.is_bare && !toolbelt.accepts(calls.back()))
            return {};
    }
    if (calls.empty())
        return {};
    const ModelInputs given(messages);
    const bool may_be_quoted = std::any_of(calls.begin(), calls.end(),
        [&](const model::ToolCall& call) { return given.may_quote_call_of(call.name); });
    return {may_be_quoted ? std::vector<model::ToolCall>() : std::move(calls), may_be_quoted};
}

static std::string warning_of_calls_not_run(bool may_be_quoted)
{
    const std::string reason = may_be_quoted
        ? ", since the model was given a text with such calls, which it may be quoting"
        : "";
    return "the model's text has calls of tools in it, which were not run" + reason
        + "; if they are meant, " + settings;
}

// Returns true if the text begins like a call of a known tool but cannot be parsed as one. JSON
// that can be parsed is an answer.
static bool begins_call(const std::string& text, const Toolbelt& toolbelt)
{
    const std::string name = name_of_begun_call(text);
    if (name.empty() || toolbelt.tool_called(name) == nullptr)
        return false;
    const bool is_json = text[text.find_first_of("{(")] == '{';
    return !is_json || written_calls(text).empty();
}

// Returns the warning for a reply whose calls were not run or are missing; empty if there are none.
static std::string warning_about_text(
    const Meant& meant, bool has_unrun_calls, const std::string& reason)
{
    if (has_unrun_calls || meant.may_be_quoted)
        return warning_of_calls_not_run(meant.may_be_quoted);
    return model::ends_with_calls(reason)
        ? "the server says that the model calls a tool, but its message has no call"
        : "";
}

RepairedReply repaired_reply(model::Reply reply, const model::Messages& messages,
    const Toolbelt& toolbelt, const std::function<bool(const std::string& text)>& is_answer)
{
    const std::string text = reply.message.text();
    const model::ReplyText::Parts parts = model::parts_of_reply(text);
    const bool has_markup = parts.text != text;
    if (!reply.message.calls.empty()) {
        std::optional<model::Message> shown;
        if (has_markup)
            take_markup_out(shown.emplace(reply.message), parts);
        return {std::move(reply), std::move(shown), false, {}};
    }
    if (has_markup)
        take_markup_out(reply.message, parts);
    const model::Finish finish = model::finish_of(reply.finish_reason);
    const bool is_whole = finish == model::Finish::whole || finish == model::Finish::untold;
    const bool is_text = parts.calls.empty();
    Meant meant;
    if (is_whole && (is_text ? !is_answer(parts.text) : text::stripped(parts.text).empty()))
        meant = meant_calls(written_calls(is_text ? parts.text : parts.calls), messages, toolbelt);
    if (meant.calls.empty()) {
        const bool has_unrun_calls = !is_text || has_markup_of_calls(parts.text)
            || (begins_call(parts.text, toolbelt) && !is_answer(parts.text));
        std::string warning = warning_about_text(meant, has_unrun_calls, reply.finish_reason);
        return {std::move(reply), {}, false, std::move(warning)};
    }
    reply.message.set_no_text();
    reply.message.calls = std::move(meant.calls);
    return {std::move(reply), {}, true,
        "the model writes its calls of tools as text; they are run, but " + settings};
}

}
