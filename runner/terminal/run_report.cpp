#include "runner/terminal/run_report.hpp"

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

void RunReport::event(const channel::Event& event) const
{
    if (form == Form::events)
        output.event(event, Output::Stream::out, turn);
}

channel::Run run_event(
    const std::string& model, const std::vector<const calls::OfferedTool*>& tools)
{
    channel::Run run {.model = model};
    Json effects = Json::object();
    Json displays = Json::object();
    for (const calls::OfferedTool* tool : tools) {
        run.tools.push_back(tool->name);
        if (!tool->effects.is_null())
            effects[tool->name] = tool->effects;
        if (!tool->display.is_null())
            displays[tool->name] = tool->display;
    }
    run.effects = channel::Document(std::move(effects));
    if (!displays.empty())
        run.displays = channel::Document(std::move(displays));
    return run;
}

void RunReport::run_begins(
    const std::string& model, const std::vector<const calls::OfferedTool*>& tools)
{
    if (form != Form::events)
        return turn_begins();
    event(run_event(model, tools));
    turn_begins();
}

void RunReport::turn_begins()
{
    turn = 1;
    begun = std::chrono::steady_clock::now();
    event(channel::Turn {channel::TurnBegins {}});
}

void RunReport::text(std::string_view piece)
{
    if (piece.empty())
        return;
    has_shown_text = true;
    if (form == Form::text)
        output.text(piece);
    else if (form == Form::events)
        event(channel::Text {std::string(piece)});
}

void RunReport::text_ends()
{
    if (form == Form::text)
        output.text("\n");
}

void RunReport::message(std::size_t step, const model::Reply& reply, const model::Message& shown)
{
    if (form != Form::events) // avoids a copy, which can be long
        return;
    channel::Message told {
        static_cast<std::int64_t>(step), channel::Document(model::message_json(shown))};
    if (!reply.finish_reason.empty())
        told.finish_reason = reply.finish_reason;
    if (!reply.fallback.empty())
        told.fallback = reply.fallback;
    event(told);
    if (reply.usage.is_object())
        event(channel::Usage {static_cast<std::int64_t>(step), channel::Document(reply.usage)});
}

void RunReport::context(const channel::Context& change)
{
    event(change);
    output.note("to fit the context, " + change.text);
}

void RunReport::status(const std::string& what, std::size_t step) const
{
    output.status(what + " · step " + std::to_string(step));
}

void RunReport::step_begins(std::size_t step) { status("the model", step); }

void RunReport::calls(std::size_t step, const std::vector<model::ToolCall>& calls)
{
    for (const auto& call : calls)
        if (form == Form::events) // avoids parsing
            event(channel::call_event(call.id, call.name, call.arguments));
    if (!calls.empty())
        status(calls.front().name
                + (calls.size() > 1 ? " and " + std::to_string(calls.size() - 1) + " more" : ""),
            step);
}

void RunReport::result(const model::ToolCall& call, const calls::ToolAnswer& answer)
{
    if (form != Form::events)
        return;
    channel::Result told {.id = call.id,
        .tool = call.name,
        .bytes = static_cast<std::int64_t>(answer.content.size()),
        .content = answer.content};
    if (!answer.code.empty())
        told.code = answer.code;
    event(told);
}

// Returns the object of --json, redacted.
static Json object_of(const channel::TurnEnds& end, const Output& output)
{
    Json object = output.redacted_fields(channel::Turn {end});
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
        output.redacted_line(object_of(end, output));
    if (turn == 0) // a failure before the turn is reported as a turn, too
        turn_begins();
    channel::TurnEnds ends = end;
    ends.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
    event(channel::Turn {std::move(ends)});
    if (form == Form::text && stop.reason == loop::Reason::answered && !has_shown_text)
        output.answer(stop.answer);
}

}
