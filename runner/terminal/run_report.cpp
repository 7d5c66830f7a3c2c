#include "runner/terminal/run_report.hpp"

#include "agent/channel/codec.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/system/error.hpp"

namespace runner::terminal {

using namespace agent;
using namespace toolkit;

RunReport::RunReport(Output& output, Form form)
    : output(output)
    , form(form)
{
}

void RunReport::event(const char* name, const Json& fields) const
{
    if (form != Form::events)
        return;
    Json line {{"event", name}};
    line.update(fields);
    output.line(line);
}

void RunReport::run_begins(
    const std::string& model, const std::vector<const calls::OfferedTool*>& tools)
{
    Json names = Json::array();
    for (const calls::OfferedTool* tool : tools)
        names.push_back(tool->name);
    event("run", {{"model", model}, {"tools", std::move(names)}});
}

// It comes redacted: a piece by itself would be redacted as another text is.
void RunReport::text(std::string_view piece)
{
    if (piece.empty())
        return;
    has_shown_text = true;
    if (form == Form::text)
        output.text(piece);
    else if (form == Form::events)
        output.redacted_line({{"event", "text"}, {"text", piece}});
}

void RunReport::note_once(const std::string& text)
{
    if (noted.insert(text).second)
        note(text);
}

void RunReport::text_ends()
{
    if (form == Form::text)
        output.text("\n");
}

void RunReport::message(std::size_t step, const model::Reply& reply, const Json& shown)
{
    if (form != Form::events) // then nothing is copied: it can be long
        return;
    Json fields {{"step", step}, {"message", shown}};
    if (!reply.finish_reason.empty())
        fields["finishReason"] = reply.finish_reason;
    event("message", fields);
    if (reply.usage.is_object())
        event("usage", {{"step", step}, {"usage", reply.usage}});
}

void RunReport::context(const Json& fields, const std::string& words)
{
    event("context", fields);
    output.note("to fit the context, " + words);
}

void RunReport::status(const std::string& what, std::size_t step) const
{
    output.status(what + " · step " + std::to_string(step));
}

void RunReport::step_begins(std::size_t step) { status("the model", step); }

void RunReport::calls(std::size_t step, const std::vector<model::ToolCall>& calls)
{
    for (const auto& call : calls)
        event("call", {{"id", call.id}, {"tool", call.name}, {"arguments", call.arguments}});
    if (!calls.empty())
        status(calls.front().name
                + (calls.size() > 1 ? " and " + std::to_string(calls.size() - 1) + " more" : ""),
            step);
}

void RunReport::result(const model::ToolCall& call, const calls::ToolAnswer& answer)
{
    event("result", {{"id", call.id}, {"tool", call.name}, {"content", answer.content}});
}

static Json object_of(const channel::TurnEnds& end)
{
    Json object = channel::fields_of(channel::Turn {end});
    for (const char* name : {"state", "seconds"})
        object.erase(name);
    return object;
}

void RunReport::run_ends(const loop::Stop& stop, const channel::TurnEnds& end)
{
    output.hide_status();
    if (stop.reason != loop::Reason::answered)
        output.note(one_line(ToolError(Code::internal, stop.error, stop.hint)));
    if (form == Form::json)
        output.line(object_of(end));
    else if (form == Form::events)
        event("end", object_of(end));
    if (form == Form::text && stop.reason == loop::Reason::answered && !has_shown_text)
        output.answer(stop.answer);
}

}
